import type { ServiceStatus } from "./service-status"

/** The states of one payout, the intent to give money. Its attempts have their own. */
export const PAYOUT_STATUSES = [
  "held",
  "awaiting_destination",
  "awaiting_approval",
  "queued",
  "sending",
  "unknown",
  "pending",
  "approved",
  "rejected",
  "canceled",
  "paid_elsewhere",
] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/** Where a payout comes from. A payout is unique on its source's id. */
export const PAYOUT_SOURCES = ["operator", "refund", "rule", "anomaly", "import"] as const
export type PayoutSource = (typeof PAYOUT_SOURCES)[number]

/**
 * Who moves a payout. `service`: an answer of the service to the plugin, never a notification
 * (docs/decisions/0002-lookup-is-the-only-truth.md).
 */
export type PayoutActor = "operator" | "shopper" | "system" | "service"

/**
 * Why a payout stands where it stands.
 * - `created`: written, nothing sent
 * - `released`: what held it is over (adoption was tried, the payment is captured)
 * - `destination_given`: a person said where the money goes
 * - `details_changed`: destination or amount changed, so it is approved anew
 * - `approval_given`: a second person agreed
 * - `claimed`: taken to be sent; its attempt is written
 * - `not_sent`: not one byte left, in this or any earlier send of the attempt
 * - `accepted`, `refused`: the service's answer to the create call
 * - `unclear`: no answer, or one that says nothing
 * - `service`: our own lookup said so
 * - `resent`: believed not known, so sent again under the same reference
 * - `never_received`: a resend was refused and the service is believed not to know it: no send arrived
 * - `contradicted`: an attempt that counted as rejected turns out to be on its way or paid after all
 * - `retried`: a new attempt after a rejection
 * - `canceled`, `paid_elsewhere`: given up, or done by hand
 */
export const PAYOUT_CAUSES = [
  "created",
  "released",
  "destination_given",
  "details_changed",
  "approval_given",
  "claimed",
  "not_sent",
  "accepted",
  "refused",
  "unclear",
  "service",
  "resent",
  "never_received",
  "contradicted",
  "retried",
  "canceled",
  "paid_elsewhere",
] as const
export type PayoutCause = (typeof PAYOUT_CAUSES)[number]

/**
 * - `stay`: nothing to do, it is there already
 * - `contradiction`: the service says what cannot be; changes nothing and becomes an anomaly
 * - `forbidden`: a person or a job may not do this now
 */
export type PayoutTransition = "move" | "stay" | "contradiction" | "forbidden"

interface Move {
  by: readonly PayoutActor[]
  from: readonly PayoutStatus[]
  to: readonly PayoutStatus[]
}

/** Nothing was ever sent for a payout in these: it can still be given up. */
export const UNSENT_PAYOUT_STATUSES = [
  "held",
  "awaiting_destination",
  "awaiting_approval",
  "queued",
] as const
const READY = ["awaiting_destination", "awaiting_approval", "queued"] as const

// A payout skips the steps that it does not need. Three moves go back or ahead. `not_sent` takes a
// claim back when no connection was made, so that payouts stay queued and cancelable while the
// service is down. A lookup may find approved what still counts as being sent. `contradicted` takes
// a retry back to where a person can say that the money arrived (`paid_elsewhere`).
const MOVES: Record<PayoutCause, Move> = {
  created: { by: ["operator", "system"], from: [], to: UNSENT_PAYOUT_STATUSES },
  released: { by: ["system"], from: ["held"], to: READY },
  destination_given: {
    by: ["operator", "shopper", "system"],
    from: ["awaiting_destination"],
    to: ["awaiting_approval", "queued"],
  },
  details_changed: {
    by: ["operator", "system"],
    from: ["awaiting_destination", "queued"],
    to: ["awaiting_approval"],
  },
  approval_given: { by: ["operator"], from: ["awaiting_approval"], to: ["queued"] },
  claimed: { by: ["system"], from: ["queued"], to: ["sending"] },
  not_sent: { by: ["system"], from: ["sending"], to: ["queued"] },
  accepted: { by: ["service"], from: ["sending", "unknown"], to: ["pending"] },
  refused: { by: ["service"], from: ["sending"], to: ["rejected"] },
  unclear: { by: ["system"], from: ["sending"], to: ["unknown"] },
  service: {
    by: ["service"],
    from: ["sending", "unknown", "pending"],
    to: ["pending", "approved", "rejected"],
  },
  resent: { by: ["operator", "system"], from: ["unknown"], to: ["sending"] },
  never_received: { by: ["system"], from: ["unknown"], to: ["rejected"] },
  contradicted: { by: ["service"], from: [...READY, "sending"], to: ["rejected"] },
  retried: { by: ["operator"], from: ["rejected"], to: READY },
  canceled: { by: ["operator", "system"], from: UNSENT_PAYOUT_STATUSES, to: ["canceled"] },
  paid_elsewhere: {
    by: ["operator"],
    from: ["awaiting_destination", "awaiting_approval", "rejected"],
    to: ["paid_elsewhere"],
  },
}

/** Whoever is told that nothing is to be done here must not send. */
const ONCE: ReadonlySet<PayoutCause> = new Set(["claimed", "resent"])

/** How far a payout got at the service; late news of an earlier step says nothing new. */
const PROGRESS: Partial<Record<PayoutStatus, number>> = {
  sending: 0,
  unknown: 0,
  pending: 1,
  approved: 2,
  rejected: 2,
}

/** What to do with a payout in state `from` that is to be `to`, for this cause and by this actor. */
export function payoutTransition(
  from: PayoutStatus,
  to: PayoutStatus,
  cause: PayoutCause,
  actor: PayoutActor,
  source: PayoutSource
): PayoutTransition {
  const move = MOVES[cause]
  if (!move.by.includes(actor) || !move.to.includes(to)) {
    return "forbidden"
  }
  if (cause === "canceled" && actor === "operator" && !mayBeCanceledByPerson(source)) {
    return "forbidden"
  }
  if (from !== to && move.from.includes(from)) {
    return "move"
  }
  if (actor === "service") {
    return cause === "refused" ? "stay" : said(from, to)
  }
  return from === to && !ONCE.has(cause) ? "stay" : "forbidden"
}

/** A refund payout stands for a Refund that Medusa booked: only the system takes it back. */
export function mayBeCanceledByPerson(source: PayoutSource): boolean {
  return source !== "refund"
}

/** See {@link UNSENT_PAYOUT_STATUSES}. */
export function isUnsent(status: PayoutStatus): boolean {
  return UNSENT_PAYOUT_STATUSES.some((one) => one === status)
}

/** Nothing was sent for it, or what was sent did not arrive: destination and amount may still change. */
export function mayBeChanged(status: PayoutStatus): boolean {
  return status === "rejected" || isUnsent(status)
}

/** Nothing is on its way: a person may pay it in another way. */
export function mayBePaidElsewhere(status: PayoutStatus): boolean {
  return MOVES.paid_elsewhere.from.includes(status)
}

/** Where a payout stands that has no attempt on its way: the first thing it still lacks. */
export function standing(lacks: {
  hold: boolean
  destination: boolean
  approval: boolean
}): (typeof UNSENT_PAYOUT_STATUSES)[number] {
  if (lacks.hold) return "held"
  if (lacks.destination) return "awaiting_destination"
  return lacks.approval ? "awaiting_approval" : "queued"
}

const STATUS_FOR: Record<ServiceStatus, "pending" | "approved" | "rejected" | null> = {
  CREATED: "pending",
  PENDING: "pending",
  APPROVED: "approved",
  REJECTED: "rejected",
  DECLINED: "rejected",
  EXPIRED: "rejected",
  UNKNOWN: null,
}

/** Our state for what the service says of a payout; null for an unknown word, which changes nothing. */
export function payoutStatusFor(status: ServiceStatus): "pending" | "approved" | "rejected" | null {
  return STATUS_FOR[status]
}

/** What the service said that moves nothing. A refusal of one call contradicts nothing: it is about that call. */
function said(from: PayoutStatus, to: PayoutStatus): "stay" | "contradiction" {
  const [there, now] = [PROGRESS[from], PROGRESS[to]]
  const late = there !== undefined && now !== undefined && now < there
  return from === to || late ? "stay" : "contradiction"
}
