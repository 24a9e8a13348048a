import { planOfLine } from "../plan-lines"

const COFFEE = { payin_plan_name: "Café", payin_periodicity: "monthly" }
const TEA = { payin_plan_name: "Té", payin_periodicity: "weekly" }
const WRONG = { payin_plan_name: "Té", payin_periodicity: "now and then" }

describe("the plan of a line", () => {
  it("is what the line says, else its variant, else its product", () => {
    const product = { metadata: COFFEE }
    expect(planOfLine({ variant: { product } })?.plan_name).toBe("Café")
    expect(planOfLine({ variant: { metadata: TEA, product } })?.plan_name).toBe("Té")
    expect(planOfLine({ metadata: COFFEE, variant: { metadata: TEA } })?.plan_name).toBe("Café")
  })

  it("is none of what is sold once, and of what is written wrongly, whatever stands behind it", () => {
    expect(planOfLine({ metadata: null, variant: null })).toBeNull()
    expect(planOfLine({ metadata: { colour: "red" }, variant: { product: null } })).toBeNull()
    expect(planOfLine({ metadata: WRONG, variant: { metadata: TEA } })).toBeNull()
  })
})
