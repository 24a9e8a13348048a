/**
 * The states of one card transaction: a preauthorization, first or renewal, and its one capture.
 * - `error`: it failed without an answer of the bank, and nothing is held
 * - `unknown`, `capture_unknown`: sent, and the outcome is unknown
 * - `released`: nothing was captured and nothing will be. The hold is gone, or expires at the bank.
 */
export const CARD_STATUSES = [
  "creating",
  "unknown",
  "authorized",
  "declined",
  "error",
  "capturing",
  "capture_unknown",
  "captured",
  "released",
] as const
export type CardStatus = (typeof CARD_STATUSES)[number]

/**
 * Why a card transaction has its state. A card transaction cannot be looked up: the call's own
 * answer or a signed webhook counts (docs/decisions/0014-card-outcomes.md).
 * - `created`: written, not yet sent
 * - `answered`: the service's answer to the call said so
 * - `refused`: the preauthorization or the capture was refused, by an answer or a webhook
 * - `not_sent`: not one byte of the call left
 * - `unclear`: no answer, or one that says nothing
 * - `webhook`: a signed webhook said so
 * - `operator`: a person found out from the service, also that a closed hold was captured after all
 * - `claimed`: a worker claimed it, to capture it
 * - `released`: its subscription was canceled, or a renewal took its place
 * - `lapses`: nobody wants it, and its card pays something else too: it ends by itself at the bank.
 *   Of an unknown hold: it is older than any hold lives (domain/card/lapse), or the service told a person
 *   that it holds nothing
 */
export const CARD_CAUSES = [
  "created",
  "answered",
  "refused",
  "not_sent",
  "unclear",
  "webhook",
  "operator",
  "claimed",
  "released",
  "lapses",
] as const
export type CardCause = (typeof CARD_CAUSES)[number]

/**
 * - `stay`: nothing to do, it is there already, or the news is of an earlier step
 * - `contradiction`: the service says what cannot be; changes nothing and becomes an anomaly
 * - `forbidden`: a person or a job may not do this now
 */
export type CardTransition = "move" | "stay" | "contradiction" | "forbidden"

type Moves = Partial<Record<CardStatus, readonly CardStatus[]>>

// An answer may come after its call counted as unknown. A call may turn out never to have left the
// process. A webhook decides only what a call of ours asked and no answer told: while a call is under
// way its webhook waits, and what nobody asked for moves nothing (`matchCardWebhook`).
const MOVES: Record<CardCause, Moves> = {
  created: {},
  answered: {
    creating: ["authorized", "declined", "error"],
    unknown: ["authorized", "declined", "error"],
    // A webhook of an earlier try may have reported meanwhile that this one was refused.
    authorized: ["captured"],
    capturing: ["captured"],
    capture_unknown: ["captured"],
  },
  refused: {
    creating: ["declined", "error"],
    unknown: ["declined", "error"],
    capturing: ["authorized"],
    capture_unknown: ["authorized"],
  },
  not_sent: { creating: ["error"], capturing: ["authorized"] },
  unclear: { creating: ["unknown"], capturing: ["capture_unknown"] },
  webhook: {
    unknown: ["authorized", "declined"],
    capture_unknown: ["captured"],
  },
  operator: {
    // A capture that the plugin did not ask for: in the service's own console, or by another
    // installation. The money has to be recorded whatever the row says.
    creating: ["captured"],
    unknown: ["authorized", "declined", "captured"],
    capture_unknown: ["captured", "authorized"],
    authorized: ["captured"],
    declined: ["captured"],
    error: ["captured"],
    released: ["captured"],
  },
  claimed: { authorized: ["capturing"] },
  released: { authorized: ["released"] },
  lapses: { authorized: ["released"], unknown: ["released"] },
}

/** Causes that report a fact of the service or of our own calls. All other causes are requests. */
const SAID: ReadonlySet<CardCause> = new Set(["answered", "refused", "webhook"])
const OF_A_CALL: ReadonlySet<CardCause> = new Set(["not_sent", "unclear"])

const NOTHING_HELD: ReadonlySet<CardStatus> = new Set(["declined", "error"])
const PAST_HOLD: ReadonlySet<CardStatus> = new Set([
  "authorized",
  "capturing",
  "capture_unknown",
  "captured",
  "released",
])

/**
 * What to do with a card transaction in state `from` that is to move to `to` for this cause.
 * `capturing` is entered only once: on `stay` or `forbidden` the caller must not send.
 */
export function cardTransition(from: CardStatus, to: CardStatus, cause: CardCause): CardTransition {
  if (MOVES[cause][from]?.includes(to)) {
    return "move"
  }
  if (SAID.has(cause)) {
    return said(from, to)
  }
  if (OF_A_CALL.has(cause)) {
    return "stay"
  }
  return from === to && cause !== "claimed" ? "stay" : "forbidden"
}

/**
 * Whether money may be held or captured. A cycle and a payment have at most one such transaction.
 */
export function isAliveCard(status: CardStatus): boolean {
  return !NOTHING_HELD.has(status) && status !== "released"
}

/**
 * Whether the outcome is unknown: it waits for a webhook, then for an operator, and is never sent
 * again (docs/service.md#no-card-lookup).
 */
export function isUnknownCard(status: CardStatus): boolean {
  return status === "unknown" || status === "capture_unknown"
}

// A report of the service that is no allowed move. Answers and webhooks of a call come in any
// order, so "authorized" is old news once a capture began. Two states mean that no money is held.
function said(from: CardStatus, to: CardStatus): "stay" | "contradiction" {
  const late = to === "authorized" && PAST_HOLD.has(from)
  const same = from === to || (NOTHING_HELD.has(from) && NOTHING_HELD.has(to))
  return late || same ? "stay" : "contradiction"
}
