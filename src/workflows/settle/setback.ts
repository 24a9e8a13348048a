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
  return report(deps, transaction, kind, { reason }, orderId)
}

/**
 * Opens an anomaly about a pay-in, unless the lease that `transaction` was read under is lost: whoever has it now
 * may have settled the money, and then nothing would close what is opened here. An earlier verdict on the same
 * money is closed: two open ones would have a person return it twice.
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
  if (VERDICTS.includes(kind)) {
    const kinds = VERDICTS.filter((other) => other !== kind)
    await anomalies.settle({ transaction_id: id, kinds }, systemNote("became", { kind }))
  }
  return "anomaly"
}
