import { planOfLine, readPlanLine } from "../plan-lines"

const COFFEE = { payin_plan_name: "Café", payin_periodicity: "monthly" }
const TEA = { payin_plan_name: "Té", payin_periodicity: "weekly" }
const WRONG = { payin_plan_name: "Té", payin_periodicity: "now and then" }

const plan = (metadata: unknown, product: unknown, variant: unknown = null) =>
  planOfLine({ metadata, variant: { metadata: variant, product: { metadata: product } } })
const problems = (metadata: unknown, product: unknown) =>
  readPlanLine({ metadata, variant: { product: { metadata: product } } }).problems

describe("the plan of a line", () => {
  it("is that of its variant, else of its product", () => {
    expect(plan(null, COFFEE)?.plan_name).toBe("Café")
    expect(plan({ gift: true }, COFFEE, TEA)?.plan_name).toBe("Té")
  })

  it("is the one that the line chooses among those that product and variant offer", () => {
    expect(plan(COFFEE, COFFEE, TEA)?.plan_name).toBe("Café")
    const offers = { ...COFFEE, payin_plans: [TEA, { ...TEA, payin_periodicity: "daily" }] }
    expect(plan(TEA, offers)).toMatchObject({ plan_name: "Té", periodicity: "weekly" })
    expect(plan(null, offers)?.plan_name).toBe("Café")
    // As somebody types it into the admin's form.
    const typed = { payin_plans: JSON.stringify([{ ...TEA, payin_periodicity: "custom" }]) }
    expect(plan({ ...TEA, payin_periodicity: "custom" }, typed)?.periodicity).toBe("custom")
    expect(plan(null, typed)).toBeNull()
  })

  it("is null for goods sold once, also when the line names a plan, since shoppers write that", () => {
    expect(plan(COFFEE, null)).toBeNull()
    expect(plan(COFFEE, { payin_plans: [TEA] })).toBeNull()
    expect(plan(null, { colour: "red" })).toBeNull()
    expect(problems(COFFEE, null)).toMatchObject([
      { field: "payin_plan_name", message: expect.stringContaining("offers") },
    ])
  })

  it.each([
    ["another name", { ...COFFEE, payin_plan_name: "Mine" }],
    ["another interval", { ...COFFEE, payin_periodicity: "yearly" }],
    ["custom, of any interval", { ...COFFEE, payin_periodicity: "custom", payin_every: "P1D" }],
    ["something that is no plan", WRONG],
  ])("stays that of its product when the line says %s, and the line has a problem", (_, said) => {
    expect(plan(said, COFFEE)).toMatchObject({ plan_name: "Café", periodicity: "monthly" })
    expect(problems(said, COFFEE)).toHaveLength(1)
  })

  it("is read from a line without a variant, which only the store's own code makes", () => {
    expect(planOfLine({ metadata: COFFEE })?.plan_name).toBe("Café")
    expect(planOfLine({ metadata: WRONG, variant: null })).toBeNull()
    // Its variant was deleted since.
    expect(planOfLine({ metadata: COFFEE, variant_id: "variant_1", variant: null })).toBeNull()
  })

  it("is null when the store wrote the variant's plan wrongly, without falling back to the product", () => {
    expect(plan(null, TEA, WRONG)).toBeNull()
    expect(plan(COFFEE, TEA, WRONG)).toBeNull()
  })

  it.each([
    ["a word", "weekly"],
    ["an object", TEA],
    ["a number", 4],
    ["a wrong plan", [WRONG]],
  ])("cannot be chosen from a list that is %s", (_, payin_plans) => {
    expect(plan(TEA, { payin_plans })).toBeNull()
    expect(problems(TEA, { payin_plans })).toMatchObject([
      { message: expect.stringContaining("payin_plans") },
    ])
    expect(problems(null, { payin_plans })).toEqual([])
    expect(plan(COFFEE, { ...COFFEE, payin_plans })?.plan_name).toBe("Café")
  })
})
