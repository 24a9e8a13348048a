import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { isAliveCard } from "../../domain/card-state"
import { medusaRows } from "../../domain/medusa-row"
import { isPositive, type MajorAmount } from "../../domain/money"
import { isOurProvider, isPayInProvider } from "../../domain/provider-id"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { toldCaptured } from "../../settlement/told-captures"
import { comingLinks, type ComingLink } from "./coming-links"
import { servicesOf } from "./index"
import { readOrder } from "./read-order"

const dated = z.object({ canceled_at: z.unknown() })
const payment = z.object({ canceled_at: z.coerce.date().nullish(), provider_id: z.string() })
const session = z.object({ status: z.string(), provider_id: z.string() })
const orderSchema = z.object({
  created_at: z.coerce.date().nullish(),
  fulfillments: medusaRows(dated),
  cart_link: z.object({ cart_id: z.string() }).nullish(),
  payment_collections: medusaRows(
    z.object({
      id: z.string(),
      payments: medusaRows(payment),
      payment_sessions: medusaRows(session),
    })
  ),
})

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
  /** Sessions of other providers that may still bring money. */
  other_sessions: number
  /** Our links that may still bring money, or brought money that a person has to decide about. */
  coming: readonly ComingLink[]
  /** Our cards that hold, or may hold, money for it; one without a period is the shopper's own. */
  cards: readonly (Pick<CardTransaction, "cycle_id"> & {
    /** The service told of a capture that no row shows, and a person is asked. */
    is_told: boolean
  })[]
  /** Id of the subscription period that it was made for and that is still to be charged. */
  renewal: string | null
}

/**
 * Reason not to cancel an order although its payment failed
 * (docs/decisions/0016-orders-that-wait.md).
 */
export type Kept =
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
   * Another link or card of ours may still pay the order, or its money is not booked yet: asked
   * again later.
   */
  | "other_link"
  /**
   * The order belongs to a renewal. The renewal job cancels it or charges it. If anybody else
   * cancels it, the period counts as called off.
   */
  | "renewal"

const OVER = ["error", "canceled"]

/**
 * An order whose payment failed, with all that may still pay it.
 *
 * @param alsoOf a collection of the payment that failed: a process killed inside Medusa's completion
 * may have left out its link to the order
 */
export async function findWaitingOrder(
  container: MedusaContainer,
  orderId: string,
  alsoOf: string | null = null
): Promise<WaitingOrder | null> {
  const read = await readOrder(container, orderId, {
    fields: [
      "created_at",
      "fulfillments.canceled_at",
      "cart_link.cart_id",
      "payment_collections.id",
      "payment_collections.payments.canceled_at",
      "payment_collections.payments.provider_id",
      "payment_collections.payment_sessions.status",
      "payment_collections.payment_sessions.provider_id",
    ],
    schema: orderSchema,
  })
  if (read === null) {
    return null
  }
  const { payment_collections: collections, ...order } = read
  const own = collections.map((one) => one.id)
  const paying = alsoOf === null ? own : [...new Set([alsoOf, ...own])]
  return {
    id: order.id,
    status: order.status,
    outstanding: order.owed.outstanding,
    paid: order.owed.paid,
    payment_collections: own,
    fulfillments: order.fulfillments.filter(stands).length,
    payments: collections.flatMap((one) => one.payments).filter(stands).length,
    had_other_payment: collections
      .flatMap((one) => one.payments)
      .some((one) => !isPayInProvider(one.provider_id) && isGivenUp(one, order.created_at)),
    other_sessions: collections.flatMap((one) => one.payment_sessions).filter(isForeign).length,
    coming: await comingLinks(servicesOf(container), paying),
    cards: await payingCards(container, paying),
    renewal: await servicesOf(container).subscriptions.cycles.awaiting({
      order_id: order.id,
      cart_ids: order.cart_link ? [order.cart_link.cart_id] : [],
    }),
  }
}

/**
 * Unpaid order: reason not to cancel it; null when it may be canceled. One rule for whatever failed:
 * a link, a card or a renewal.
 *
 * @param failed id of the link that failed, which keeps the order only by late money
 */
export function reasonNotToCancel(order: WaitingOrder, failed: string | null = null): Kept | null {
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
  return order.renewal === null ? null : "renewal"
}

/**
 * Card transactions that may still pay, or of which a person is asked whether they were charged. A
 * hold that is to be voided pays nothing more, nor does money that a person excluded from settlement.
 */
async function payingCards(
  container: MedusaContainer,
  collections: readonly string[]
): Promise<WaitingOrder["cards"]> {
  const { subscriptions, ledger } = servicesOf(container)
  const rows = await subscriptions.cardTransactions.ofCollections(collections)
  const told = await toldCaptured(ledger, rows)
  const paying = rows.filter(
    (row) => told.includes(row) || (isAliveCard(row.status) && row.release_wanted_at === null)
  )
  if (paying.length === 0) {
    return []
  }
  const taken = await ledger.transactions.ofCollections(collections)
  const aside = new Set<string>(
    taken.flatMap(({ excluded_at, reference }) => (excluded_at === null ? [] : [reference]))
  )
  return paying
    .map((row) => ({ ...row, is_told: told.includes(row) }))
    .filter(({ reference, is_told }) => is_told || !aside.has(reference))
}

function stands(row: { canceled_at?: unknown }): boolean {
  return row.canceled_at == null
}

/** A payment that was canceled before the order came belongs to a completion that failed. */
function isGivenUp(
  { canceled_at }: z.infer<typeof payment>,
  orderedAt: Date | null | undefined
): boolean {
  return canceled_at != null && (orderedAt == null || canceled_at > orderedAt)
}

function isForeign(one: z.infer<typeof session>): boolean {
  return !isOurProvider(one.provider_id) && !OVER.includes(one.status)
}
