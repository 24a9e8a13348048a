// What the routes about files of payouts answer. Money is a decimal string in major units,
// `currency_code` is upper case, times are ISO 8601 in UTC, what is absent is null.

import type { ImportWarningCode } from "../../../domain/payout/import-warning"
import type { PayoutReason } from "../../../domain/payout/reason"
import type { PayoutStatus } from "../../../domain/payout/state"
import type { Text } from "../../../domain/text/language"
import type { AdminDestination } from "./payout-types"

/** A file of payouts that was taken in as a whole. */
export interface AdminPayoutImport {
  id: string
  account: string
  currency_code: string
  row_count: number
  /** Of all its rows. */
  total: string
  /** Id of a user, or `key:` and the id of a secret API key behind which no user is known. */
  created_by: string | null
  created_at: string
  /** How many of its payouts stand where. */
  progress: Partial<Record<PayoutStatus, number>>
}

/** What became of one row; 1 is the row right below the header. */
export interface AdminImportedRow {
  row: number
  payout_id: string
  amount: string
  status: PayoutStatus
  /** Why it waits, and the same for people. */
  reason: PayoutReason | null
  reason_text: Text | null
  response_message: string | null
}

/** A cell or row of a file that looks damaged. */
export interface AdminImportWarning {
  /** 1 is the row right below the header. */
  row: number
  /** The column; `row` where the whole row is meant. */
  field: string
  code: ImportWarningCode
}

export interface AdminPayoutImportAnswer {
  import: AdminPayoutImport
  warnings: AdminImportWarning[]
}

export interface AdminPayoutImportDetailAnswer {
  import: AdminPayoutImport & { rows: AdminImportedRow[] }
}

/** What a file would become. */
export interface AdminPayoutDryRunAnswer {
  import: {
    id: null
    dry_run: true
    account: string
    currency_code: string
    row_count: number
    total: string
    /** The newest file of as many rows and the same total in the last 20 days: perhaps this one. */
    alike: { id: string; created_by: string | null; created_at: string } | null
    rows: {
      row: number
      amount: string
      payment_method: string
      destination: AdminDestination
      note: string | null
      /** Where it would stand by its amount. */
      status: PayoutStatus
    }[]
  }
  warnings: AdminImportWarning[]
}
