import { isPositive, type MajorAmount } from "../money/amount"

/** A link of ours whose money may still come. */
export interface ComingLink {
  id: string
  /** Whether its money is booked. */
  is_settled: boolean
  /** Whether it arrived after the link's end, and a person is asked about it. */
  is_late: boolean
}

/** An order whose payment failed, with every fact that may forbid canceling it. */
export interface WaitingOrder {
  id: string
  status: string
  /** Outstanding amount in major units; zero or less when nothing is owed. */
  outstanding: MajorAmount
  /** Captured and not refunded amount. */
  paid: MajorAmount
  payment_collections: string[]
  /** Number of fulfillments that were not canceled. */
  fulfillments: number
  /** Number of payments that were not canceled: captured, or held and still to be captured. */
  payments: number
  /**
   * A payment that was not made by a link stood for it and was canceled since: that one, a card's or
   * another provider's, placed the order, and no link did.
   */
  had_other_payment: boolean
  /** A person is asked about it, because a link of it ended that nobody could ask the service about. */
  is_asked: boolean
  /** Sessions of other providers that may still bring money. */
  other_sessions: number
  /** Our links that may still bring money, or brought money that a person has to decide about. */
  coming: readonly ComingLink[]
  /** Our cards that hold, or may hold, money for it; one without a period is the shopper's own. */
  cards: readonly {
    cycle_id: string | null
    /** The service told of a capture that no row shows, and a person is asked. */
    is_told: boolean
  }[]
  /** Id of the subscription period that it was made for and that is still to be charged. */
  renewal: string | null
}

/**
 * Reason not to cancel an order although its payment failed
 * (docs/decisions/0016-orders-that-wait.md).
 */
export type ReasonNotToCancel =
  /** Option `onPaymentFailed: "keep_order"`. */
  | "by_option"
  /** The order is a draft, completed, archived or canceled. */
  | "not_waiting"
  /** A part was paid, or a payment is held in any of the order's collections. */
  | "paid"
  /** The order is marked as paid, or was edited until nothing was owed. */
  | "owes_nothing"
  | "fulfilled"
  /** The shopper chose another provider, which decides about the order. */
  | "other_provider"
  /**
   * A card or another provider placed the order, which therefore waits for no link. Whoever gave
   * that payment up decides about it.
   */
  | "other_payment"
  /**
   * Nobody could ask the service whether a link of the order was paid: its account was taken out, or
   * belongs to another merchant. A person decides about the order.
   */
  | "asked"
  /**
   * Another link or card of ours may still pay the order, or its money is not booked yet: asked
   * again later.
   */
  | "other_link"
  /**
   * The order belongs to a renewal. The renewal job cancels it or charges it. If anybody else
   * cancels it, the period counts as called off.
   */
  | "renewal"

/**
 * Unpaid order: reason not to cancel it; null when it may be canceled. One rule for whatever failed:
 * a link, a card or a renewal.
 *
 * @param failed id of the link that failed, which keeps the order only by late money
 */
export function reasonNotToCancel(
  order: WaitingOrder,
  failed: string | null = null
): ReasonNotToCancel | null {
  // An order that awaits its payment is "pending" in Medusa, even after an edit.
  if (order.status !== "pending") {
    return "not_waiting"
  }
  if (order.payments > 0 || isPositive(order.paid)) {
    return "paid"
  }
  if (!isPositive(order.outstanding)) {
    return "owes_nothing"
  }
  if (order.fulfillments > 0) {
    return "fulfilled"
  }
  if (order.other_sessions > 0) {
    return "other_provider"
  }
  const comes = order.coming.some(({ id, is_late }) => id !== failed || is_late)
  if (order.cards.length > 0 || comes) {
    return "other_link"
  }
  if (order.is_asked) {
    return "asked"
  }
  return order.renewal === null ? null : "renewal"
}
