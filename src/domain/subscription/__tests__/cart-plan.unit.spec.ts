import { cartPlan, linkProblem } from "../cart-plan"

const MONTHLY = { payin_plan_name: "Café", payin_periodicity: "monthly" }
const WEEKLY = { payin_plan_name: "Café", payin_periodicity: "weekly" }

describe("a cart that is paid by a link", () => {
  const plan = [{ variant: { product: { metadata: MONTHLY } } }]

  it("is refused, naming the items, when a line would renew", () => {
    expect(linkProblem(plan, "card_only")).toMatchObject({ field: "items" })
    expect(linkProblem([{}, ...plan], "card_only")).toMatchObject({ field: "items" })
  })

  it("is sold once when the option allows it, the store takes no cards, or nothing renews", () => {
    expect(linkProblem(plan, "any")).toBeNull()
    expect(linkProblem(plan, null)).toBeNull()
    expect(linkProblem([{}, { metadata: null }], "card_only")).toBeNull()
  })
})

describe("the plan of a cart", () => {
  it("is null when no line renews", () => {
    expect(cartPlan([])).toEqual({ plan: null, problem: null })
    expect(cartPlan([{ metadata: null }, { variant: null }])).toEqual({ plan: null, problem: null })
  })

  it("is the plan of the lines that have one, beside lines that are bought once", () => {
    const { plan, problem } = cartPlan([
      {},
      { variant: { product: { metadata: MONTHLY } } },
      { metadata: MONTHLY },
    ])
    expect(plan).toMatchObject({ plan_name: "Café", periodicity: "monthly" })
    expect(problem).toBeNull()
  })

  it("is the offered plan that the line chooses, else its variant's, else its product's", () => {
    const product = { metadata: { ...WEEKLY, payin_plan_name: "Producto" } }
    const offered = { metadata: { ...WEEKLY, payin_plans: [MONTHLY] }, product }
    expect(cartPlan([{ metadata: MONTHLY, variant: offered }]).plan).toMatchObject({
      periodicity: "monthly",
    })
    expect(cartPlan([{ variant: { metadata: WEEKLY, product } }]).plan).toMatchObject({
      plan_name: "Café",
    })
  })

  it("is refused when the lines have different plans, also with one name", () => {
    const { plan, problem } = cartPlan([{ metadata: MONTHLY }, { metadata: WEEKLY }])
    expect(plan).toBeNull()
    expect(problem).toMatchObject({
      field: "items",
      message: expect.stringContaining("different plans"),
    })
  })

  it("is refused when a line asks for a plan that is not offered", () => {
    const { plan, problem } = cartPlan([{ metadata: MONTHLY, variant: { product: null } }])
    expect(plan).toBeNull()
    expect(problem).toMatchObject({ field: "payin_plan_name" })
  })

  it("is refused when the line writes it wrongly, without falling back to the variant", () => {
    const wrong = { payin_plan_name: "Café", payin_periodicity: "monthli" }
    const { problem } = cartPlan([{ metadata: wrong, variant: { metadata: MONTHLY } }])
    expect(problem).toMatchObject({ field: "payin_periodicity" })
    expect(problem?.message).toContain("metadata of a product, variant or line item")
  })
})
