// What `GET /admin/payin/reports/reconciliation` answers. Money is a decimal string in major units,
// `currency` is upper case, times are ISO 8601 in UTC, what is absent is null.

/** Where the ledger and Medusa's captures do not say the same. */
export interface AdminMismatch {
  /** approved_not_captured, captured_on_another_day, approved_on_another_day, captured_without_approval, amount_differs or excess_kept. */
  kind: string
  account: string
  currency: string
  reference: string | null
  ticket: string | null
  order_id: string | null
  payment_id: string | null
  requested_amount: string | null
  /** What Medusa wanted, unrounded. */
  order_amount: string | null
  received_amount: string | null
  captured_amount: string | null
  /** What it adds to approved less captured; negative where Medusa has more. */
  amount: string
  approved_at: string | null
  captured_at: string | null
}

/** Where money out is not what was ordered. */
export interface AdminPayoutMismatch {
  /** paid_differently, paid_without_approval, approved_without_payment or refund_without_payout. */
  kind: string
  account: string
  currency: string
  payout_id: string | null
  reference: string | null
  ticket: string | null
  order_id: string | null
  payment_id: string | null
  /** What was ordered, or what Medusa refunded. */
  ordered_amount: string | null
  /** What the service paid, or what payouts give back. */
  paid_amount: string | null
  /** Paid less ordered. */
  amount: string
  at: string | null
}

export interface AdminReconciliationAnswer {
  date: string
  time_zone: string
  from: string
  /** The first moment of the next day. */
  until: string
  /** Whether the day is over. */
  complete: boolean
  totals: {
    account: string
    currency: string
    approved: { count: number; amount: string; asked: string; exact: string }
    captured: { count: number; amount: string }
    /** Approved beyond Medusa's unrounded amounts. */
    rounding: string
    mismatches: { count: number; amount: string }
    refunded: { count: number; amount: string }
    payouts: {
      /** Payouts that came through: what was ordered, and what the service says that it paid. */
      approved: { count: number; amount: string }
      paid: { count: number; amount: string }
      elsewhere: { count: number; amount: string }
      /** Paid less approved, one by one. */
      mismatches: { count: number; amount: string }
      /** What Medusa refunded beyond all payouts of the same pay-ins. */
      refunds_without_payout: { count: number; amount: string }
      /** Always 0 unless the report itself is wrong. */
      unexplained: string
    }
    /** Opened on this day, and open now. */
    open_anomalies: number
    /** Approved less captured, rounding and mismatches: always 0 unless the report itself is wrong. */
    unexplained: string
  }[]
  mismatches: AdminMismatch[]
  /** Whether there are more than are shown. */
  mismatches_capped: boolean
  payout_mismatches: AdminPayoutMismatch[]
  payout_mismatches_capped: boolean
}
