import { anomalyReason } from "../../domain/anomaly-reason"
import { hasLapsed, isNeverTold } from "../../domain/card-lapse"
import { isAliveCard } from "../../domain/card-state"
import { reasonOf } from "../../domain/error-reason"
import { HOLD_DAYS } from "../../domain/schedule"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { MedusaRefusedError, isPassing } from "../settle/failures"
import { CardAnomalies } from "./anomalies"
import { APPLIED, type CardApplied, type CardApplyDeps, later } from "./applied"
export { APPLIED, WAITING, later, type CardApplied, type CardApplyDeps } from "./applied"
import { isEarly } from "./early"
import { HeldPass } from "./held-pass"
import { OverPass } from "./over-pass"
import { TakenPass } from "./taken-pass"

/**
 * Apply outcome: updates Medusa about one claimed card payment: held, captured, refused or voided.
 * Parts that Medusa already shows stay as they are.
 */
export async function applyCard(deps: CardApplyDeps, row: CardTransaction): Promise<CardApplied> {
  const { cardWatch } = deps.subscriptions
  try {
    const applied = await pass(deps, row)
    switch (applied.outcome) {
      case "applied":
      case "waiting":
        // First: a crash after it leaves the row due again.
        if (isTellable(row)) {
          await new CardAnomalies(deps.ledger).told(row)
        }
        if (row.status_cause === "operator") {
          // The process may have died between a person's report and its record.
          await new CardAnomalies(deps.ledger).answered(row)
        }
        await (applied.outcome === "waiting"
          ? cardWatch.postpone(row, anomalyReason("other_payment_under_way"))
          : cardWatch.applied(row))
        return applied
      case "anomaly":
        await cardWatch.rest(row)
        return applied
      case "rescheduled":
        return applied
      case "postponed":
        return await postpone(deps, row, applied.reason, "passing")
    }
  } catch (error) {
    return postpone(deps, row, reasonOf(error), failureOf(error))
  }
}

/**
 * A temporary failure, a lasting refusal of Medusa, or a failure that says nothing about the money.
 */
type Failure = "passing" | "refused" | "unclear"

function failureOf(error: unknown): Failure {
  if (error instanceof MedusaRefusedError) {
    return error.passing ? "passing" : "refused"
  }
  return isPassing(error) ? "passing" : "unclear"
}

async function pass(deps: CardApplyDeps, row: CardTransaction): Promise<CardApplied> {
  switch (row.status) {
    case "authorized":
      return new HeldPass(deps, row).run()
    case "captured":
      return new TakenPass(deps, row).run()
    case "declined":
    case "error":
    case "released":
      if (isNeverTold(row)) {
        await endQuestion(deps, row)
      }
      return new OverPass(deps, row).run()
    case "unknown":
    case "capture_unknown":
      await new CardAnomalies(deps.ledger).unknown(await withOrder(deps, row))
      return { outcome: "anomaly" }
    case "creating":
      return abandon(deps, row)
    case "capturing":
      // A process that died in between is found by `settleSilent`.
      return APPLIED
  }
}

/**
 * Abandons a card that was never charged: its cart was not completed in time, or Medusa died before
 * asking. It ends like a refusal.
 */
async function abandon(deps: CardApplyDeps, { id }: CardTransaction): Promise<CardApplied> {
  const { cardMoves, cardTransactions } = deps.subscriptions
  const moved = await cardMoves.decide(id, async ({ sent_at, status }, trx) =>
    // A call that may have left is found by `settleSilent`.
    status === "creating" && sent_at === null && (await cardTransactions.isFree(id, trx))
      ? { to: "error", cause: "not_sent", apply_in: 0 }
      : null
  )
  return moved === null ? later(anomalyReason("card_being_asked")) : APPLIED
}

/** Nobody is asked about a lapsed hold any more, and its card is canceled if nothing needs it. */
async function endQuestion(deps: CardApplyDeps, row: CardTransaction): Promise<void> {
  const { ledger, subscriptions, options } = deps
  const anomalies = new CardAnomalies(ledger)
  const holdDays = options.card?.holdDays ?? HOLD_DAYS
  const { status_changed_at: now } = row
  await (hasLapsed({ ...row, status: "unknown" }, { now, holdDays })
    ? anomalies.lapsed(row, holdDays)
    : anomalies.answered(row))
  await subscriptions.unneededCards.suggest(row.card_id)
}

/** Adds the order that waits for it, for the person who is asked. */
async function withOrder(deps: CardApplyDeps, row: CardTransaction): Promise<CardTransaction> {
  const place = await deps.read.place(row.payment_collection_id)
  if (!place?.order) {
    return row
  }
  await deps.subscriptions.cardWatch.placed(row, place.order.id)
  return { ...row, order_id: place.order.id }
}

async function postpone(
  deps: CardApplyDeps,
  row: CardTransaction,
  reason: string,
  failure: Failure
): Promise<CardApplied> {
  const { cardWatch, cardTransactions } = deps.subscriptions
  deps.logger.warn(`payin ${row.reference}: Medusa does not show it yet: ${reason}`)
  await cardWatch.postpone(row, reason)
  const anomalies = new CardAnomalies(deps.ledger)
  const early = isEarly(row)
  const aside = row.status === "captured" && (await isExcluded(deps, row))
  if (row.status === "captured" && !aside && !(early && failure === "passing")) {
    await anomalies.unbooked(await cardTransactions.present(row.id), reason)
    return { outcome: "anomaly" }
  }
  if (row.status === "authorized" && failure === "refused" && row.cycle_id === null) {
    const done = await new HeldPass(deps, row).refused(reason)
    if (done?.outcome === "applied") {
      return later(reason)
    }
  }
  if (!early && (aside || isTellable(row))) {
    await anomalies.untold(await cardTransactions.present(row.id), reason)
    return { outcome: "anomaly" }
  }
  return later(reason)
}

/**
 * Excluded from settlement: a person decided about it, or is deciding. They are not asked again
 * because its order could not be ended yet.
 */
async function isExcluded({ ledger }: CardApplyDeps, row: CardTransaction): Promise<boolean> {
  const booked = await ledger.transactions.findByReference(row.reference)
  return booked !== null && booked.excluded_at !== null
}

/** Whether to update Medusa that nothing was captured yet, or never will be. */
function isTellable({ status }: CardTransaction): boolean {
  return status === "authorized" || !isAliveCard(status)
}
