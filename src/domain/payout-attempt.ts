/**
 * The states of one attempt to send a payout: one reference, sent once or, when nobody knows, again.
 * - `ready`: written, and nothing of it ever left
 * - `void`: given up before anything left
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
  ready: ["sending", "void"],
  sending: ["ready", "unknown", "pending", "approved", "rejected"],
  unknown: ["sending", "pending", "approved", "rejected"],
  pending: ["approved", "rejected"],
  approved: [],
  rejected: [],
  void: [],
}

// Late news of an earlier step says nothing new.
const PROGRESS: Record<AttemptStatus, number> = {
  ready: 0,
  sending: 1,
  unknown: 1,
  pending: 2,
  approved: 3,
  rejected: 3,
  void: 3,
}

/**
 * What to do when an attempt in state `from` is said to be `to`. A `contradiction` changes nothing and is
 * an anomaly: above all an attempt that counted as rejected and is approved after all, because another one
 * may have been sent since.
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

/**
 * The service took it and rejected it: what it rejected yesterday it may call paid today, so it is asked once
 * more before another reference leaves. What was never accepted cannot have been paid; what a lookup knows was
 * accepted, also where its answer holds no ticket.
 */
export function mayTurn(attempt: {
  status: AttemptStatus
  ticket: string | null
  /** What a lookup said last; null: none knew it. */
  service_status: string | null
}): boolean {
  const { status, ticket, service_status } = attempt
  return status === "rejected" && (ticket !== null || service_status !== null)
}

/** Nothing leads out of it: whatever the service says now is no news, or a contradiction. */
export function isFinalAttempt(status: AttemptStatus): boolean {
  return MOVES[status].length === 0
}

/** What is known of a send that failed, as the gateway's errors say it. */
export interface FailedSend {
  mayHaveHappened: boolean
  /** The service refused definitely, or the request could not even be written. */
  refused: boolean
}

/**
 * What a failed send proves (docs/service.md#refusals). Once an earlier send of the same attempt
 * may have left, nothing proves anything: a refusal may be about the duplicate, and the first one
 * was paid.
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
