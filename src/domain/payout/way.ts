import type { Actor } from "./actor"
import { isBlocked, type PayoutReason } from "./reason"
import {
  isUnsent,
  mayBeCanceledByPerson,
  mayBeChanged,
  mayBeConcluded,
  mayBePaidElsewhere,
  type PayoutSource,
  type PayoutStatus,
} from "./state"

/** Allowed actions of a person on a payout: the routes below `payouts/:id`, the likeliest first. */
export const PAYOUT_WAYS = [
  "approve",
  "resend",
  "retry",
  "conclude",
  "destination",
  "destination-link",
  "paid-elsewhere",
  "pay-rest",
  "cancel",
] as const
export type PayoutWay = (typeof PAYOUT_WAYS)[number]

interface Standing {
  status: PayoutStatus
  reason: PayoutReason | null
  source: PayoutSource
  /** The payout of which it pays the rest; null: it is none. */
  rest_of: string | null
  hasDestination: boolean
  /** Whether it has been pending for longer than option `payouts.stuckDays`. */
  stuck: boolean
  /** Whether the service left some of it unpaid (domain/payout/rest). */
  short: boolean
  /** Whether the recipient names the account, in a form that was asked for. No second one ever is. */
  byForm: boolean
}

/**
 * Allowed actions by a payout's status. Who may do them: {@link needsSecondPerson}.
 */
export function payoutWays({
  status,
  reason,
  source,
  rest_of,
  hasDestination,
  stuck,
  short,
  byForm,
}: Standing): PayoutWay[] {
  const unsent = isUnsent(status)
  const fits: Record<PayoutWay, boolean> = {
    approve: status === "awaiting_approval",
    resend: status === "unknown" && !byForm,
    retry: status === "rejected" && !isBlocked(reason) && !byForm,
    conclude: mayBeConcluded({ status, reason }, stuck) === "yes",
    destination: mayBeChanged(status),
    "destination-link": (unsent && !hasDestination) || (byForm && hasForm({ status, reason })),
    "paid-elsewhere": mayBePaidElsewhere(status, reason),
    "pay-rest": short,
    cancel: unsent && mayBeCanceledByPerson({ source, rest_of }),
  }
  return PAYOUT_WAYS.filter((way) => fits[way])
}

/**
 * Four eyes: whether only a second person may do this. An approval always is one. Above the limit
 * the word of a person counts as one: that it was paid elsewhere, or how it ended.
 */
export function needsSecondPerson(way: PayoutWay, isAboveLimit: boolean): boolean {
  switch (way) {
    case "approve":
      return true
    case "conclude":
    case "paid-elsewhere":
      return isAboveLimit
    default:
      return false
  }
}

/**
 * Four eyes: whether the address of a form goes to the recipient alone. It exists only after the approval
 * of a second person, so an operator who reads it could name an account that nobody approves any more.
 */
export function isForRecipientAlone({ role }: Pick<Actor, "role">, isAboveLimit: boolean): boolean {
  return role === "operator" && isAboveLimit
}

/** Whether the service made a form for the recipient, as far as anybody knows. */
export function hasForm({ status, reason }: Pick<Standing, "status" | "reason">): boolean {
  return status === "pending" && reason === "awaiting_beneficiary"
}
