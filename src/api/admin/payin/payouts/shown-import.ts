import type { PayoutImport } from "../../../../modules/payouts/imports"
import type { Payout } from "../../../../modules/payouts/rows"
import type { AdminImportedRow, AdminPayoutImport } from "../import-types"
import { showPayout } from "../shown-payouts"

type ImportedPayout = { row: number; payout: Payout }

export function showImport(
  file: PayoutImport,
  imported: readonly ImportedPayout[]
): AdminPayoutImport {
  const progress: AdminPayoutImport["progress"] = {}
  for (const { payout } of imported) {
    progress[payout.status] = (progress[payout.status] ?? 0) + 1
  }
  return {
    id: file.id,
    account: file.account,
    currency_code: file.currency,
    row_count: file.row_count,
    total: file.total,
    created_by: file.created_by,
    created_at: file.created_at.toISOString(),
    progress,
  }
}

export function showImportedRow({ row, payout }: ImportedPayout): AdminImportedRow {
  const { id, amount, status, reason, reason_text, response_message } = showPayout(payout)
  return { row, payout_id: id, amount, status, reason, reason_text, response_message }
}
