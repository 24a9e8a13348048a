import { ANOMALY_KINDS, type AnomalyKind } from "./kinds"

/**
 * Doubt: whether an anomaly of this kind says that the money of a payment is not as booked: it went
 * back, less of it came, or it is of another currency. Money that came and is shown nowhere is
 * there. What is said of a payout, a refund or a hold says nothing of the payment.
 */
const DOUBTS: Record<AnomalyKind, boolean> = {
  amount_mismatch: true,
  currency_mismatch: true,
  status_changed_after_final: true,
  unknown_status: true,
  paid_after_replaced: false,
  paid_after_canceled: false,
  paid_without_order: false,
  duplicate_payment: false,
  settled_incompletely: false,
  captured_without_order: false,
  orphan_order: false,
  refund_without_payout: false,
  payout_unknown: false,
  payout_stuck: false,
  payout_amount_mismatch: false,
  payout_for_canceled_fulfillment: false,
  // Nothing is booked while it is open.
  card_unknown: false,
  hold_not_released: false,
  order_refund_unknown: false,
  // It names no payment of this store.
  webhook_unmatched: false,
}

const DOUBTING: readonly AnomalyKind[] = ANOMALY_KINDS.filter((kind) => DOUBTS[kind])

/** Whether an open anomaly of this kind keeps the money of its payment from leaving. */
export function isDoubting(kind: AnomalyKind): boolean {
  return DOUBTS[kind]
}

/**
 * The kinds of anomalies that keep the money of a payment from leaving.
 *
 * @param accepted whether a person accepted another amount than was asked: then the question that is
 * open about it is who gets the excess
 */
export function doubtingKinds({ accepted }: { accepted: boolean }): readonly AnomalyKind[] {
  return accepted ? DOUBTING.filter((kind) => kind !== "amount_mismatch") : DOUBTING
}
