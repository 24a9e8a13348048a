import { followPayment, type Followed } from "./follow.ts"
import { callerOf, PayInError, type PayInStore } from "./request.ts"
import type {
  PayInBank,
  PayInCardInput,
  PayInCardSession,
  PayInCart,
  PayInMethod,
  PayInPaymentStatus,
  PayInSavedCard,
  PayInSession,
  PayInSessionInput,
  PayInSubscription,
} from "./wire.ts"

export { localeOf, type PayInLocale } from "./locale.ts"
export { PayInError } from "./request.ts"
export type { PayInAnswer, PayInRequest, PayInStore } from "./request.ts"
export { sendToStore } from "./send-to-store.ts"
export type { Followed } from "./follow.ts"
export type * from "./wire.ts"

/** What `methods` asks for: a cart, or a page without one. `amount` is in major units. */
export type PayInMethodsQuery =
  { cart_id: string } | { country_code: string; currency_code: string; amount?: string }

/** Every store route of the plugin, and the routes of Medusa that a payment needs. Refusals reject with PayInError. */
export interface PayInClient {
  /** The ways to pay, in the order in which to show them. */
  methods(query: PayInMethodsQuery): Promise<PayInMethod[]>
  /** The banks of PSE, for a cart whose method asks for one. */
  banks(query: { cart_id: string }): Promise<PayInBank[]>
  /**
   * Starts, or starts again, the payment of a cart with what the shopper has told so far. `fields` of the answer: ask
   * for them, then call again.
   */
  startSession(cart: PayInCart, data: PayInSessionInput): Promise<PayInSession>
  /** The same for a card on the shop's own page. The order holds the money on that card. */
  startCardSession(cart: PayInCart, data: PayInCardInput): Promise<PayInCardSession>
  /** How a payment stands. */
  session(sessionId: string): Promise<PayInPaymentStatus>
  /**
   * Tells how a payment stands, now and after each change, until it ends: by server-sent events, else by asking less
   * and less often. Places the order of an approved payment if it knows the cart. Answers what stops it.
   */
  follow(ids: FollowedIds, onPayment: (payment: Followed) => void): () => void
  /** A cart with its payment sessions, as `PayInPayment` takes it. One that became an order, too. */
  cart(id: string): Promise<PayInCart>
  /**
   * The page where the shopper pays what the order of an ended payment owes, with any method. Refused where nothing
   * is to be paid there.
   */
  payAgainLink(sessionId: string): Promise<string>
  /** The order's id; null while it cannot be placed yet, or somebody else places it just now. */
  placeOrder(cartId: string): Promise<string | null>
  /** Cards of the signed-in shopper. */
  savedCards(): Promise<PayInSavedCard[]>
  deleteSavedCard(id: string): Promise<void>
  /** Subscriptions of the signed-in shopper, newest first. */
  subscriptions(): Promise<PayInSubscription[]>
  cancelSubscription(id: string): Promise<PayInSubscription>
}

export interface FollowedIds {
  /** null: the address of the page names none. */
  sessionId: string | null
  cartId?: string | null
}

/** A client for a store. It is good for the browser, a server component and a server action. */
export function createPayInClient(store: PayInStore): PayInClient {
  return clientOf(() => store)
}

/** A client for a store whose sign-in changes. */
export function clientOf(read: () => PayInStore): PayInClient {
  const call = callerOf(read)

  async function list<Entry>(path: string, name: string): Promise<Entry[]> {
    const answer = await call<Record<string, Entry[] | undefined>>(path)
    const entries = answer[name]
    if (!Array.isArray(entries)) throw new PayInError(`The answer has no ${name}.`, 0)
    return entries
  }

  async function start<Session>(cart: PayInCart, kind: string, data: object): Promise<Session> {
    const { region_id } = await withRegion(cart)
    const providers = await list<{ id: string }>(
      `/store/payment-providers?region_id=${encodeURIComponent(region_id)}`,
      "payment_providers"
    )
    const provider_id = providers.find(({ id }) => id.startsWith(kind))?.id
    if (provider_id === undefined) throw new PayInError("", 404, { type: "no_provider" })
    const { payment_collection } = await call<{
      payment_collection: { payment_sessions: { provider_id: string; data: Session }[] }
    }>(`/store/payment-collections/${await collectionOf(cart)}/payment-sessions`, "POST", {
      provider_id,
      data,
    })
    const session = payment_collection.payment_sessions.find(
      (one) => one.provider_id === provider_id
    )
    if (session === undefined) throw new PayInError("The answer has no session of ours.", 0)
    return session.data
  }

  async function withRegion(cart: PayInCart): Promise<{ region_id: string }> {
    if (cart.region_id) return { region_id: cart.region_id }
    const path = `/store/carts/${encodeURIComponent(cart.id)}?fields=id,region_id`
    return (await call<{ cart: { region_id: string } }>(path)).cart
  }

  async function collectionOf(cart: PayInCart): Promise<string> {
    if (cart.payment_collection) return cart.payment_collection.id
    const { payment_collection } = await call<{ payment_collection: { id: string } }>(
      "/store/payment-collections",
      "POST",
      { cart_id: cart.id }
    )
    return payment_collection.id
  }

  const client: PayInClient = {
    methods: (query) =>
      list<PayInMethod>(`/store/payin/methods?${String(new URLSearchParams(query))}`, "methods"),
    banks: ({ cart_id }) =>
      list<PayInBank>(`/store/payin/banks?cart_id=${encodeURIComponent(cart_id)}`, "banks"),
    startSession: (cart, data) => start(cart, "pp_payin_", data),
    startCardSession: (cart, data) => start(cart, "pp_payin-card_", data),
    session: (id) => call(`/store/payin/sessions/${encodeURIComponent(id)}`),
    follow: (ids, onPayment) => followPayment(client, read, ids, onPayment),
    async cart(id) {
      const fields = "id,region_id,*payment_collection,*payment_collection.payment_sessions"
      const path = `/store/carts/${encodeURIComponent(id)}?fields=${fields}`
      return (await call<{ cart: PayInCart }>(path)).cart
    },
    async payAgainLink(sessionId) {
      const path = `/store/payin/sessions/${encodeURIComponent(sessionId)}/pay-again-link`
      return (await call<{ url: string }>(path, "POST", {})).url
    },
    async placeOrder(cartId) {
      const path = `/store/carts/${encodeURIComponent(cartId)}/complete`
      const placed = await call<{ order?: { id: string } }>(path, "POST", {}).catch(() => null)
      return placed?.order?.id ?? null
    },
    savedCards: () => list<PayInSavedCard>("/store/payin/saved-cards", "saved_cards"),
    async deleteSavedCard(id) {
      await call(`/store/payin/saved-cards/${encodeURIComponent(id)}`, "DELETE")
    },
    subscriptions: () => list<PayInSubscription>("/store/payin/subscriptions", "subscriptions"),
    async cancelSubscription(id) {
      const path = `/store/payin/subscriptions/${encodeURIComponent(id)}/cancel`
      return (await call<{ subscription: PayInSubscription }>(path, "POST", {})).subscription
    },
  }
  return client
}
