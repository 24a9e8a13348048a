import type { AdminAnomaly } from "../../api/admin/payin/anomaly-types"
import type { Say } from "../text/use-texts"

type Kind = AdminAnomaly["kind"]

/** Short names of what can go wrong; the server tells the rest in whole sentences. */
export function anomalyKinds(say: Say): Record<Kind, string> {
  return {
    amount_mismatch: say("anomalies.kind.amount_mismatch"),
    currency_mismatch: say("anomalies.kind.currency_mismatch"),
    paid_after_replaced: say("anomalies.kind.paid_after_replaced"),
    paid_after_canceled: say("anomalies.kind.paid_after_canceled"),
    paid_without_order: say("anomalies.kind.paid_without_order"),
    duplicate_payment: say("anomalies.kind.duplicate_payment"),
    status_changed_after_final: say("anomalies.kind.status_changed_after_final"),
    unknown_status: say("anomalies.kind.unknown_status"),
    settled_incompletely: say("anomalies.kind.settled_incompletely"),
    orphan_order: say("anomalies.kind.orphan_order"),
    refund_without_payout: say("anomalies.kind.refund_without_payout"),
    payout_unknown: say("anomalies.kind.payout_unknown"),
    payout_amount_mismatch: say("anomalies.kind.payout_amount_mismatch"),
    payout_for_canceled_fulfillment: say("anomalies.kind.payout_for_canceled_fulfillment"),
    card_unknown: say("anomalies.kind.card_unknown"),
    captured_without_order: say("anomalies.kind.captured_without_order"),
    payout_stuck: say("anomalies.kind.payout_stuck"),
    hold_not_released: say("anomalies.kind.hold_not_released"),
    order_refund_unknown: say("anomalies.kind.order_refund_unknown"),
    webhook_unmatched: say("anomalies.kind.webhook_unmatched"),
  }
}
