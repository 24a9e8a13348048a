import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { isAliveCard } from "../../domain/card/state"
import { medusaRows } from "../../domain/row/medusa-row"
import { isOurProvider, isPayInProvider } from "../../domain/options/provider-id"
import type { WaitingOrder } from "../../domain/order/waiting"
import { toldCaptured } from "../../settlement/told-captures"
import { comingLinks } from "./coming-links"
import { servicesOf } from "./index"
import { readOrder } from "../../medusa/order"

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
    is_asked: await servicesOf(container).ledger.anomalies.asksAboutOrder(order.id),
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
  const payIns = await ledger.transactions.ofCollections(collections)
  const excluded = new Set<string>(
    payIns.flatMap(({ excluded_at, reference }) => (excluded_at === null ? [] : [reference]))
  )
  return paying
    .map((row) => ({ ...row, is_told: told.includes(row) }))
    .filter(({ reference, is_told }) => is_told || !excluded.has(reference))
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
