import { CAPTURE_DECLINED } from "./card-answer"
import type { CardStatus } from "./card-state"
import type { SubscriptionStatus } from "./subscription-state"

/** How a period asks for its hold: linked to the last transaction, which it cancels, or anew. */
export type HoldKind = "renewal" | "preauthorization"

/** The newest hold of a period. */
export interface PeriodHold {
  kind: HoldKind
  status: CardStatus
  /** A call may have left. */
  sent: boolean
  /** Nothing of the call left: the bank was never asked. */
  not_sent: boolean
  /** Nobody takes it any more; the service is being asked to let it go. */
  letting_go: boolean
  refusal_code: string | null
}

/** What decides how a period goes on. */
export interface PeriodFacts {
  subscription: SubscriptionStatus
  hold: PeriodHold | null
  /** A refusal was counted and the day of the next try set. */
  waits_for_next_try: boolean
  /** That day has come, or a person says now. */
  next_try_is_due: boolean
}

/**
 * - `hold`: a new hold is prepared, of this kind
 * - `pay`: the hold that is prepared or stands is brought to its order, and captured
 * - `wait`: nobody can say what became of the card; never a second hold
 *   (docs/decisions/0014-card-outcomes.md)
 * - `refused`: the bank, or the service for good, said no: that is counted, and another day is
 *   tried
 * - `lapsed`: the hold is voided uncaptured: the bank may block the money for days, so another day
 *   is tried, and no refusal is counted
 * - `rest`: its day has not come
 * - `end`: the subscription ended before anything was held
 * - `let_go`: it ended, and money is held that was not captured
 */
export type PeriodStep =
  | { step: "hold"; kind: HoldKind }
  | { step: "pay" | "wait" | "refused" | "lapsed" | "rest" | "end" | "let_go" }

/**
 * The service did not look at the card: a store's own set-up is wrong (docs/service.md#card-errors,
 * and by HTTP status).
 */
const STORE_FAULTS: ReadonlySet<string> = new Set([
  "UNAUTHORIZED",
  "ACCESS_DENIED",
  "CREDENTIALS",
  "FORBIDDEN",
])

/**
 * The card is not kept any more: the service says so (docs/service.md#card-errors), or the plugin
 * knows without asking.
 */
const OF_THE_CARD: ReadonlySet<string | null> = new Set(["INVALID_STATE", null])

const ANEW: PeriodStep = { step: "hold", kind: "preauthorization" }

/**
 * How one period goes on, by its newest hold. Holds are made one after the other: the next one only when
 * nothing is held by the one before.
 *
 * @param first the kind of a period's first hold
 */
export function periodStep(facts: PeriodFacts, first: HoldKind): PeriodStep {
  const { subscription, hold } = facts
  const ended = subscription === "canceled" || subscription === "expired"
  if (hold === null) {
    return ended ? { step: "end" } : { step: "hold", kind: first }
  }
  switch (hold.status) {
    case "creating":
      return hold.sent ? { step: "wait" } : { step: ended ? "end" : "pay" }
    case "unknown":
    case "capturing":
    case "capture_unknown":
      return { step: "wait" }
    case "captured":
      return { step: "pay" }
    case "authorized":
      if (ended) {
        return { step: "let_go" }
      }
      if (hold.letting_go) {
        return { step: "wait" }
      }
      return afterRefusal(facts, { step: "pay" }) ?? { step: "pay" }
    case "released":
      return ended ? { step: "end" } : (afterRefusal(facts, ANEW) ?? { step: "lapsed" })
    case "declined":
    case "error":
      return ended ? { step: "end" } : afterNothingHeld(facts, hold, first)
  }
}

/**
 * What the bank said no to, or a card that is gone: it is counted as a refusal. Whatever else the service
 * refuses is about the store's own set-up or our request, and must not end subscriptions.
 */
export function countsAsRefusal({ status, kind, not_sent, refusal_code }: PeriodHold): boolean {
  if (status === "declined") {
    return true
  }
  // Of a renewal the service may refuse the link to the transaction before it: a fresh hold may do.
  return (
    status === "error" && !not_sent && kind === "preauthorization" && OF_THE_CARD.has(refusal_code)
  )
}

/**
 * Whether the bank refused a capture (docs/service.md#card-errors), or a webhook said so, which has
 * no code of the service. Any other refusal of a capture is about the store or the request.
 */
export function countsAsCaptureRefusal(code: string | null): boolean {
  return code === null || code === CAPTURE_DECLINED
}

function afterNothingHeld(facts: PeriodFacts, hold: PeriodHold, first: HoldKind): PeriodStep {
  if (!countsAsRefusal(hold)) {
    const untouched = hold.not_sent || STORE_FAULTS.has(hold.refusal_code ?? "")
    const again = untouched && hold.status === "error" ? hold.kind : "preauthorization"
    return { step: "hold", kind: first === "renewal" ? again : "preauthorization" }
  }
  // A refused renewal canceled its original too (docs/service.md#renewal): from here on a fresh
  // hold.
  return afterRefusal(facts, ANEW) ?? { step: "refused" }
}

function afterRefusal(facts: PeriodFacts, again: PeriodStep): PeriodStep | null {
  if (!facts.waits_for_next_try) {
    return null
  }
  return facts.next_try_is_due ? again : { step: "rest" }
}
