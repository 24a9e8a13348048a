import type { AdminOrder } from "@medusajs/framework/types"
import { useAnswer } from "../answer/use-answer"

/** A captured payment of ours of which something is left to give back. */
export interface Refundable {
  id: string
  /** The account of the store that took it. */
  account: string
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

const FIELDS = [
  ...["id", "currency_code", "status", "summary", "payment_collections.payments.id"],
  ...["provider_id", "captured_at", "canceled_at", "captures.amount", "refunds.amount"].map(
    (name) => `payment_collections.payments.${name}`
  ),
].join()

const OURS = /^pp_payin(?:-card)?_/

/** Undefined until it is known. */
export function useOrderBooks(orderId: string): OrderBooks | undefined {
  const { data } = useAnswer<{ order: AdminOrder }>(`/admin/orders/${orderId}`, {
    query: { fields: FIELDS },
  })
  return data && booksOf(data.order)
}

function booksOf(order: AdminOrder): OrderBooks {
  const payments = (order.payment_collections ?? []).flatMap(({ payments }) => payments ?? [])
  return {
    currency: order.currency_code.toUpperCase(),
    owes: order.summary?.pending_difference ?? 0,
    canceled: order.status === "canceled",
    refundable: payments
      .filter(({ provider_id, canceled_at }) => OURS.test(provider_id) && !canceled_at)
      .map(({ id, provider_id, captures, refunds }) => ({
        id,
        account: provider_id.replace(OURS, ""),
        left: sum(captures) - sum(refunds),
      }))
      .filter(({ left }) => left > 0),
  }
}

function sum(rows: readonly { amount: number }[] | undefined): number {
  return (rows ?? []).reduce((total, { amount }) => total + amount, 0)
}

/**
 * A number of Medusa's as the routes take an amount: without what floats add to it, and towards zero.
 *
 * @param decimals of what can be sent
 */
export function amountOf(value: number, decimals = 4): string {
  const unit = 10 ** decimals
  return String(Math.trunc(Number((value * unit).toFixed(4))) / unit)
}
