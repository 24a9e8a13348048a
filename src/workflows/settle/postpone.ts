import type { AnomalyKind } from "../../domain/anomaly/kinds"
import { systemNote } from "../../domain/operator/system-note"
import type { Transaction } from "../../modules/ledger/rows"
import type { Applied, ApplyDeps } from "./apply"

/**
 * A temporary failure is shown to a person after this many tries of the sweep, about two minutes.
 */
const SILENT_TRIES = 5

/**
 * Settlement anomalies: kinds for a pay-in that Medusa does not show as paid. At most one is open
 * per pay-in, and none once it is settled.
 */
export const SETTLEMENT_ANOMALIES: readonly AnomalyKind[] = [
  "currency_mismatch",
  "paid_without_order",
  "paid_after_replaced",
  "paid_after_canceled",
  "duplicate_payment",
  "settled_incompletely",
]

/**
 * Schedules the next try. A lasting failure is shown to a person, and so is a temporary one that
 * stays.
 */
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
  return report(deps, transaction, kind, { reason }, orderId)
}

/**
 * Opens an anomaly about a pay-in. Opens nothing if the lease was lost since the row was read: the new
 * lease holder may have settled the money, and then nothing would close this anomaly. An
 * earlier settlement anomaly about the same money is closed: with two open ones a person would
 * refund it twice.
 */
export async function report(
  deps: ApplyDeps,
  { id, fence, account }: Pick<Transaction, "id" | "fence" | "account">,
  kind: AnomalyKind,
  facts: Record<string, unknown>,
  orderId: string | null
): Promise<"anomaly" | "busy"> {
  const { anomalies } = deps.ledger
  const still = await anomalies.openWhile(
    { fence },
    { kind, subject: id, account, transaction_id: id, order_id: orderId, facts }
  )
  if (!still) {
    return "busy"
  }
  if (SETTLEMENT_ANOMALIES.includes(kind)) {
    const kinds = SETTLEMENT_ANOMALIES.filter((other) => other !== kind)
    await anomalies.closeOfPayIn({ transaction_id: id, kinds }, systemNote("became", { kind }))
  }
  return "anomaly"
}
