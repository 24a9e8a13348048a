import type { PayInPaymentStatus } from "./wire.ts"

/** How a payment stands. `unknown`: the address names no payment, or one that never was. */
export type Followed =
  PayInPaymentStatus | (Omit<PayInPaymentStatus, "status"> & { status: "unknown" })

export const UNKNOWN: Followed = {
  ...{ status: "unknown", payment_url: null, instructions: null, order_id: null, message: null },
}

const ENDED = ["rejected", "expired", "failed", "needs_input", "unknown"]
const WITH_STORE = ["in_review", "canceled"]

/** Nothing more comes of it: the shopper has to pay again, or another way. */
export function hasEnded({ status }: Followed): boolean {
  return ENDED.includes(status)
}

/** The store decides: money arrived that pays no order yet, or the order was canceled. Nobody should pay again. */
export function isWithStore({ status }: Followed): boolean {
  return WITH_STORE.includes(status)
}

export function isPaid({ status, order_id }: Followed): boolean {
  return status === "approved" && order_id !== null
}

/** A page that waits learns nothing more. */
export function isDone(payment: Followed): boolean {
  return isPaid(payment) || hasEnded(payment) || isWithStore(payment)
}
