/**
 * Sealed columns: every table with sealed texts, and their columns. The row's `sealed_with` names
 * the key of all of them. The boot check and re-encryption read these two lists.
 */
export const SEALED_COLUMNS = {
  payin_transaction: ["customer_sealed", "refund_destination_sealed"],
  payin_anomaly: ["destination_sealed"],
  payin_operator_request: ["destination_sealed"],
  payin_payout: ["destination_sealed"],
  payin_payout_attempt: ["destination_sealed", "ipn_key_sealed", "form_url_sealed"],
  payin_beneficiary: ["destination_sealed"],
  payin_card: ["token_sealed", "customer_sealed"],
} as const

export type SealedTable = keyof typeof SEALED_COLUMNS

export const SEALED_TABLES: readonly SealedTable[] = [
  "payin_transaction",
  "payin_anomaly",
  "payin_operator_request",
  "payin_payout",
  "payin_payout_attempt",
  "payin_beneficiary",
  "payin_card",
]
