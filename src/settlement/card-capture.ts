import { randomUUID } from "node:crypto"
import { captureProblem } from "../domain/card/request"
import { CARD_DECIMALS } from "../domain/card/session"
import type { CardStatus } from "../domain/card/state"
import { type MajorAmount, proportionOf, sameAmount, ZERO } from "../domain/money/amount"
import type { CardMoved, CardStep } from "../modules/subscriptions/card-moves"
import type { CardTransaction } from "../modules/subscriptions/card-rows"
import { reportDisagreement, takeAnswer } from "./card-answer"
import { aboutHold, failureOf, isInQuestion, mayBeDoneElsewhere, type CardDeps } from "./card-calls"

/**
 * The result of a capture.
 * - `captured`: done, now or before
 * - `unknown`: it may have been done; never sent again (docs/decisions/0014-card-outcomes.md)
 * - `refused`: not captured, with the reason for a person
 * - `later`: nothing left; the same call may be made again
 */
export type CardCaptured =
  | { outcome: "captured" | "unknown" | "later"; transaction: CardTransaction }
  | { outcome: "refused"; transaction: CardTransaction; message: string }

/**
 * Captures a hold once, in full or in part (docs/service.md#capture). A repeat for the same amount
 * reports the earlier capture. Medusa repeats under another key (docs/medusa.md#new-key-per-retry).
 */
export async function captureOnCard(
  deps: CardDeps,
  id: string,
  amount: MajorAmount
): Promise<CardCaptured> {
  const { cardMoves, cardRequests, cardTransactions, renewalHolds } = deps.subscriptions
  let over = false
  let asked = false
  const request_id = randomUUID()
  const claim = await cardMoves.decide(id, async (before, trx) => {
    if (mayCapture(before, amount) !== null) {
      return null
    }
    asked = await isInQuestion(deps, before, trx)
    if (asked) {
      return null
    }
    const { cycle_id } = before
    over = cycle_id !== null && (await renewalHolds.ended(trx, cycle_id))
    if (over) {
      return null
    }
    await cardRequests.keep({ id: request_id, call: "capture", ...aboutHold(before) }, trx)
    return { to: "capturing", cause: "claimed", values: { capture_amount: amount } }
  })
  if (claim !== null && claim.transition === "move") {
    return capture(deps, claim.transaction, amount, request_id)
  }
  if (await cardTransactions.isSilent(id)) {
    await cardMoves.move(id, { to: "capture_unknown", cause: "unclear" })
  }
  const transaction = await cardTransactions.present(id)
  if (isCaptured(transaction, amount)) {
    return { outcome: "captured", transaction }
  }
  const changed = over ? ENDED : "The hold changed meanwhile: try again."
  const message = mayCapture(transaction, amount) ?? (asked ? IN_QUESTION : changed)
  return transaction.status === "capturing" || transaction.status === "capture_unknown"
    ? { outcome: "unknown", transaction }
    : { outcome: "refused", transaction, message }
}

/** Why this amount cannot be captured of a hold now, for a person; null when it can. */
export function mayCapture(transaction: CardTransaction, amount: MajorAmount): string | null {
  const { status, captured_amount, currency, release_wanted_at } = transaction
  if (status === "captured") {
    return `${currency} ${captured_amount} of this payment was captured already; a card's hold is captured once.`
  }
  if (status !== "authorized") {
    return NOT_HELD[status]
  }
  if (release_wanted_at !== null) {
    return "The hold on the card is being released: it cannot be captured any more."
  }
  return captureProblem(amount, transaction.amount)
}

const ENDED = "The subscription has ended: nothing more is taken for it."

const IN_QUESTION =
  "The service told something else of this card, and a person is asked about it: close that anomaly first."

const UNKNOWN_CAPTURE =
  "The payment service did not say what became of a capture of this payment. Wait: it is never sent twice."

const NOT_HELD: Record<Exclude<CardStatus, "authorized" | "captured">, string> = {
  creating: "The card was not asked yet: there is nothing to capture.",
  unknown: "The payment service did not say yet whether the card holds the money: wait.",
  declined: "The card was declined: there is nothing to capture.",
  error: "The card payment failed: there is nothing to capture.",
  capturing: UNKNOWN_CAPTURE,
  capture_unknown: UNKNOWN_CAPTURE,
  released: "The hold on the card was released: there is nothing to capture any more.",
}

async function capture(
  deps: CardDeps,
  claimed: CardTransaction,
  amount: MajorAmount,
  request_id: string
): Promise<CardCaptured> {
  const { cardMoves, cardTransactions } = deps.subscriptions
  const { id, account, transaction_id, sent_at } = claimed
  if (transaction_id === null) {
    const back = { to: "authorized", cause: "not_sent" } as const
    const { transaction } = await cardMoves.move(id, back)
    const message = "The payment service's name of the hold is not known yet: wait."
    return { outcome: "refused", transaction, message }
  }
  if (!(await cardTransactions.mayStillLeave({ id, status: "capturing" }, sent_at))) {
    return tooLate(deps, claimed)
  }
  try {
    const done = await deps.gateway.cards.capture(
      account,
      { transaction_id, amount, tax: taxOf(claimed, amount) },
      request_id
    )
    const { transaction } = await takeAnswer(deps, id, {
      to: "captured",
      cause: "answered",
      facts: { capture_transaction_id: done.transaction.transaction_id },
      values: { captured_amount: amount },
    })
    // After a contradiction a person is asked, and Medusa books nothing that no row shows.
    const taken = isCaptured(transaction, amount)
    return { outcome: taken ? "captured" : "unknown", transaction }
  } catch (error) {
    const failure = failureOf(deps, error)
    const { outcome, code, message, shown } = failure
    const { authorized_at } = claimed
    const elsewhere =
      authorized_at !== null && (await mayBeDoneElsewhere(deps, failure, authorized_at))
    if (outcome.kind === "may_have_happened" || elsewhere) {
      const step = { to: "capture_unknown", cause: "unclear" } as const
      const { transaction } = await cardMoves.move(id, step)
      await reportDisagreement(deps, { ...transaction, capture_amount: amount }, "captured", shown)
      return { outcome: "unknown", transaction }
    }
    const later = outcome.kind === "try_later"
    const back = await undone(deps, claimed, {
      to: "authorized",
      cause: later ? "not_sent" : "refused",
      ...(!later && {
        values: { refusal_code: code, refusal_message: message },
        refused_capture: shown?.transaction_id ?? null,
      }),
    })
    if (back === null) {
      return { outcome: "unknown", transaction: await cardTransactions.present(id) }
    }
    const { transaction } = back
    return later
      ? { outcome: "later", transaction }
      : { outcome: "refused", transaction, message: refusal(message) }
  }
}

/** Nothing was sent. The hold may be captured again, unless the row moved on meanwhile. */
async function tooLate(deps: CardDeps, claimed: CardTransaction): Promise<CardCaptured> {
  const back = await undone(deps, claimed, { to: "authorized", cause: "not_sent" })
  return back?.transition === "move"
    ? { outcome: "later", transaction: back.transaction }
    : {
        outcome: "unknown",
        transaction: await deps.subscriptions.cardTransactions.present(claimed.id),
      }
}

/**
 * Takes back the capture that this process claimed, which captured nothing.
 *
 * @returns null when a later capture was claimed meanwhile: that one's own answer counts
 */
async function undone(
  { subscriptions }: CardDeps,
  { id, sent_at }: CardTransaction,
  step: CardStep
): Promise<CardMoved | null> {
  return subscriptions.cardMoves.decide(id, (now) =>
    now.sent_at?.getTime() === sent_at?.getTime() ? step : null
  )
}

function refusal(message: string | null): string {
  return `The payment service refused the capture${message === null ? "." : `: ${message}`}`
}

function isCaptured({ status, captured_amount }: CardTransaction, amount: MajorAmount): boolean {
  return status === "captured" && captured_amount !== null && sameAmount(captured_amount, amount)
}

/**
 * The part of the order's tax that lies in a smaller capture, in cents, never more than there is.
 */
function taxOf({ tax, amount: held }: CardTransaction, amount: MajorAmount): MajorAmount {
  if (sameAmount(tax, ZERO) || sameAmount(amount, held)) {
    return tax
  }
  return proportionOf(tax, { part: amount, whole: held }, CARD_DECIMALS)
}
