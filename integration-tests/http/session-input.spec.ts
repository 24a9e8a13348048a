import { Modules } from "@medusajs/framework/utils"
import { CANARY } from "../support/personal-data"
import { withShop, type MarketCode, type Shop } from "../support/shop"
import { snapshot } from "../support/snapshot"

/** A value or two that can never be right, by the field that the refusal has to name. */
const WRONG: Record<string, unknown[]> = {
  payment_method: ["QR", {}],
  customer_data: ["text", []],
  "customer_data.legal_doc_type": ["DNI", 7],
  "customer_data.legal_doc": ["12;34", 1098765404],
  "customer_data.phone_code": ["12345"],
  "customer_data.phone_number": ["telephone"],
  "customer_data.email": ["nobody"],
  "customer_data.full_name": ["Ana\u0000"],
  description: ["two\nlines", {}],
  expiration_time: [4, "60"],
  refund_destination: ["text", []],
  "refund_destination.bank": [undefined, "<b>"],
  "refund_destination.account_number": [undefined, "12"],
  "refund_destination.account_type": [undefined, "WALLET"],
  "refund_destination.payment_method": ["PSE"],
  "refund_destination.legal_doc_type": ["DNI"],
}

const DESTINATION = { ...CANARY.refund_destination, account_type: "AHORRO" }

/** A right post with one value replaced by a wrong one. */
function postWith(field: string, value: unknown): Record<string, unknown> {
  const right = {
    payment_method: "PSE",
    customer_data: { ...CANARY.co },
    refund_destination: { ...DESTINATION },
  }
  const [group, name] = field.split(".")
  return name === undefined
    ? { ...right, [group]: value }
    : { ...right, [group]: { ...Reflect.get(right, group), [name]: value } }
}

/** A payment collection of any amount, as Medusa makes one. */
async function collectionOf(shop: Shop, market: MarketCode, amount: number): Promise<string> {
  const [collection] = await shop.container
    .resolve(Modules.PAYMENT)
    .createPaymentCollections([{ currency_code: market === "co" ? "cop" : "pen", amount }])
  return collection.id
}

withShop("the input of a payment session", {}, (shop) => {
  it("is refused by field name when a value is wrong; session, link and row stay, and no call is made", async () => {
    const { collection_id } = await shop.checkout()
    const before = await snapshot(shop)

    for (const [field, values] of Object.entries(WRONG)) {
      for (const value of values) {
        const answer = await shop.postSession(collection_id, "co", postWith(field, value))
        expect([field, value, answer.status, answer.body]).toEqual([
          field,
          value,
          400,
          { type: "invalid_data", message: expect.stringMatching(new RegExp(`^${field} `)), field },
        ])
      }
      expect([field, await snapshot(shop)]).toEqual([field, before])
    }
  })

  it("leaves a live session alone when the post itself makes no sense", async () => {
    const { collection_id } = await shop.checkout()
    const before = await snapshot(shop)
    const post = (id: string, body: object) =>
      shop.http().post(`/store/payment-collections/${id}/payment-sessions`).send(body)
    const data = { payment_method: "QR", customer_data: CANARY.pe }

    const senseless = {
      "data that is a text": await post(collection_id, { provider_id: "pp_payin_co", data: "PSE" }),
      "data that is a list": await post(collection_id, { provider_id: "pp_payin_co", data: [] }),
      "no provider": await post(collection_id, { data }),
      "an unknown provider": await post(collection_id, { provider_id: "pp_payin_br", data }),
      "a provider that is off": await post(collection_id, { provider_id: "pp_payin_mx", data }),
    }
    for (const [name, answer] of Object.entries(senseless)) {
      expect([name, answer.status >= 400 && answer.status < 500]).toEqual([name, true])
    }
    const foreign = await post(collection_id, { provider_id: "pp_payin_pe", data })
    expect([foreign.status, foreign.body]).toEqual([
      400,
      { type: "invalid_data", field: "currency_code", message: expect.stringContaining("PEN") },
    ])
    const unknown = { provider_id: "pp_payin_co", data: { payment_method: "PSE" } }
    expect((await post("pay_col_unknown", unknown)).status).toBe(404)
    expect(await snapshot(shop)).toEqual(before)
  })

  it("is refused with the limit when an amount is outside the limits of its method", async () => {
    const tooLittle = (min: string) => `below the minimum of COP ${min}`
    const tooMuch = (max: string) => `above the maximum of COP ${max}`
    const outside: [MarketCode, string | null, number, string][] = [
      ["co", "PSE", 1_999, tooLittle("2000 for PSE")],
      ["co", "PSE", 1_999.4, tooLittle("2000 for PSE")],
      ["co", "PSE", 2_000_001, tooMuch("2000000 for PSE")],
      ["co", "EFECTY", 9_999, tooLittle("10000 for EFECTY")],
      ["co", "CARD", 2_000_000.5, tooMuch("2000000 for CARD")],
      ["co", "BREB", 11_552_001, tooMuch("11552000 for BREB")],
      ["co", null, 2_000_001, tooMuch("2000000 for ALL_METHODS")],
      ["co", "PSE", 0, "above zero"],
      ["co", null, 0, "above zero"],
      ["co", "PSE", -5_000, "above zero"],
      ["co", "TRANSFIYA", 0.4, "above zero"],
      ["pe", "QR", 0, "above zero"],
      ["pe", "QR", 0.004, "above zero"],
      ["pe", "QR", 1e15, "too large"],
    ]
    for (const [market, payment_method, amount, limit] of outside) {
      const id = await collectionOf(shop, market, amount)
      const before = await snapshot(shop)
      const data = { payment_method, customer_data: CANARY[market] }
      const answer = await shop.postSession(id, market, data).set("Accept-Language", "en")
      expect([payment_method, amount, answer.status, answer.body]).toEqual([
        payment_method,
        amount,
        400,
        { type: "invalid_data", field: "amount", message: expect.stringContaining(limit) },
      ])
      expect(await snapshot(shop)).toEqual(before)
    }
  })

  it.each([
    ["es", "debe tener de 3 a 20 letras, números o guiones; con CC y NIT solo números."],
    [undefined, "debe tener de 3 a 20 letras, números o guiones; con CC y NIT solo números."],
    ["en", "must be 3 to 20 digits for CC."],
  ])("is refused in the language of the shopper: %s", async (language, words) => {
    const { collection_id } = await shop.checkout()
    const posted = shop.postSession(collection_id, "co", {
      customer_data: { ...CANARY.co, legal_doc: "10x" },
    })
    const answer = await (language === undefined ? posted : posted.set("Accept-Language", language))
    const field = "customer_data.legal_doc"
    expect([answer.status, answer.body]).toEqual([
      400,
      { type: "invalid_data", message: `${field} ${words}`, field },
    ])
  })

  it("is accepted with an amount at a limit, rounded half up to wire units", async () => {
    const inside: [MarketCode, string, number, string, number][] = [
      ["co", "PSE", 2_000, "2000", 2_000],
      ["co", "PSE", 1_999.5, "2000", 2_000],
      ["co", "PSE", 2_000_000.49, "2000000", 2_000_000],
      ["co", "EFECTY", 10_000, "10000", 10_000],
      ["co", "BREB", 2_000_000, "2000000", 2_000_000],
      ["pe", "QR", 0.01, "0.01", 1],
      ["pe", "QR", 1234.565, "1234.57", 123_457],
    ]
    for (const [market, payment_method, amount, shown, wire] of inside) {
      const id = await collectionOf(shop, market, amount)
      const { data } = await shop.session(id, market, { payment_method })
      expect([amount, data.amount, data.status]).toEqual([amount, shown, "pending"])
      expect(shop.sandbox.transaction(String(data.reference))).toMatchObject({ amount: wire })
    }
  })

  it('is refused under rounding: "error" when the wire cannot carry the total', async () => {
    const id = await collectionOf(shop, "co", 50_000.5)
    const before = await snapshot(shop)
    Object.assign(shop.gateway.options, { rounding: "error" })
    const answer = await shop.postSession(id, "co", { payment_method: "PSE" })
    Object.assign(shop.gateway.options, { rounding: "half_up" })

    expect([answer.status, answer.body]).toEqual([
      400,
      { type: "invalid_data", field: "amount", message: expect.stringContaining("whole number") },
    ])
    expect(await snapshot(shop)).toEqual(before)
  })
})
