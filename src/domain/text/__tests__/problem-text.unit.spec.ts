import { readCardSession } from "../../card/session"
import { linkProblem } from "../../subscription/cart-plan"
import { COUNTRIES } from "../../country/countries"
import { CUSTOMER_FIELD_NAMES, type FieldProblem } from "../../privacy/customer-data"
import { majorAmount } from "../../money/amount"
import { problemText } from "../problem-text"
import { longerThanMethod, readSessionInput } from "../../session/input"

const { CO } = COUNTRIES
const link = (data: unknown, amount = "50000") =>
  readSessionInput(data, CO, majorAmount(amount)).problems
const card = (data: unknown, amount = "50000") =>
  readCardSession(data, CO, majorAmount(amount), {
    min: majorAmount("1000"),
    max: majorAmount("100000"),
  }).problems

const WRONG: FieldProblem[] = [
  ...link("text"),
  ...link({ payment_method: "NOPE", description: 7, expiration_time: 0.5 }),
  ...link({ description: "4111 1111 1111 1111", customer_data: 7 }),
  ...link({ description: "a\nb" }),
  ...["0", "9000000"].flatMap((amount) => link({}, amount)),
  ...link({ payment_method: "EFECTY" }, "5000"),
  ...CUSTOMER_FIELD_NAMES.flatMap((name) => link({ customer_data: { [name]: 7 } })),
  ...link({ refund_destination: { bank: 7, account_number: 7, account_type: 7 } }),
  ...["0", "500", "200000"].flatMap((amount) => card({}, amount)),
  ...card({ token: 7 }),
  ...card({ saved_card_id: 7, save_card: "perhaps" }),
  ...card({ token: "tok_1", saved_card_id: "paycard_1" }),
]
const other = [
  longerThanMethod({ payment_method: "PSE", customer_data: {}, expiration_time: 900 }, CO),
  linkProblem([{ metadata: { payin_plan_name: "A", payin_periodicity: "monthly" } }], "card_only"),
].flatMap((problem) => (problem === null ? [] : [problem]))

describe("the sentence about a wrong value", () => {
  it("exists for whatever a storefront may post", () => {
    expect(other).toHaveLength(2)
    expect(WRONG.length).toBeGreaterThanOrEqual(24)
  })

  it.each([...WRONG, ...other])(
    "is in the shopper's language and begins with $field: $message",
    (problem) => {
      const [es, en] = [problemText(problem, "es"), problemText(problem, "en")]
      expect(en).toBe(problem.message)
      expect(es).not.toBe(en)
      for (const sentence of [es, en]) {
        expect(sentence.startsWith(problem.field)).toBe(true)
        expect(sentence.endsWith(".")).toBe(true)
      }
    }
  )

  it("is English where no other one exists", () => {
    const rare = { field: "amount", message: "amount: it is too large." }
    expect(problemText(rare, "es")).toBe(rare.message)
    expect(problemText({ ...rare, field: "constructor" }, "es")).toBe(rare.message)
  })
})
