import { payByCard } from "../../src/storefront/card/pay-by-card"
import { createPayInClient } from "../../src/storefront/client"
import { Refusal, storeOf } from "./store"

const cart = { id: "cart_1", region_id: "reg_1", payment_collection: { id: "paycol_1" } }
const card = { token: "tok_1", brand: "VISA", last_four: "1111", customer_data: {} }

/** A store whose session, completion and status are these. */
function shopOf(answers: { session?: object; complete?: object; now?: object }) {
  const data = { session_id: "payses_1", status: "pending", fields: null, ...answers.session }
  const { store, asked } = storeOf([
    [
      "/store/payment-providers?region_id=reg_1",
      { payment_providers: [{ id: "pp_payin_co" }, { id: "pp_payin-card_co" }] },
    ],
    [
      /payment-sessions$/,
      { payment_collection: { payment_sessions: [{ provider_id: "pp_payin-card_co", data }] } },
    ],
    [/complete$/, answers.complete ?? new Refusal(400, { message: "not allowed" })],
    [
      /sessions\/payses_1$/,
      answers.now instanceof Refusal
        ? answers.now
        : { payment_url: null, order_id: null, message: null, ...answers.now },
    ],
  ])
  return { client: createPayInClient(store), asked }
}

describe("a card payment in the React form", () => {
  it("pays with the card's token and sends no card number to the payment session", async () => {
    const { client, asked } = shopOf({ complete: { type: "order", order: { id: "order_1" } } })
    expect(await payByCard(client, cart, card)).toMatchObject({ kind: "order", orderId: "order_1" })
    expect(asked[1]).toEqual({
      path: "/store/payment-collections/paycol_1/payment-sessions",
      method: "POST",
      body: { provider_id: "pp_payin-card_co", data: card },
    })
  })

  it.each([
    ["that a card holds", { status: "approved", order_id: "order_1" }, true],
    ["whose hold the bank has not confirmed", { status: "pending", order_id: "order_1" }, false],
    ["that a person decides about", { status: "in_review", order_id: "order_1" }, false],
    ["that nobody can tell about now", null, false],
  ])("calls an order %s paid or not by what the plugin says", async (_, now, isPaid) => {
    const complete = { type: "order", order: { id: "order_1" } }
    const { client } = shopOf({ complete, now: now ?? new Refusal(500, {}) })
    expect(await payByCard(client, cart, card)).toMatchObject({ orderId: "order_1", isPaid })
  })

  it("asks for missing fields without completing the cart", async () => {
    const fields = [{ name: "legal_doc", label: "Document" }]
    const { client, asked } = shopOf({ session: { status: "needs_input", fields } })
    expect(await payByCard(client, cart, card)).toEqual({ kind: "fields", fields })
    expect(asked).toHaveLength(2)
  })

  it("shows the bank's reason for a decline, not Medusa's sentence", async () => {
    const { client, asked } = shopOf({
      complete: new Refusal(400, { message: "Session: payses_1 was not authorized." }),
      now: { status: "rejected", message: "Fondos insuficientes" },
    })
    expect(await payByCard(client, cart, card)).toEqual({
      ...{ kind: "failed", status: "rejected", message: "Fondos insuficientes" },
    })
    expect(asked.at(-1)?.path).toBe("/store/payin/sessions/payses_1")
  })

  it("is unclear while its outcome is not known, and an order once the session names one", async () => {
    const complete = { type: "cart", error: { type: "payment_authorization_error" } }
    const unclear = shopOf({ complete, now: { status: "pending" } })
    expect(await payByCard(unclear.client, cart, card)).toEqual({ kind: "unclear" })
    const placed = shopOf({ complete, now: { status: "pending", order_id: "order_2" } })
    expect(await payByCard(placed.client, cart, card)).toMatchObject({ orderId: "order_2" })
  })
})
