import { BigNumber } from "bignumber.js"
import type { Books } from "./books"
import { captureViolations, collectionViolations } from "./captures"
import { notKnownViolations } from "./not-known"
import { orderSumViolations } from "./order-sums"
import { orderViolations } from "./orders"
import { payoutViolations } from "./payout-invariants"
import { placeViolations } from "./place-of-money"
import { progressViolations } from "./progress"
import { refundBookViolations } from "./refund-invariants"
import { standingViolations } from "./standing-invariants"
import { stockViolations } from "./stock"

/** Something that must never be, after a schedule has come to rest. */
export interface Violation {
  invariant: string
  /** The reference, order, cart or item it is about. */
  subject: string
  detail: string
}

/**
 * Checks what is promised of every sale against the service's own record
 * (docs/testing.md#which-test-shows-which-promise).
 */
export function violations(books: Books): Violation[] {
  return [
    ...placeViolations(books),
    ...captureViolations(books),
    ...collectionViolations(books),
    ...orderViolations(books),
    ...orderSumViolations(books),
    ...stockViolations(books),
    ...progressViolations(books),
    ...notKnownViolations(books),
    ...payoutViolations(books),
    ...standingViolations(books),
    ...refundBookViolations(books),
    ...books.bystandersTouched.map((subject) => ({
      invariant: "no bystander is touched",
      subject,
      detail: "its cart changed",
    })),
  ]
}

/** What Medusa captured minus what was asked of the service, per currency: what rounding gave or took. */
export function roundingOf({ payIns }: Books): Map<string, BigNumber> {
  const sums = new Map<string, BigNumber>()
  for (const { currency, order_amount, requested_amount } of payIns.filter(
    ({ settled }) => settled
  )) {
    const sum = sums.get(currency) ?? new BigNumber(0)
    sums.set(currency, sum.plus(order_amount).minus(requested_amount))
  }
  return sums
}
