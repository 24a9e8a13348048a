import type { AdminPayout } from "../../api/admin/payin/payout-types"

type Standing = Pick<AdminPayout, "status">

/** Where nothing moves any more without a person, or at all. */
const RESTS = new Set<AdminPayout["status"]>([
  "awaiting_destination",
  "awaiting_approval",
  "approved",
  "rejected",
  "canceled",
  "paid_elsewhere",
])
const LOOK_MS = 5_000

export function isUnderWay({ status }: Standing): boolean {
  return !RESTS.has(status)
}

/** Milliseconds until payouts are asked for again: somebody may be waiting before the page. False: nothing moves. */
export function lookAgain(payouts: readonly Standing[] = []): number | false {
  return payouts.some(isUnderWay) && LOOK_MS
}
