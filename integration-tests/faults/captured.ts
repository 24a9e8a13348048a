import { BigNumber } from "bignumber.js"
import type { Books, OrderRecord, PaymentRecord } from "./books"

const OURS = /^pp_payin_/

export function paymentsOfOurs({ payments }: Books): PaymentRecord[] {
  return payments.filter(({ provider_id }) => OURS.test(provider_id))
}

export function isCaptured({ canceled, captures }: PaymentRecord): boolean {
  return !canceled && captures.length > 0
}

/** The orders that stand and show this money as captured. */
export function ordersWith(books: Books, reference: string): OrderRecord[] {
  return paymentsOfOurs(books)
    .filter((payment) => payment.reference === reference && isCaptured(payment))
    .flatMap((payment) =>
      books.orders.filter(
        ({ status, collections }) =>
          status !== "canceled" && collections.includes(payment.payment_collection_id)
      )
    )
}

export function sum(amounts: readonly string[]): BigNumber {
  return amounts.reduce((total, amount) => total.plus(amount), new BigNumber(0))
}
