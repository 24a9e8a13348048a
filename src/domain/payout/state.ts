import { isBlocked, mayNeverEnd, type PayoutReason } from "./reason"
import type { ServiceStatus } from "../service/status"

/** The states of one payout, which is the intent to pay. Its attempts have their own states. */
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

/** The source of a payout. A source's id has one payout. */
export const PAYOUT_SOURCES = ["operator", "refund", "rule", "anomaly", "import"] as const
export type PayoutSource = (typeof PAYOUT_SOURCES)[number]

/**
 * Who moves a payout. `service`: an answer of the service to the plugin, never a notification
 * (docs/decisions/0002-lookup-is-the-only-truth.md).
 */
export type PayoutActor = "operator" | "shopper" | "system" | "service"

/**
 * Why a payout has its status.
 * - `created`: written, nothing sent
 * - `released`: the reason for holding it is over (adoption was tried, the payment is captured)
 * - `destination_given`: a person said where the money goes
 * - `details_changed`: destination or amount changed, so it is approved anew
 * - `approval_given`: a second person agreed
 * - `confirmed`: a second person confirmed its beneficiary or its rule
 * - `needs_approval`: right before it is sent, a second person turns out to be needed
 * - `claimed`: claimed for sending; its attempt is written
 * - `not_sent`: not one byte left, in this or any earlier send of the attempt
 * - `accepted`, `refused`: the service's answer to the create call
 * - `unclear`: no answer, or one that says nothing; or the service knows what counted as not sent
 * - `service`: our own lookup said so
 * - `resent`: believed not known, so sent again under the same reference
 * - `never_received`: a resend was refused and the service is believed not to know it: no send
 *   arrived
 * - `contradicted`: an attempt that counted as rejected turns out to be on its way or paid after
 *   all
 * - `retried`: a new attempt after a rejection
 * - `concluded`: a person reported what the service's support said
 * - `canceled`, `paid_elsewhere`: not paid, or paid by hand
 */
export const PAYOUT_CAUSES = [
  "created",
  "released",
  "destination_given",
  "details_changed",
  "approval_given",
  "confirmed",
  "needs_approval",
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
  "concluded",
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

/** States before anything was sent: the payout can still be canceled. */
export const UNSENT_PAYOUT_STATUSES = [
  "held",
  "awaiting_destination",
  "awaiting_approval",
  "queued",
] as const
const READY = ["awaiting_destination", "awaiting_approval", "queued"] as const

// A payout skips the steps that it does not need. Four moves go back or ahead. `not_sent` takes a
// claim back when no connection was made, so that payouts stay queued and cancelable while the
// service is down. A lookup may report approved while the payout still counts as being sent.
// `contradicted` takes a retry back to a state in which a person can report that the money arrived
// (`paid_elsewhere`). `unclear` takes a payout out of the queue when a notification tells of a reference
// that counted as not sent.
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
  confirmed: { by: ["operator"], from: ["awaiting_approval"], to: ["queued"] },
  needs_approval: { by: ["system"], from: ["queued"], to: ["awaiting_approval"] },
  claimed: { by: ["system"], from: ["queued"], to: ["sending"] },
  not_sent: { by: ["system"], from: ["sending"], to: ["queued"] },
  accepted: { by: ["service"], from: ["sending", "unknown"], to: ["pending"] },
  refused: { by: ["service"], from: ["sending"], to: ["rejected"] },
  unclear: { by: ["system"], from: [...READY, "sending"], to: ["unknown"] },
  service: {
    by: ["service"],
    from: ["sending", "unknown", "pending"],
    to: ["pending", "approved", "rejected"],
  },
  resent: { by: ["operator", "system"], from: ["unknown"], to: ["sending"] },
  never_received: { by: ["system"], from: ["unknown"], to: ["rejected"] },
  contradicted: { by: ["service"], from: [...READY, "sending"], to: ["rejected"] },
  retried: { by: ["operator"], from: ["rejected"], to: READY },
  concluded: {
    by: ["operator"],
    from: ["queued", "unknown", "pending", "approved", "rejected"],
    to: ["approved", "rejected"],
  },
  canceled: { by: ["operator", "system"], from: UNSENT_PAYOUT_STATUSES, to: ["canceled"] },
  paid_elsewhere: {
    by: ["operator"],
    from: ["awaiting_destination", "awaiting_approval", "queued", "rejected"],
    to: ["paid_elsewhere"],
  },
}

/** On `stay` the caller must not send. */
const ONCE: ReadonlySet<PayoutCause> = new Set(["claimed", "resent"])

/** Progress at the service: a late report of an earlier step changes nothing. */
const PROGRESS: Partial<Record<PayoutStatus, number>> = {
  sending: 0,
  unknown: 0,
  pending: 1,
  approved: 2,
  rejected: 2,
}

/**
 * What to do with a payout in state `from` that is to move to `to`, for this cause and by this
 * actor.
 */
export function payoutTransition(
  from: PayoutStatus,
  to: PayoutStatus,
  cause: PayoutCause,
  actor: PayoutActor,
  source: PayoutSource,
  rest_of: string | null = null
): PayoutTransition {
  const move = MOVES[cause]
  if (!move.by.includes(actor) || !move.to.includes(to)) {
    return "forbidden"
  }
  if (cause === "canceled" && actor === "operator" && !mayBeCanceledByPerson({ source, rest_of })) {
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

/**
 * Whether a person may cancel it. Only the system takes back a refund payout, because Medusa booked
 * its Refund. A rest gives its amount back to the payout that it was taken from, which still pays
 * that Refund (docs/decisions/0038-rest-of-a-payout.md).
 *
 * @param rest_of the payout of which it pays the rest; null: it is none
 */
export function mayBeCanceledByPerson({
  source,
  rest_of,
}: {
  source: PayoutSource
  rest_of: string | null
}): boolean {
  return source !== "refund" || rest_of !== null
}

/** See {@link UNSENT_PAYOUT_STATUSES}. */
export function isUnsent(status: PayoutStatus): boolean {
  return UNSENT_PAYOUT_STATUSES.some((one) => one === status)
}

/** Whether destination and amount may change: nothing was sent, or it did not arrive. */
export function mayBeChanged(status: PayoutStatus): boolean {
  return status === "rejected" || isUnsent(status)
}

/**
 * Whether a person may pay it by other means: no money is on its way. A queued payout is about to
 * leave, unless something holds it that may never end.
 */
export function mayBePaidElsewhere(status: PayoutStatus, reason: PayoutReason | null): boolean {
  return status === "queued" ? mayNeverEnd(reason) : MOVES.paid_elsewhere.from.includes(status)
}

/** What the service's support told a person of a payout that the service itself leaves open. */
export type PayoutOutcome = "paid" | "not_paid"

/**
 * Whether a person may report the outcome: the service may never tell it. `early`: it may still tell
 * it by itself.
 *
 * @param stuck whether a pending payout is older than option `payouts.stuckDays`
 */
export function mayBeConcluded(
  { status, reason }: { status: PayoutStatus; reason: PayoutReason | null },
  stuck: boolean
): "yes" | "early" | "no" {
  switch (status) {
    case "unknown":
      return "yes"
    case "pending":
      return stuck ? "yes" : "early"
    // A canceled one too: the service may have paid it after all.
    case "approved":
    case "rejected":
    case "canceled":
      return isBlocked(reason) ? "yes" : "no"
    case "queued":
      return reason === "rejection_doubted" ? "yes" : "no"
    default:
      return "no"
  }
}

/** The status of a payout without an attempt on its way: the first thing it still lacks. */
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

/**
 * Our state for the service's status of a payout; null for an unknown status, which changes
 * nothing.
 */
export function payoutStatusFor(status: ServiceStatus): "pending" | "approved" | "rejected" | null {
  return STATUS_FOR[status]
}

/**
 * A report of the service that is no allowed move. A refused call contradicts nothing: it is about
 * that call only.
 */
function said(from: PayoutStatus, to: PayoutStatus): "stay" | "contradiction" {
  const [there, now] = [PROGRESS[from], PROGRESS[to]]
  const late = there !== undefined && now !== undefined && now < there
  return from === to || late ? "stay" : "contradiction"
}
