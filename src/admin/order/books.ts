import type { AdminOrder } from "@medusajs/framework/types"
import { useAnswer } from "../answer/use-answer"

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

const FIELDS = [
  ...["id", "currency_code", "status", "summary", "payment_collections.payments.id"],
  ...["provider_id", "captured_at", "canceled_at", "captures.amount", "refunds.amount"].map(
    (name) => `payment_collections.payments.${name}`
  ),
].join()

const OURS = /^pp_payin(?:-card)?_/
const CARDS = /^pp_payin-card_/
const CARD_DECIMALS = 2

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
        card: CARDS.test(provider_id),
        left: sum(captures) - sum(refunds),
      }))
      .filter(({ left }) => left > 0),
  }
}

function sum(rows: readonly { amount: number }[] | undefined): number {
  return (rows ?? []).reduce((total, { amount }) => total + amount, 0)
}

/** A number of Medusa's as the routes take an amount: without what floats add to it. */
export function amountOf(value: number): string {
  return String(Number(value.toFixed(4)))
}

/**
 * What is left of a payment as it can be sent: of what was paid, which is Medusa's number rounded for the card or
 * the link, all that a payout carries. A card pays centavos, which a payout in pesos does not.
 *
 * @param decimals of a payout; undefined until that is known
 */
export function sendableOf({ left, card }: Refundable, decimals = 4): string {
  const paid = rounded(left, card ? CARD_DECIMALS : decimals, Math.round)
  return String(rounded(paid, decimals, Math.trunc))
}

function rounded(value: number, decimals: number, whole: (value: number) => number): number {
  const unit = 10 ** decimals
  return whole(Number((value * unit).toFixed(4))) / unit
}
