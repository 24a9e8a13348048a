import { isStopped, type PayoutReason } from "./payout-reason"
import {
  isUnsent,
  mayBeCanceledByPerson,
  mayBeChanged,
  mayBePaidElsewhere,
  type PayoutSource,
  type PayoutStatus,
} from "./payout-state"

/** What a person can do about a payout: the names of the routes below `payouts/:id`, the likeliest first. */
export const PAYOUT_WAYS = [
  "approve",
  "resend",
  "retry",
  "destination",
  "destination-link",
  "paid-elsewhere",
  "cancel",
] as const
export type PayoutWay = (typeof PAYOUT_WAYS)[number]

interface Standing {
  status: PayoutStatus
  reason: PayoutReason | null
  source: PayoutSource
  hasDestination: boolean
}

/** What fits where a payout stands. Whether this person may is another question, asked when they try. */
export function payoutWays({ status, reason, source, hasDestination }: Standing): PayoutWay[] {
  const unsent = isUnsent(status)
  const fits: Record<PayoutWay, boolean> = {
    approve: status === "awaiting_approval",
    resend: status === "unknown",
    retry: status === "rejected" && !isStopped(reason),
    destination: mayBeChanged(status),
    "destination-link": unsent && !hasDestination,
    "paid-elsewhere": mayBePaidElsewhere(status),
    cancel: unsent && mayBeCanceledByPerson(source),
  }
  return PAYOUT_WAYS.filter((way) => fits[way])
}
