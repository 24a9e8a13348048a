import type { AnomalyKind } from "../../domain/anomaly"
import { systemNote } from "../../domain/system-note"
import type { Transaction } from "../../modules/ledger/rows"
import type { Applied, ApplyDeps } from "./apply"

/** A passing reason that did not pass in so many tries of the sweep, some two minutes, is shown. */
const SILENT_TRIES = 5

/** What can be said of one pay-in that Medusa does not show as paid: the latest holds, none once it is settled. */
export const VERDICTS: readonly AnomalyKind[] = [
  "paid_without_order",
  "paid_after_replaced",
  "paid_after_canceled",
  "duplicate_payment",
  "settled_incompletely",
]

/** Puts the next try on the schedule. A lasting reason is shown to a person, and so is one that stays. */
export async function postpone(
  deps: ApplyDeps,
  transaction: Transaction,
  orderId: string | null,
  { reason, passing }: { reason: string; passing: boolean }
): Promise<Applied> {
  await deps.ledger.application.postpone(transaction, reason)
  if (passing && transaction.apply_attempts < SILENT_TRIES) {
    return "postponed"
  }
  const kind = orderId === null ? "paid_without_order" : "settled_incompletely"
  await report(deps, transaction, kind, { reason }, orderId)
  return "anomaly"
}

/**
 * Opens an anomaly about a pay-in. An earlier verdict on the same money is closed: two open ones would
 * have a person return it twice.
 */
export async function report(
  deps: ApplyDeps,
  transaction: Transaction,
  kind: AnomalyKind,
  facts: Record<string, unknown>,
  orderId: string | null = transaction.order_id
): Promise<void> {
  await deps.ledger.anomalies.open({
    kind,
    subject: transaction.id,
    account: transaction.account,
    transaction_id: transaction.id,
    order_id: orderId,
    facts,
  })
  if (VERDICTS.includes(kind)) {
    const kinds = VERDICTS.filter((other) => other !== kind)
    await deps.ledger.anomalies.settle(
      { transaction_id: transaction.id, kinds },
      systemNote("became", { kind })
    )
  }
}
