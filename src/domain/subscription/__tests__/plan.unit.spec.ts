import fc from "fast-check"
import { isPlanName, planName, readSubscriptionPlan, toldPeriodicity } from "../plan"

const problems = (metadata: object) =>
  readSubscriptionPlan(metadata).problems.map(({ field }) => field)

describe("the periodicity that the service is told", () => {
  const weekly = { periodicity: "weekly" } as const

  it("is custom, whatever the plan", () => {
    expect([weekly, null].map((plan) => toldPeriodicity("custom", plan))).toEqual([
      "custom",
      "custom",
    ])
  })

  it("is the plan's by option, and custom without a plan", () => {
    expect([weekly, null].map((plan) => toldPeriodicity("plan", plan))).toEqual([
      "weekly",
      "custom",
    ])
  })
})

describe("the plan in a product's metadata", () => {
  it("is read, with the store's own interval for custom", () => {
    expect(
      readSubscriptionPlan({ payin_plan_name: "Café", payin_periodicity: "monthly", other: 1 })
    ).toEqual({ plan: { plan_name: "Café", periodicity: "monthly", custom: null }, problems: [] })
    expect(
      readSubscriptionPlan({
        payin_plan_name: "Café",
        payin_periodicity: "custom",
        payin_every: "P10D",
      }).plan
    ).toEqual({ plan_name: "Café", periodicity: "custom", custom: { days: 10 } })
  })

  it("is absent from a product that is sold once", () => {
    for (const metadata of [null, undefined, {}, { payin_plan_name: "", weight: 1 }, "text"]) {
      expect(readSubscriptionPlan(metadata)).toEqual({ plan: null, problems: [] })
    }
  })

  it("that is malformed has a problem for each wrong field", () => {
    expect(problems({ payin_plan_name: "Café" })).toEqual(["payin_periodicity"])
    expect(problems({ payin_periodicity: "monthly" })).toEqual(["payin_plan_name"])
    expect(problems({ payin_plan_name: "p".repeat(21), payin_periodicity: "month" })).toEqual([
      "payin_plan_name",
      "payin_periodicity",
    ])
    const plan = { payin_plan_name: "Café", payin_periodicity: "custom" }
    expect(problems({ ...plan, payin_every: "10 days" })).toEqual(["payin_every"])
    expect(problems({ ...plan, payin_periodicity: "daily", payin_every: "P10D" })).toEqual([
      "payin_every",
    ])
  })
})

describe("a plan name cut out of a longer text", () => {
  it("is valid for the service, or empty when nothing usable is left", () => {
    expect(planName("Suscripción de café de origen")).toBe("Suscripción de café")
    expect(planName(`a${"🎁".repeat(10)}`)).toBe(`a${"🎁".repeat(9)}`)
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const name = planName(text)
        expect(name === "" || isPlanName(name)).toBe(true)
      })
    )
  })
})
