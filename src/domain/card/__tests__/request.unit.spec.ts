import fc from "fast-check"
import type { z } from "zod"
import { cardCustomer } from "../customer"
import {
  authorizeBody,
  cancelBody,
  captureBody,
  captureProblem,
  cardTokenSchema,
  createSubscriptionBody,
  renewalBody,
} from "../request"
import { majorAmount } from "../../money/amount"
import { PERIODICITIES } from "../../subscription/periodicity"

const ID = "0b8f6a54-5f0e-4a52-9d62-0f3bb1a6c001"
const CREATE = {
  token: "tok_test_0001",
  plan_name: "Café mensual",
  periodicity: "monthly",
  customer_data: cardCustomer({
    legal_doc_type: "PPN",
    legal_doc: "AB123456",
    phone_code: "57",
    phone_number: "3001234567",
    email: "shopper@example.com",
    full_name: "Ana María Pérez",
  }),
  start_date: "2027-02-28",
}
const AUTHORIZE = {
  subscription_id: `sub_${ID}`,
  reference_id: "crd_1",
  currency: "COP",
  amount: majorAmount("50000.5"),
  tax: majorAmount("0"),
}
const CAPTURE = { transaction_id: ID, amount: majorAmount("50000"), tax: majorAmount("0") }

const field = (schema: z.ZodType, body: unknown) => {
  const { error } = schema.safeParse(body)
  return error?.issues[0]?.path.join(".") ?? null
}

describe("a request to the card-payment API", () => {
  it("creates a subscription with exactly the fields of the interface", () => {
    expect(createSubscriptionBody.parse({ ...CREATE, cvv: "123" })).toEqual({
      token: "tok_test_0001",
      plan_name: "Café mensual",
      periodicity: "monthly",
      customer_data: {
        legal_doc: "AB123456",
        legal_doc_type: "PAS",
        phone_code: "+57",
        phone_number: "3001234567",
        email: "shopper@example.com",
        full_name: "Ana María Pérez",
      },
      start_date: "2027-02-28",
    })
    for (const periodicity of PERIODICITIES) {
      expect(field(createSubscriptionBody, { ...CREATE, periodicity })).toBeNull()
    }
  })

  it.each<[string, object]>([
    ["token", { token: "t".repeat(61) }],
    ["token", { token: "" }],
    ["token", { token: undefined }],
    ["plan_name", { plan_name: "p".repeat(21) }],
    ["plan_name", { plan_name: "  " }],
    ["periodicity", { periodicity: "fortnightly" }],
    ["start_date", { start_date: "2027-02-29" }],
    ["start_date", { start_date: "28/02/2027" }],
    ["start_date", { start_date: undefined }],
  ])("refuses a wrong %s: %j", (name, change) => {
    expect(field(createSubscriptionBody, { ...CREATE, ...change })).toBe(name)
  })

  it.each<[string, unknown]>([
    ["legal_doc", "1".repeat(16)],
    ["legal_doc_type", "PPN"],
    ["legal_doc_type", "DNI"],
    ["phone_code", "57"],
    ["phone_code", "+1234"],
    ["phone_number", "3".repeat(21)],
    ["email", "shopper"],
    ["email", `${"a".repeat(250)}@example.com`],
    ["full_name", "A".repeat(51)],
    ["full_name", undefined],
  ])("refuses a wrong customer_data.%s: %s", (name, value) => {
    const customer_data = { ...CREATE.customer_data, [name]: value }
    expect(field(createSubscriptionBody, { ...CREATE, customer_data })).toBe(
      `customer_data.${name}`
    )
  })

  it("writes amounts as JSON numbers in major units and drops unknown fields", () => {
    expect(JSON.stringify(authorizeBody.parse({ ...AUTHORIZE, extra: 1 }))).toBe(
      `{"subscription_id":"sub_${ID}","reference_id":"crd_1","currency":"COP","amount":50000.5,"tax":0}`
    )
    expect(renewalBody.parse({ ...AUTHORIZE, linked_transaction_id: ID })).toEqual({
      ...AUTHORIZE,
      amount: 50000.5,
      tax: 0,
      linked_transaction_id: ID,
    })
    expect(captureBody.parse(CAPTURE)).toEqual({ transaction_id: ID, amount: 50000, tax: 0 })
    expect(cancelBody.parse({ subscription_id: ID, reason: "x" })).toEqual({ subscription_id: ID })
  })

  it("keeps every amount exact when it is written and read back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (cents) => {
        const amount = majorAmount(`${cents}e-2`)
        const sent = JSON.stringify(authorizeBody.parse({ ...AUTHORIZE, amount }).amount)
        expect(majorAmount(sent)).toBe(amount)
      })
    )
  })

  it.each<[string, object]>([
    ["currency", { currency: "PEN" }],
    ["currency", { currency: "cop" }],
    ["amount", { amount: "-1" }],
    ["amount", { amount: "0.001" }],
    ["amount", { amount: "1234567890123456" }],
    ["amount", { amount: 50000 }],
    ["tax", { tax: undefined }],
    ["tax", { tax: "-1" }],
    ["tax", { tax: "50000.51" }],
    ["reference_id", { reference_id: "r".repeat(37) }],
    ["reference_id", { reference_id: undefined }],
    ["subscription_id", { subscription_id: "s".repeat(65) }],
    ["subscription_id", { subscription_id: "" }],
  ])("refuses to preauthorize with a wrong %s: %j", (name, change) => {
    expect(field(authorizeBody, { ...AUTHORIZE, ...change })).toBe(name)
    const renewal = { ...AUTHORIZE, ...change, linked_transaction_id: ID }
    expect(field(renewalBody, renewal)).toBe(name)
  })

  it("refuses a renewal without its transaction, a capture of zero and a cancel without subscription", () => {
    expect(field(renewalBody, AUTHORIZE)).toBe("linked_transaction_id")
    expect(field(captureBody, { ...CAPTURE, amount: "0" })).toBe("amount")
    expect(field(captureBody, { ...CAPTURE, amount: "-1", tax: "-1" })).toBe("amount")
    expect(field(captureBody, { ...CAPTURE, tax: "50001" })).toBe("tax")
    expect(field(captureBody, { ...CAPTURE, transaction_id: undefined })).toBe("transaction_id")
    expect(field(cancelBody, {})).toBe("subscription_id")
  })

  it("refuses a card number in place of a token", () => {
    for (const number of ["4000000000000002", "4000-0000-0000-0002", "400000000000002"]) {
      expect(cardTokenSchema.safeParse(number).success).toBe(false)
    }
    expect(cardTokenSchema.safeParse("t".repeat(60)).success).toBe(true)
  })
})

describe("the amount of a capture", () => {
  it("is above zero and at most the amount held", () => {
    const held = majorAmount("50000")
    const problem = (amount: string) => captureProblem(majorAmount(amount), held)
    expect(problem("50000")).toBeNull()
    expect(problem("0.01")).toBeNull()
    expect(problem("50000.01")).toMatch(/more than the 50000 held/)
    expect(problem("0")).toMatch(/above zero/)
    expect(problem("-5")).toMatch(/above zero/)
  })
})
