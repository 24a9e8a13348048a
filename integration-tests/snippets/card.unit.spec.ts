import { payByCard } from "../../docs/PayInCard"
import { type Call, Refused } from "../../docs/PayInCheckout"

const cart = {
  ...{ id: "cart_1", region_id: "reg_1", total: 50_000 },
  payment_collection: { id: "paycol_1" },
}
const card = { token: "tok_1", brand: "VISA", last_four: "1111", customer_data: {} }
const NO_FIELDS = { fields: null }

/** A store that answers so, and what it was asked. */
function storeOf(answers: { session?: object; complete?: object | Refused; now?: object }) {
  const asked: { path: string; body?: object }[] = []
  const call: Call = async (path, body) => {
    asked.push({ path, ...(body !== undefined && { body }) })
    const answer = answerTo(path)
    if (answer instanceof Error) throw answer
    return JSON.parse(JSON.stringify(answer))
  }
  function answerTo(path: string): object {
    if (path.startsWith("/store/payment-providers")) {
      return { payment_providers: [{ id: "pp_payin_co" }, { id: "pp_payin-card_co" }] }
    }
    if (path.endsWith("/payment-sessions")) {
      const data = { session_id: "payses_1", status: "pending", ...NO_FIELDS, ...answers.session }
      const session = { provider_id: "pp_payin-card_co", data }
      return { payment_collection: { payment_sessions: [session] } }
    }
    if (path.endsWith("/complete")) return answers.complete ?? new Refused("", 400)
    return { payment_url: null, order_id: null, message: null, ...answers.now }
  }
  return { call, asked }
}

describe("a card payment in the React form", () => {
  it("pays with the card's token and sends no card number to the payment session", async () => {
    const { call, asked } = storeOf({ complete: { type: "order", order: { id: "order_1" } } })
    expect(await payByCard(call, cart, card)).toEqual({ kind: "order", orderId: "order_1" })
    expect(asked[1]).toEqual({
      path: "/store/payment-collections/paycol_1/payment-sessions",
      body: { provider_id: "pp_payin-card_co", data: card },
    })
  })

  it("asks for missing fields without completing the cart", async () => {
    const fields = [{ name: "legal_doc", label: "Document" }]
    const { call, asked } = storeOf({ session: { status: "needs_input", fields } })
    expect(await payByCard(call, cart, card)).toEqual({ kind: "fields", fields })
    expect(asked).toHaveLength(2)
  })

  it("shows the bank's reason for a decline, not Medusa's sentence", async () => {
    const declined = new Refused("Session: payses_1 was not authorized with the provider.", 400)
    const { call, asked } = storeOf({
      complete: declined,
      now: { status: "rejected", message: "Fondos insuficientes" },
    })
    expect(await payByCard(call, cart, card)).toEqual({
      ...{ kind: "failed", status: "rejected", message: "Fondos insuficientes" },
    })
    expect(asked.at(-1)?.path).toBe("/store/payin/sessions/payses_1")
  })

  it("is unclear while its outcome is not known, and an order once the session names one", async () => {
    const error = { type: "payment_authorization_error" }
    const complete = { type: "cart", error }
    const unclear = storeOf({ complete, now: { status: "pending" } })
    expect(await payByCard(unclear.call, cart, card)).toEqual({ kind: "unclear" })
    const placed = storeOf({ complete, now: { status: "pending", order_id: "order_2" } })
    expect(await payByCard(placed.call, cart, card)).toEqual({ kind: "order", orderId: "order_2" })
  })
})
