import type { Agent, Test } from "supertest"
import type { CardTransaction } from "../../src/modules/subscriptions/card-rows"
import type { PayInSubscriptionsService } from "../../src/modules/subscriptions/service"
import { CANARY } from "./personal-data"
import type { Shop } from "./shop"
import type { SessionAnswer, Storefront } from "./storefront"

export const CARD_PROVIDER = "pp_payin-card_co"

/** The keys of a card session's data, in alphabetical order: no others are kept or shown. */
export const CARD_SESSION_KEYS = [
  "amount",
  "brand",
  "currency",
  "fields",
  "last_four",
  "reference",
  "session_id",
  "status",
]

/** How a shopper pays by card. */
export interface WantedCard {
  /** Token of one of the sandbox's test cards. */
  token?: string
  /** `data` of the session, if not a token and the shopper's particulars. */
  data?: Record<string, unknown>
  items?: Record<string, number>
  /** A code that the shopper types. */
  promotion?: string
  /** Token of a signed-in customer. */
  as?: string
}

/** A store whose orders can be read with their payments: in this process, or in one of its own. */
type Seller = Storefront & Pick<Shop, "order">

export function subscriptionsOf(shop: Shop): PayInSubscriptionsService {
  return shop.container.resolve<PayInSubscriptionsService>("payinSubscriptions")
}

/** Posts a card session, as a guest or signed in. */
export function postCard(
  shop: Storefront,
  collectionId: string,
  data: Record<string, unknown>,
  as?: string
): Test {
  const post = shop.http().post(`/store/payment-collections/${collectionId}/payment-sessions`)
  return (as === undefined ? post : post.set("Authorization", `Bearer ${as}`)).send({
    provider_id: CARD_PROVIDER,
    data,
  })
}

/** The only session in an answer of Medusa's route. */
export function onlySession(body: {
  payment_collection: { payment_sessions: SessionAnswer[] }
}): SessionAnswer {
  const { payment_sessions } = body.payment_collection
  expect(payment_sessions).toHaveLength(1)
  return payment_sessions[0]
}

/** Cart, collection and card session in one go. */
export async function cardCheckout(shop: Storefront, wanted: WantedCard = {}) {
  const cart = await shop.cart("co", wanted.items)
  if (wanted.promotion !== undefined) {
    await shop
      .http()
      .post(`/store/carts/${cart.id}/promotions`)
      .send({ promo_codes: [wanted.promotion] })
      .expect(200)
  }
  const collection_id = await shop.collection(cart.id)
  const data = wanted.data ?? {
    token: wanted.token ?? "tok_test_approved",
    customer_data: CANARY.co,
  }
  const answer = await postCard(shop, collection_id, data, wanted.as).expect(200)
  const session = onlySession(answer.body)
  return { cart, collection_id, session, reference: String(session.data.reference) }
}

/** Pays a cart by card: its order, and the row of its hold. */
export async function cardOrder(shop: Seller, wanted: WantedCard = {}) {
  const checkout = await cardCheckout(shop, wanted)
  const completed = await shop.complete(checkout.cart.id).expect(200)
  expect(completed.body.type).toBe("order")
  const order = await shop.order(completed.body.order.id)
  const [payment] = order.payment_collections[0].payments
  return { ...checkout, order, payment_id: String(payment?.id) }
}

export async function cardRow(shop: Shop, reference: string): Promise<CardTransaction> {
  const row = await subscriptionsOf(shop).cardTransactions.findByReference(reference)
  if (row === null) {
    throw new Error(`there is no card transaction ${reference}`)
  }
  return row
}

/** Captures a payment as an operator does in the admin; `amount` in major units, else all of it. */
export function capture(admin: Agent, paymentId: string, amount?: number): Test {
  return admin
    .post(`/admin/payments/${paymentId}/capture`)
    .send(amount === undefined ? {} : { amount })
}
