import { CARD_STATUSES } from "../state"
import {
  CARD_SESSION_DATA_KEYS,
  cardSessionView,
  readCardSession,
  shownCardStatus,
} from "../session"
import { countryTable } from "../../country/countries"
import { majorAmount } from "../../money/amount"

const { CO } = countryTable({}, {})
const NO_LIMITS = { min: null, max: null }
const read = (data: unknown, amount: string | number = 50_000, limits = NO_LIMITS) =>
  readCardSession(data, CO, majorAmount(amount), limits)
const fields = (data: unknown) => read(data).problems.map(({ field }) => field)

describe("the data posted for a card session", () => {
  it("is no problem when it is missing, blank or null", () => {
    const blank = { token: " ", saved_card_id: null, save_card: null, brand: "" }
    for (const data of [undefined, null, {}, blank]) {
      expect(read(data)).toEqual({ input: { save_card: false, customer_data: {} }, problems: [] })
    }
  })

  it("agrees to keep the card only by the boolean true", () => {
    expect(read({ save_card: true }).input.save_card).toBe(true)
    expect(read({ save_card: false }).input.save_card).toBe(false)
    for (const save_card of ["true", 1, "on", {}, []]) {
      expect(read({ save_card })).toMatchObject({
        input: { save_card: false },
        problems: [{ field: "save_card" }],
      })
    }
  })

  it("names a token or a saved card, never both", () => {
    expect(read({ token: " tok_1 " }).input.token).toBe("tok_1")
    expect(read({ saved_card_id: "paycard_1" }).input.saved_card_id).toBe("paycard_1")
    expect(fields({ token: "tok_1", saved_card_id: "paycard_1" })).toEqual(["saved_card_id"])
  })

  it.each<[unknown, string, string]>([
    [{ token: "4111 1111 1111 1111" }, "token", "must have no spaces"],
    [{ token: "4111-1111-1111-1111" }, "token", "never its number"],
    [{ token: "4111111111111111" }, "token", "never its number"],
    [{ token: "t".repeat(61) }, "token", "at most 60 characters"],
    [{ token: "a b" }, "token", "must have no spaces"],
    [{ token: {} }, "token", ""],
    [{ token: 7 }, "token", ""],
    [{ saved_card_id: "' or 1=1" }, "saved_card_id", "the id of a saved card"],
    [{ saved_card_id: "a".repeat(129) }, "saved_card_id", "the id of a saved card"],
    [{ saved_card_id: ["paycard_1"] }, "saved_card_id", "the id of a saved card"],
    [{ customer_data: "me" }, "customer_data", "must be an object"],
    [
      { customer_data: { full_name: "A".repeat(51) } },
      "customer_data.full_name",
      "at most 50 characters",
    ],
    [[], "data", "must be an object"],
    ["token", "data", "must be an object"],
  ])("with %j has a problem in %s: %s", (data, field, message) => {
    expect(read(data).problems).toMatchObject([
      { field, message: expect.stringContaining(message) },
    ])
  })

  it("keeps a brand and last four digits only when they look valid", () => {
    expect(read({ brand: "visa", last_four: "4242" }).input).toMatchObject({
      brand: "VISA",
      last_four: "4242",
    })
    const { input, problems } = read({ brand: "<script>", last_four: "42424" })
    expect(input).toEqual({ save_card: false, customer_data: {} })
    expect(problems).toEqual([])
  })

  it("is not read from inherited keys", () => {
    expect(read(Object.create({ token: "tok_1" })).input.token).toBeUndefined()
  })

  it("is refused when the amount is outside the limits of the store's account", () => {
    const limits = { min: majorAmount(1_000), max: majorAmount(2_000) }
    const problem = (amount: number) =>
      readCardSession({}, CO, majorAmount(amount), limits).problems
    expect(problem(1_000)).toEqual([])
    expect(problem(2_000)).toEqual([])
    expect(problem(999)).toMatchObject([{ field: "amount" }])
    expect(problem(2_001)).toMatchObject([{ field: "amount" }])
    expect(read({}, 0).problems).toMatchObject([{ field: "amount" }])
  })
})

describe("the storefront's view of a card session", () => {
  it("has a status for every state, and approved only for money that is held or captured", () => {
    const shown = CARD_STATUSES.map((status) => [status, shownCardStatus(status)])
    expect(Object.fromEntries(shown)).toEqual({
      creating: "pending",
      unknown: "pending",
      authorized: "approved",
      declined: "rejected",
      error: "failed",
      capturing: "approved",
      capture_unknown: "approved",
      captured: "approved",
      released: "failed",
    })
  })

  it("has exactly the keys of the contract", () => {
    const payment = { reference: "crd_1", amount: majorAmount(1), currency: "COP" }
    const view = cardSessionView("payses_1", { ...payment, status: null }, null, [])
    expect(Object.keys(view).sort()).toEqual([...CARD_SESSION_DATA_KEYS].sort())
    expect(view).toMatchObject({ status: "needs_input", fields: [] })
  })
})
