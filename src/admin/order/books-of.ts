import type { AdminOrder } from "@medusajs/framework/types"

/** A captured payment of ours of which something is left to give back. */
export interface Refundable {
  id: string
  /** The account of the store that took it. */
  account: string
  card: boolean
  left: number
}

/** What Medusa's own books say of an order, as far as PayIn has to do with it. */
export interface OrderBooks {
  currency: string
  /** What it owes; negative: what it is owed. */
  owes: number
  canceled: boolean
  refundable: Refundable[]
}

/** With `total` and `currency_code` Medusa counts what the order owes anew (docs/medusa.md#stored-sums). */
export const BOOKS_FIELDS = [
  ...["id", "currency_code", "status", "total", "summary", "payment_collections.payments.id"],
  ...["provider_id", "captured_at", "canceled_at", "captures.id", "captures.amount"].map(
    (name) => `payment_collections.payments.${name}`
  ),
  "payment_collections.payments.refunds.amount",
  ...["reference_id"].map((name) => `transactions.${name}`),
].join()

const OURS = /^pp_payin(?:-card)?_/
const CARDS = /^pp_payin-card_/

/** The books of an order that was read with {@link BOOKS_FIELDS}. */
export function booksOf(order: AdminOrder): OrderBooks {
  const payments = (order.payment_collections ?? []).flatMap(({ payments }) => payments ?? [])
  const shown = new Set((order.transactions ?? []).map(({ reference_id }) => reference_id))
  return {
    currency: order.currency_code.toUpperCase(),
    owes: order.summary?.pending_difference ?? 0,
    canceled: order.status === "canceled",
    refundable: payments
      .filter(({ provider_id }) => OURS.test(provider_id))
      // An order may show a payment that Medusa canceled before (docs/medusa.md#canceled-payments).
      .filter(
        ({ canceled_at, captures }) => !canceled_at || captures?.some(({ id }) => shown.has(id))
      )
      .map(({ id, provider_id, captures, refunds }) => ({
        id,
        account: provider_id.replace(OURS, ""),
        card: CARDS.test(provider_id),
        left: sum(captures) - sum(refunds),
      }))
      .filter(({ left }) => left > 0),
  }
}

function sum(rows: readonly { amount: number }[] | undefined): number {
  return (rows ?? []).reduce((total, { amount }) => total + amount, 0)
}
