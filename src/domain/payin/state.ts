import type { ServiceStatus } from "../service/status"

/** The states of one pay-in link. */
export const PAYIN_STATUSES = [
  "creating",
  "pending",
  "approved",
  "rejected",
  "expired",
  "failed",
] as const

export type PayInStatus = (typeof PAYIN_STATUSES)[number]

/**
 * Why a pay-in has its state. A notification is no cause: it only makes the plugin look up
 * (docs/decisions/0002-lookup-is-the-only-truth.md).
 * - `created`: the row was written, the call not yet answered
 * - `accepted`: the service answered the create call with a link
 * - `service`: a lookup said so
 * - `refused`: the service definitely refused the create call
 * - `not_received`: the service is believed never to have received it (docs/service.md#not-known)
 * - `accepted_by_operator`: a person adopted an approval that came after the end (see `mayAdopt`)
 * - `captured`: a card paid, which the ledger keeps beside the links
 */
export const PAYIN_CAUSES = [
  "created",
  "accepted",
  "service",
  "refused",
  "not_received",
  "accepted_by_operator",
  "captured",
] as const

export type PayInCause = (typeof PAYIN_CAUSES)[number]

/**
 * - `old_news`: a report of an earlier step, or of another end without money
 * - `contradiction`: a report that no allowed move explains
 */
export type PayInTransition = "move" | "stay" | "old_news" | "contradiction"

// Only the service reports "expired". Our own clock merely marks a link as lapsed, beside its
// state.
const MOVES: Record<PayInStatus, readonly PayInStatus[]> = {
  creating: ["pending", "approved", "rejected", "expired", "failed"],
  pending: ["approved", "rejected", "expired"],
  approved: [],
  rejected: [],
  expired: [],
  failed: [],
}

const STATUS_FOR: Record<ServiceStatus, PayInStatus | null> = {
  CREATED: "pending",
  PENDING: "pending",
  APPROVED: "approved",
  REJECTED: "rejected",
  DECLINED: "rejected",
  EXPIRED: "expired",
  UNKNOWN: null,
}

/** Our state for a status of the service; null for an unknown status, which changes nothing. */
export function payInStatusFor(status: ServiceStatus): PayInStatus | null {
  return STATUS_FOR[status]
}

/**
 * What to do when the service reports state `to` for a pay-in in state `from`. A `contradiction`
 * changes no state and no money. After a final state it is the anomaly
 * `status_changed_after_final`: money came after an end without money, or went after an approval.
 */
export function payInTransition(from: PayInStatus, to: PayInStatus): PayInTransition {
  if (from === to) {
    return "stay"
  }
  if (MOVES[from].includes(to)) {
    return "move"
  }
  const isOldNews = isFinal(from) && (!isFinal(to) || (from !== "approved" && to !== "approved"))
  return isOldNews ? "old_news" : "contradiction"
}

/**
 * Whether a state is final: it stays, whatever the service reports later
 * (docs/decisions/0020-final-states-stay.md).
 */
export function isFinal(status: PayInStatus): boolean {
  return MOVES[status].length === 0
}

/** Open states: the service has not decided, and the link may still be paid. */
export const OPEN_PAYIN_STATUSES = PAYIN_STATUSES.filter((status) => !isFinal(status))

/** States after an end without money. The service may still say otherwise, so they are watched. */
export const ENDED_PAYIN_STATUSES = PAYIN_STATUSES.filter(
  (status) => isFinal(status) && status !== "approved"
)

/**
 * Whether a person may adopt a status that came after the pay-in had ended. Final states stay for
 * every other cause, and booked money is never taken back this way.
 */
export function mayAdopt(from: PayInStatus, said: PayInStatus): boolean {
  return said === "approved" && from !== "approved" && isFinal(from)
}
