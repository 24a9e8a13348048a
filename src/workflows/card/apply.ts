import { anomalyReason } from "../../domain/anomaly/reason"
import { isAliveCard } from "../../domain/card/state"
import { reasonOf } from "../../domain/error/reason"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { MedusaRefusedError, isPassing } from "../../medusa/failures"
import { CardAnomalies } from "./anomalies"
import { type CardApplied, type CardApplyDeps, later } from "./applied"
import { isEarly } from "./early"
import { voidRefused } from "./ended"
import { CardSettlement } from "./settlement"

/**
 * Apply outcome: updates Medusa about one claimed card payment: held, captured, refused or voided.
 * Parts that Medusa already shows stay as they are.
 */
export async function applyCard(deps: CardApplyDeps, row: CardTransaction): Promise<CardApplied> {
  const settlement = new CardSettlement(deps, row)
  try {
    const applied = await settlement.run()
    switch (applied.outcome) {
      case "applied":
      case "waiting":
        await applyDone(deps, row, {
          waits: applied.outcome === "waiting",
          excluded: settlement.excluded,
        })
        return applied
      case "anomaly":
        await deps.subscriptions.cardWatch.park(row)
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

async function applyDone(
  { ledger, subscriptions }: CardApplyDeps,
  row: CardTransaction,
  { waits, excluded }: { waits: boolean; excluded: boolean }
): Promise<void> {
  const { cardWatch, cardTransactions } = subscriptions
  const anomalies = new CardAnomalies(ledger)
  const now = await cardTransactions.present(row.id)
  if (now.fence !== row.fence || now.status !== row.status) {
    // Another worker took it over: what it asked a person is not answered by this one.
    return
  }
  // First: a crash after it leaves the row due again.
  if (isTellable(row) || excluded) {
    await anomalies.told(row)
  }
  if (row.status_cause === "operator") {
    // The process may have died between a person's report and its record.
    await anomalies.answered(row)
  }
  await (waits
    ? cardWatch.postpone(row, anomalyReason("other_payment_under_way"))
    : cardWatch.applied(row))
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

async function postpone(
  deps: CardApplyDeps,
  row: CardTransaction,
  reason: string,
  failure: Failure
): Promise<CardApplied> {
  const { cardWatch, cardTransactions } = deps.subscriptions
  deps.logger.warn(`payin ${row.reference}: Medusa does not show it yet: ${reason}`)
  await cardWatch.postpone(row, reason)
  if ((await cardTransactions.present(row.id)).status !== row.status) {
    // A person would be asked about a state that is gone.
    return later(reason)
  }
  const anomalies = new CardAnomalies(deps.ledger)
  const early = isEarly(row)
  const aside = row.status === "captured" && (await isExcluded(deps, row))
  if (row.status === "captured" && !aside && !(early && failure === "passing")) {
    await anomalies.unbooked(await cardTransactions.present(row.id), reason)
    return { outcome: "anomaly" }
  }
  if (row.status === "authorized" && failure === "refused" && row.cycle_id === null) {
    if (await voidRefused(deps, row, reason)) {
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
