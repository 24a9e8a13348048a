import { SeededRandom } from "../seeded-random"
import { planOf } from "../plan"

describe("the seeded random", () => {
  test("makes the same plan from the same seed and another plan from another seed", () => {
    const plan = (seed: number) => planOf(seed, new SeededRandom(seed).of("plan"))
    expect(plan(7)).toEqual(plan(7))
    expect(plan(7)).not.toEqual(plan(8))
  })

  test("gives an actor the same numbers when another actor draws too", () => {
    const alone = new SeededRandom(3).of("shopper")
    const random = new SeededRandom(3)
    random.of("bank").next()
    expect(random.of("shopper").next()).toBe(alone.next())
  })

  test("draws every kind of fault within 2,000 seeds", () => {
    const plans = Array.from({ length: 2_000 }, (_, seed) =>
      planOf(seed, new SeededRandom(seed).of("plan"))
    )
    const kinds = plans.flatMap(({ service }) => service.map(({ kind }) => kind))
    expect(new Set(kinds).size).toBe(13)
    expect(new Set(plans.map(({ notifications }) => notifications)).size).toBe(5)
    expect(
      new Set(plans.flatMap(({ strike }) => (strike && "at" in strike ? strike.at : []))).size
    ).toBeGreaterThan(30)
  })
})
