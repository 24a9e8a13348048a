import {
  answerShape,
  canBeDirect,
  expectedShape,
  instructionsIn,
  shownInstructions,
  withoutPayer,
  type PayableBy,
} from "../direct"

const NOTHING: PayableBy = {
  type: null,
  account_number: null,
  confirmation: null,
  information: null,
  payment_url: null,
}
const URL = "https://pay.example/1"
const KEY = { type: "key", key: "@tienda01" }
const BOTH = { confirmation: "Confirme", account_number: "@tienda01" }
const TEXT = { type: "confirmation", text: "Confirme" }

describe("an answer is what came in it", () => {
  it.each<[Partial<PayableBy>, string, object | null]>([
    [{}, "unknown", null],
    [{ payment_url: URL }, "link", null],
    [{ payment_url: URL, type: "something_new" }, "link", null],
    [{ payment_url: URL, type: "pse_payment" }, "bank_page", null],
    [{ payment_url: URL, type: "PSE_PAYMENT" }, "bank_page", null],
    [{ type: "pse_payment" }, "unknown", null],
    [{ account_number: "@tienda01" }, "key", KEY],
    [{ account_number: "@tienda01", payment_url: URL }, "key", KEY],
    [{ account_number: "@tienda01", type: "pse_payment" }, "key", KEY],
    [{ account_number: "@tienda01", type: "transfiya_confirmation" }, "key", KEY],
    [{ confirmation: "Confirme", type: "transfiya_confirmation" }, "confirmation", TEXT],
    [{ confirmation: "Confirme" }, "confirmation", TEXT],
    [{ type: "transfiya_confirmation" }, "unknown", null],
    [{ type: "transfiya_confirmation", payment_url: URL }, "link", null],
    [{ ...BOTH, type: "transfiya_confirmation" }, "confirmation", TEXT],
    [{ information: "Confirme" }, "confirmation", TEXT],
    [{ information: "Confirme", payment_url: URL }, "confirmation", TEXT],
    [{ information: "Otra cosa", confirmation: "Confirme" }, "confirmation", TEXT],
    [{ information: "Confirme", account_number: "@tienda01" }, "key", KEY],
    [{ information: "Confirme", type: "pse_payment", payment_url: URL }, "bank_page", null],
  ])("%j is %s", (said, shape, instructions) => {
    expect(answerShape({ ...NOTHING, ...said })).toBe(shape)
    expect(instructionsIn({ ...NOTHING, ...said })).toEqual(instructions)
  })
})

describe("what an option lets expect", () => {
  it.each([
    [["PSE"], "PSE", "bank_page"],
    [["BREB"], "BREB", "key"],
    [["TRANSFIYA"], "TRANSFIYA", "confirmation"],
    [[], "PSE", "link"],
    [["BREB"], "PSE", "link"],
    [["PSE"], "EFECTY", "link"],
  ] as const)("%j of %s is %s", (methods, method, shape) => {
    expect(expectedShape({ methods }, method)).toBe(shape)
  })

  it("concerns three methods alone", () => {
    expect(["PSE", "BREB", "TRANSFIYA", "EFECTY", "ALL_METHODS"].filter(canBeDirect)).toEqual([
      "PSE",
      "BREB",
      "TRANSFIYA",
    ])
  })
})

describe("instructions as a shopper reads them", () => {
  const now = new Date("2026-11-21T10:00:00Z")
  const later = new Date("2026-11-21T10:00:01Z")
  const key = { type: "key", key: "@tienda01" } as const
  const text = { type: "confirmation", text: "Confirme" } as const

  it.each([
    ["none", null, later, null],
    ["a key with its end", key, later, { ...key, expires_at: "2026-11-21T10:00:01.000Z" }],
    ["a key whose end nobody knows", key, null, { ...key, expires_at: null }],
    ["no key at its end", key, now, null],
    ["a text to confirm, also after its end", text, now, text],
  ])("are %s", (_title, kept, expires_at, shown) => {
    expect(shownInstructions(kept, { expires_at, now })).toEqual(shown)
  })
})

describe("a text of the service", () => {
  const payer = { phone_number: "3001112233", email: "ana@shop.example", full_name: "Ana" }

  it("names neither phone nor e-mail of the payer", () => {
    const text = "Confirme con el 3001112233 (ana@shop.example), Ana."
    expect(withoutPayer({ type: "confirmation", text }, payer)).toEqual({
      type: "confirmation",
      text: "Confirme con el •••233 (•••ple), Ana.",
    })
  })

  it("stays as it is without them, and so does a key", () => {
    const text = { type: "confirmation", text: "Confirme" } as const
    expect(withoutPayer(text, payer)).toEqual(text)
    const key = { type: "key", key: "3001112233" } as const
    expect(withoutPayer(key, payer)).toEqual(key)
    expect(withoutPayer(null, payer)).toBeNull()
  })
})
