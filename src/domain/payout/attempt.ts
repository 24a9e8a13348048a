import { isByForm } from "./methods"
import { payoutStatusFor } from "./state"
import { readServiceStatus } from "../service/status"

/**
 * The states of one attempt to send a payout. An attempt has one reference. It is sent again when
 * nothing left, or when the outcome is unknown and the service does not know it.
 * - `ready`: written, nothing left yet as far as anybody knows
 * - `void`: ended before anything left; a later send may take its row again
 */
export const ATTEMPT_STATUSES = [
  "ready",
  "sending",
  "unknown",
  "pending",
  "approved",
  "rejected",
  "void",
] as const
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number]

const MOVES: Record<AttemptStatus, readonly AttemptStatus[]> = {
  ready: ["sending", "unknown", "void"],
  sending: ["ready", "unknown", "pending", "approved", "rejected"],
  unknown: ["sending", "pending", "approved", "rejected"],
  pending: ["approved", "rejected"],
  approved: [],
  rejected: [],
  void: ["sending", "unknown"],
}

// A late report of an earlier step changes nothing.
const PROGRESS: Record<AttemptStatus, number> = {
  ready: 0,
  sending: 1,
  unknown: 1,
  pending: 2,
  approved: 3,
  rejected: 3,
  void: 0,
}

/**
 * What to do when the service reports state `to` for an attempt in state `from`. A `contradiction`
 * changes nothing and is an anomaly. The worst case is a rejected attempt that is approved after
 * all: another attempt may have been sent since.
 */
export function attemptTransition(
  from: AttemptStatus,
  to: AttemptStatus
): "move" | "stay" | "contradiction" {
  if (MOVES[from].includes(to)) {
    return "move"
  }
  return from === to || PROGRESS[to] < PROGRESS[from] ? "stay" : "contradiction"
}

// What each question below says of an attempt (x: yes). "Named": the service gave a ticket or a lookup
// found it. "Heard": a notification told of it. "Reported": a person said how it ended.
//
//                                        isHearsay isKnownUnsent neverArrived neverLeft mayReverse mayHaveLeft isOnItsWay
// ready or void
//   no send may have left                                                       x
//   a send may have left
//   heard                                  x           x                                  x          x
//   heard and reported, no send left                                            x
//   named, called pending                              x                                  x          x          x
//   named, called rejected                             x                                  x
// sending or unknown                                                                                 x
//   heard                                  x                                                         x
// pending                                                                                            x          x
// approved                                                                                           x
// rejected
//   refused, and no send may have left                            x
//   refused, and a send may have left                             x                       x
//   heard                                  x                                              x
//   named, called rejected                                                                x
//   named, called pending again                                                           x          x          x
//   reported                                                                              x          x

/** An attempt, and what the service said of it. */
interface Named {
  status: AttemptStatus
  /** Number of sends that may have left. */
  sends: number
  ticket: string | null
  /** The status of the last lookup; null: no lookup found the attempt. */
  service_status: string | null
}

/** The same, with what a notification and a person said of it. */
interface Spoken extends Named {
  heard_at: Date | null
  /** When a person reported its outcome. */
  concluded_at: Date | null
}

/** Whether it counts as never sent. */
function isUnsent(status: AttemptStatus): status is "ready" | "void" {
  return status === "ready" || status === "void"
}

/** Whether the service itself ever spoke of it. */
function wasNamed({ ticket, service_status }: Pick<Named, "ticket" | "service_status">): boolean {
  return ticket !== null || service_status !== null
}

/**
 * Whether it counts as never sent although the service knows it: a lookup found it, or a notification
 * told of it. A proxy may have delivered one call twice, and the refusal may be about the second.
 */
export function isKnownUnsent(attempt: Spoken): boolean {
  return isUnsent(attempt.status) && (wasNamed(attempt) || isHearsay(attempt))
}

/**
 * Rejection may reverse: whether an attempt that counts as rejected or never sent may still be paid.
 * The service may call it paid a day later, so it is asked again before another reference leaves. That
 * holds for a refused call too: the refusal may be about its second delivery. Only what did not leave
 * cannot be paid.
 */
export function mayReverse(attempt: Spoken): boolean {
  const { status, sends } = attempt
  return (
    isKnownUnsent(attempt) ||
    (status === "rejected" && (sends > 0 || wasNamed(attempt) || isHearsay(attempt)))
  )
}

/**
 * Whether an attempt was refused, or counts as rejected because it was believed not known, and the
 * service never spoke of it. Then "not known" is what is expected, and one such answer is enough.
 */
export function neverArrived(attempt: Spoken): boolean {
  const { status, concluded_at, heard_at } = attempt
  const isUnspoken = concluded_at === null && heard_at === null
  return status === "rejected" && isUnspoken && !wasNamed(attempt)
}

/**
 * Whether a notification with the right key is all that was ever heard of an attempt. A notification
 * moves no money (docs/decisions/0002-lookup-is-the-only-truth.md), but it stops some: somebody knows
 * an address that only the service was told, so "not known" is not believed. A person's word ends it.
 */
export function isHearsay(attempt: Spoken): boolean {
  return attempt.heard_at !== null && attempt.concluded_at === null && !wasNamed(attempt)
}

/**
 * Whether the service calls an attempt on its way, as far as it was asked. A person's report that it
 * was not paid ends only what the service had said before. If the service calls the payout pending for
 * the first time afterwards, the call was still queued there and may be paid.
 */
export function isOnItsWay({
  status,
  service_status,
}: Pick<Named, "status" | "service_status">): boolean {
  return (
    status === "pending" ||
    (service_status !== null && payoutStatusFor(readServiceStatus(service_status)) === "pending")
  )
}

/**
 * Whether money of an attempt may have left, by the service's word alone. A person's word "not paid"
 * changes nothing: one person could say it of what was paid.
 */
export function mayHaveLeft({
  status,
  service_status,
  concluded,
  heard,
}: {
  status: AttemptStatus
  /** The status of the last lookup; null: no lookup found the attempt. */
  service_status: string | null
  /** Whether a person reported its outcome. */
  concluded: boolean
  /** Whether a notification told of it. */
  heard: boolean
}): boolean {
  switch (status) {
    case "ready":
    case "void":
    case "rejected":
      if (service_status !== null) {
        return payoutStatusFor(readServiceStatus(service_status)) !== "rejected"
      }
      return isUnsent(status) ? heard && !concluded : concluded
    default:
      return true
  }
}

/**
 * Whether nothing of it left, in any send, and neither a lookup nor a notification told of it. Then the next send
 * takes its number and its reference: a number counts what may have left, so that a copy of the
 * database, in which nothing was tried, uses the same one
 * (docs/decisions/0033-one-living-installation.md).
 */
export function neverLeft(attempt: Spoken): boolean {
  return isUnsent(attempt.status) && attempt.sends === 0 && !isKnownUnsent(attempt)
}

/** Whether one of these attempts asked for a form of the service, which the recipient may still fill in. */
export function askedForForm(attempts: readonly (Spoken & { payment_method: string })[]): boolean {
  return attempts.some((attempt) => isByForm(attempt) && !neverLeft(attempt))
}

/** Whether no move leads out of this state. A later report is no news, or a contradiction. */
export function isFinalAttempt(status: AttemptStatus): boolean {
  return MOVES[status].length === 0
}

/** What the gateway's errors tell about a send that failed. */
export interface FailedSend {
  mayHaveHappened: boolean
  /** The service definitely refused, or the request could not even be written. */
  refused: boolean
}

/**
 * What a failed send proves (docs/service.md#refusals). Once an earlier send of the same attempt
 * may have left, a failure proves nothing: the refusal may be about the duplicate, while the first
 * send was paid.
 */
export function causeOfFailure(
  { mayHaveHappened, refused }: FailedSend,
  sentBefore: boolean
): "refused" | "not_sent" | "unclear" {
  if (mayHaveHappened || sentBefore) {
    return "unclear"
  }
  return refused ? "refused" : "not_sent"
}
