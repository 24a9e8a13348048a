import { CAPTURE_DECLINED, STORE_FAULTS } from "../card/answer"
import type { CardStatus } from "../card/state"
import type { SubscriptionStatus } from "../subscription/state"

/**
 * How a period asks for its hold: linked to the last transaction, which it cancels, or as a new
 * hold.
 */
export type HoldKind = "renewal" | "preauthorization"

/** The newest hold of a period. */
export interface PeriodHold {
  kind: HoldKind
  status: CardStatus
  /** A call may have left. */
  sent: boolean
  /** Nothing of the call left: the bank was never asked. */
  not_sent: boolean
  /** It will not be captured any more; the service is being asked to void it. */
  voiding: boolean
  /** It is over, and nobody told what became of it: it is older than any hold lives. */
  never_told: boolean
  refusal_code: string | null
}

/** Facts that decide the next step of a period. */
export interface PeriodFacts {
  subscription: SubscriptionStatus
  hold: PeriodHold | null
  /** A refusal was counted and the day of the next try set. */
  waits_for_next_try: boolean
  /** The day of the next try has come, or a person asks for the charge now. */
  next_try_is_due: boolean
}

/**
 * - `hold`: a new hold is prepared, of this kind
 * - `pay`: the prepared or existing hold is brought to its order, and captured
 * - `wait`: the outcome is unknown; never a second hold (docs/decisions/0014-card-outcomes.md)
 * - `refused`: the bank declined, or the service refused for good. The refusal is counted, and
 *   another day is tried.
 * - `lapsed`: the hold is voided uncaptured. The bank may block the money for days, so another day
 *   is tried, and no refusal is counted. One that nobody told of is older than any hold lives: a new
 *   one is made at once.
 * - `not_due`: its day has not come
 * - `end`: the subscription ended before anything was held
 * - `void`: the subscription ended, and uncaptured money is still held
 */
export type PeriodStep =
  | { step: "hold"; kind: HoldKind }
  | { step: "pay" | "wait" | "refused" | "lapsed" | "not_due" | "end" | "void" }

/**
 * Codes of a card that the service no longer keeps (docs/service.md#card-errors); null when the
 * plugin knows that without asking.
 */
const OF_THE_CARD: ReadonlySet<string | null> = new Set(["INVALID_STATE", null])

const ANEW: PeriodStep = { step: "hold", kind: "preauthorization" }

/**
 * Renewal: the next step of a period, by its newest hold. Holds are made one after the other: a new
 * hold only when the previous one holds nothing.
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
        return { step: "void" }
      }
      if (hold.voiding) {
        return { step: "wait" }
      }
      return afterRefusal(facts, { step: "pay" }) ?? { step: "pay" }
    case "released":
      if (ended) {
        return { step: "end" }
      }
      return afterRefusal(facts, ANEW) ?? (hold.never_told ? ANEW : { step: "lapsed" })
    case "declined":
    case "error":
      return ended ? { step: "end" } : afterNothingHeld(facts, hold, first)
  }
}

/**
 * Whether a failed hold counts as a refusal: the bank declined, or the card is gone. Other refusals
 * are about the store's set-up or our request, and must not end subscriptions.
 */
export function countsAsRefusal({ status, kind, not_sent, refusal_code }: PeriodHold): boolean {
  if (status === "declined") {
    return true
  }
  // The service may refuse only the link to the renewal's earlier transaction: a new hold may work.
  return (
    status === "error" && !not_sent && kind === "preauthorization" && OF_THE_CARD.has(refusal_code)
  )
}

/**
 * Whether the bank refused a capture (docs/service.md#capture). A webhook's refusal has no code
 * and counts too. Any other code is about the store or the request.
 */
export function countsAsCaptureRefusal(code: string | null): boolean {
  return code === null || code === CAPTURE_DECLINED
}

/** Whether a step charges the card, or brings it nearer to that. */
export function charges({ step }: PeriodStep, hold: PeriodHold | null): boolean {
  return step === "hold" || (step === "pay" && hold?.status !== "captured")
}

/**
 * Whether a step captures a hold, gives it up or replaces it: it waits while a person is asked what
 * became of a hold of the period.
 */
export function needsAnswers({ step }: PeriodStep, hold: PeriodHold | null): boolean {
  return step !== "wait" && step !== "not_due" && hold?.status !== "captured"
}

function afterNothingHeld(facts: PeriodFacts, hold: PeriodHold, first: HoldKind): PeriodStep {
  if (!countsAsRefusal(hold)) {
    const untouched = hold.not_sent || STORE_FAULTS.has(hold.refusal_code ?? "")
    const again = untouched && hold.status === "error" ? hold.kind : "preauthorization"
    return { step: "hold", kind: first === "renewal" ? again : "preauthorization" }
  }
  // A refused renewal canceled its original too (docs/service.md#renewal): from here on only new
  // holds.
  return afterRefusal(facts, ANEW) ?? { step: "refused" }
}

function afterRefusal(facts: PeriodFacts, again: PeriodStep): PeriodStep | null {
  if (!facts.waits_for_next_try) {
    return null
  }
  return facts.next_try_is_due ? again : { step: "not_due" }
}
