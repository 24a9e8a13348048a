import type { Instructions, SessionStatus } from "./data"
import type { Language, Text } from "../text/language"

/**
 * The states of a payment that a return page reads: those of its session, `in_review` (money
 * arrived, and a person decides about it) and `canceled` (its order was canceled).
 */
export type ShopperStatus = SessionStatus | "in_review" | "canceled"

/** What a shopper's return page is told. */
export interface ShopperView {
  status: ShopperStatus
  /** The address where the shopper can pay now; null when there is nothing to pay. */
  payment_url: string | null
  /** How to pay now without a page, or beside it; null when there are none. */
  instructions: Instructions | null
  order_id: string | null
  /** For people: why a payment will not come, or what happens with the money. */
  message: string | null
}

/**
 * Why money that arrived pays no order.
 *
 * - `other_amount`: it differs from the requested amount
 * - `undecided`: a person has to decide for another reason
 * - `goes_back`: the store refunds it
 * - `left`: a person dealt with it elsewhere
 */
export const REVIEWS = ["other_amount", "undecided", "goes_back", "left"] as const

export type Review = (typeof REVIEWS)[number]

/** What is known of one payment of a payment collection, by a link or by a card. */
export interface PaymentFacts {
  /** It belongs to the newest session, with which the shopper works. */
  newest: boolean
  /** The state of the link or card alone. */
  shown: Pick<ShopperView, "status" | "payment_url" | "instructions" | "message">
  /** Money arrived or is held, or the bank may hold it. */
  has_money: boolean
  /** null: the money pays an order, or is about to. */
  review: Review | null
  /** The link was closed while it was open: it was replaced, or its order owes nothing. */
  closed_early: boolean
  order: { id: string; canceled: boolean } | null
}

const ENDED: ReadonlySet<ShopperStatus> = new Set(["rejected", "expired", "failed"])

/** Whether nothing comes of the payment, and nobody decides about money. */
export function canBePaidAgain({ status }: Pick<ShopperView, "status">): boolean {
  return ENDED.has(status)
}

const REVIEW: Record<Review, Text> = {
  other_amount: {
    es: "Recibimos un pago distinto al solicitado. La tienda lo está revisando: no pagues de nuevo.",
    en: "We received another amount than was asked for. The store is looking into it: do not pay again.",
  },
  undecided: {
    es: "Recibimos tu pago, pero todavía no está en ningún pedido. La tienda lo está revisando: no pagues de nuevo.",
    en: "We received your payment, but it is not on an order yet. The store is looking into it: do not pay again.",
  },
  goes_back: {
    es: "Recibimos tu pago, pero no quedó en ningún pedido. La tienda te devuelve el dinero.",
    en: "We received your payment, but it pays no order. The store gives the money back to you.",
  },
  left: {
    es: "Recibimos tu pago y la tienda ya lo atendió. Si tienes dudas, escríbele.",
    en: "We received your payment, and the store has dealt with it. If you have questions, write to the store.",
  },
}
const CANCELED_UNPAID: Text = {
  es: "El pedido se canceló: ya no se puede pagar.",
  en: "The order was canceled: it can no longer be paid.",
}
const CLOSED: Text = {
  es: "Con este enlace ya no se paga: el pedido se pagó de otra forma, o la tienda envió otro enlace. Si ya pagaste aquí, espera la confirmación.",
  en: "This link can no longer be paid: the order was paid otherwise, or the store sent another link. If you have paid here, wait for the confirmation.",
}
const CANCELED_PAID: Text = {
  es: "El pedido se canceló. La tienda te devuelve lo que pagaste.",
  en: "The order was canceled. The store gives back what you paid.",
}

/** What the shopper reads of money that pays no order. */
export function reviewText(review: Review, language: Language): string {
  return REVIEW[review][language]
}

/**
 * Which payment of the collection the shopper is told about: one that pays its order, else the one
 * of the newest session. null: nothing was started, or more is asked of the shopper.
 */
export function toldPayment<Payment extends PaymentFacts>(
  payments: readonly Payment[]
): Payment | null {
  const newest = payments.find(({ newest }) => newest) ?? null
  return newest !== null && paysOrder(newest) ? newest : (payments.find(paysOrder) ?? newest)
}

/** What the shopper is told, in one language. Money that pays no order is never shown as approved. */
export function shopperView(payments: readonly PaymentFacts[], language: Language): ShopperView {
  const told = toldPayment(payments)
  if (told === null) {
    return { ...NOTHING_TO_PAY, status: "needs_input", order_id: null, message: null }
  }
  const { order, shown, review, has_money, closed_early } = told
  const over = { ...NOTHING_TO_PAY, order_id: order?.id ?? null }
  if (has_money && order?.canceled === true) {
    const text = review === "left" ? REVIEW.left : CANCELED_PAID
    return { ...over, status: "canceled", message: text[language] }
  }
  if (has_money && review !== null) {
    return { ...over, status: "in_review", message: reviewText(review, language) }
  }
  if (!has_money && order?.canceled === true && isOpenOrClosedByOrder(told)) {
    return { ...over, status: "canceled", message: CANCELED_UNPAID[language] }
  }
  if (!has_money && order !== null && closed_early && CAN_STILL_END.has(shown.status)) {
    return { ...over, status: "expired", message: CLOSED[language] }
  }
  return { ...over, ...shown }
}

const NOTHING_TO_PAY = { payment_url: null, instructions: null }

/** What a link that was closed while it was open reads by itself, now or once its time is over. */
const CAN_STILL_END: ReadonlySet<ShopperStatus> = new Set(["pending", "expired"])

function paysOrder({ has_money, review, order }: PaymentFacts): boolean {
  return has_money && review === null && order?.canceled !== true
}

/** A link that ended by itself keeps its own end, which tells why the order was canceled. */
function isOpenOrClosedByOrder({ shown, closed_early }: PaymentFacts): boolean {
  return closed_early || shown.status === "pending" || shown.status === "needs_input"
}
