import type { AdminOrder } from "@medusajs/framework/types"
import { useAnswer } from "../answer/use-answer"
import { BOOKS_FIELDS, booksOf, type OrderBooks, type Refundable } from "./books-of"

const CARD_DECIMALS = 2

/** Undefined until it is known. */
export function useOrderBooks(orderId: string): OrderBooks | undefined {
  const { data } = useAnswer<{ order: AdminOrder }>(`/admin/orders/${orderId}`, {
    query: { fields: BOOKS_FIELDS },
  })
  return data && booksOf(data.order)
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
