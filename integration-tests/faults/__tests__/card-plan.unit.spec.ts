import { CARD_BOUNDARIES, RENEWAL_BOUNDARIES } from "../card-boundaries"
import { cardPlanOf, isCardSeed } from "../card-plan"
import { SeededRandom } from "../seeded-random"

const SEEDS = Array.from({ length: 1_000 }, (_, seed) => seed)
const plans = SEEDS.map((seed) => cardPlanOf(seed, new SeededRandom(seed).of("card-plan")))

describe("the card sale plans of seeds 0 to 999", () => {
  it("are used for about every fourth seed", () => {
    const share = SEEDS.filter(isCardSeed).length
    expect(share).toBeGreaterThan(200)
    expect(share).toBeLessThan(300)
  })

  it.each(Object.keys({ ...CARD_BOUNDARIES, ...RENEWAL_BOUNDARIES }))(
    "plan a kill at '%s' at least three times",
    (place) => {
      const times = plans.filter(
        ({ strike }) => strike && "at" in strike && strike.at.some((name) => name === place)
      )
      expect(times.length).toBeGreaterThanOrEqual(3)
    }
  )

  it.each(["timeout_after", "reset_after", "unclear_after"])(
    "inject %s into a hold, a capture and a due renewal",
    (kind) => {
      const befallen = plans.flatMap(({ service, renews }) =>
        service
          .filter((fault) => fault.kind === kind)
          .filter(({ operation }) => operation !== "card_renew" || renews !== null)
          .map(({ operation }) => operation)
      )
      expect(befallen).toEqual(
        expect.arrayContaining(["card_authorize", "card_capture", "card_renew"])
      )
    }
  )

  it("are the same each time", () => {
    expect(cardPlanOf(7, new SeededRandom(7).of("card-plan"))).toEqual(plans[7])
  })
})
