import { SeededRandom } from "../seeded-random"
import { BOUNDARIES } from "../boundaries"
import { EDIT_BOUNDARIES } from "../edit-boundaries"
import { PARCEL_BOUNDARIES } from "../parcel-boundaries"
import { PAYOUT_BOUNDARIES } from "../payout-boundaries"
import { planOf } from "../plan"

const THOUSAND = Array.from({ length: 1_000 }, (_, seed) =>
  planOf(seed, new SeededRandom(seed).of("plan"))
)

describe("the plans of the seeds 0 to 999", () => {
  const strikes = THOUSAND.flatMap(({ strike }) => strike ?? [])
  const times = (place: string) =>
    strikes.filter((strike) => "at" in strike && strike.at.some((name) => name === place)).length

  it("kill a process in about every third schedule", () => {
    expect(strikes.length).toBeGreaterThan(300)
    expect(strikes.length).toBeLessThan(370)
  })

  const places = Object.keys({
    ...BOUNDARIES,
    ...EDIT_BOUNDARIES,
    ...PAYOUT_BOUNDARIES,
    ...PARCEL_BOUNDARIES,
  })
  it.each(places)("plan a kill at '%s' at least three times", (place) => {
    expect(times(place)).toBeGreaterThanOrEqual(3)
  })

  it("also kill at a random moment and while the service has a payout", () => {
    expect(strikes.filter((strike) => "after_ms" in strike).length).toBeGreaterThan(20)
    expect(strikes.filter((strike) => "at_payout" in strike).length).toBeGreaterThan(20)
  })

  it("take pay-ins back, report outcomes, order rests and let people correct each other in many schedules, also at once", () => {
    const plans = THOUSAND.flatMap(({ payouts }) => payouts ?? [])
    const back = plans.filter(({ reversals }) => reversals !== null)
    const reported = plans.filter(({ reports }) => reports)
    const corrected = plans.filter(({ colleagues }) => colleagues > 1)
    const short = plans.filter(({ rests }) => rests)
    for (const some of [back, reported, corrected, short]) {
      expect(some.length).toBeGreaterThan(120)
      expect(some.length).toBeLessThan(plans.length / 2)
    }
    expect(back.filter((plan) => reported.includes(plan)).length).toBeGreaterThan(20)
    expect(back.filter(({ packs }) => packs).length).toBeGreaterThan(50)
    const decided = [...reported, ...short].map(({ bank }) => bank.outcome)
    expect(decided.every((outcome) => outcome === "wait")).toBe(true)
  })

  it("let the service be late, out, behind proxies and without an account in many schedules, also at once", () => {
    const late = THOUSAND.filter((plan) => plan.late !== null)
    const out = THOUSAND.filter(({ outage }) => outage !== null)
    const proxied = THOUSAND.filter(({ proxies }) => proxies.length > 0)
    const missing = THOUSAND.filter((plan) => plan.missing !== null)
    for (const some of [late, out, proxied, missing]) {
      expect(some.length).toBeGreaterThan(200)
      expect(some.length).toBeLessThan(700)
      expect(some.filter((plan) => late.includes(plan)).length).toBeGreaterThan(100)
    }
    const lookups = proxied
      .flatMap(({ proxies }) => proxies)
      .filter((one) => one.operation === "lookup")
    expect(lookups.filter(({ status }) => status === 404).length).toBeGreaterThan(50)
    expect(late.filter(({ late: plan }) => plan?.told === 0).length).toBeGreaterThan(200)
  })

  it("are the same each time", () => {
    expect(planOf(7, new SeededRandom(7).of("plan"))).toEqual(THOUSAND[7])
  })
})
