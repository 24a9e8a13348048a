/** What Medusa's roles may be given, where a store uses its role-based access control. */
export interface AdminPolicy {
  resource: `payin_${string}`
  operation: string
}

const to = (operation: string, resource: AdminPolicy["resource"]): AdminPolicy => ({
  resource,
  operation,
})

/**
 * The policy of every admin route, as `METHOD path` below `/admin/payin`. What moves money, decides
 * about it or shows personal data in full has an operation of its own.
 */
export const ADMIN_POLICIES: Readonly<Record<string, AdminPolicy>> = {
  "GET /overview": to("read", "payin_status"),
  "GET /status": to("read", "payin_status"),
  "POST /status/test": to("read", "payin_status"),
  "POST /status/take-over": to("update", "payin_installation"),
  "GET /merchant": to("read", "payin_status"),
  "GET /destination-form": to("read", "payin_status"),

  "GET /transactions": to("read", "payin_transaction"),
  "GET /transactions/:id": to("read", "payin_transaction"),
  "GET /lookup/:ticket_or_reference": to("read", "payin_transaction"),
  "GET /reports/reconciliation": to("read", "payin_transaction"),
  "GET /orders/:id/holds": to("read", "payin_transaction"),
  "POST /transactions/:id/sync": to("update", "payin_transaction"),
  "POST /orders/:id/payment-link": to("create", "payin_payment_link"),
  "POST /orders/:id/pay-again-link": to("create", "payin_payment_link"),

  "GET /anomalies": to("read", "payin_anomaly"),
  "GET /anomalies/:id": to("read", "payin_anomaly"),
  "POST /anomalies/resolve": to("resolve", "payin_anomaly"),
  "POST /anomalies/:id/resolve": to("resolve", "payin_anomaly"),

  "GET /events": to("read", "payin_event"),
  "GET /events/:id": to("read", "payin_event"),
  "POST /events/:id/retry": to("retry", "payin_event"),

  "GET /audit": to("read", "payin_audit"),

  "POST /orders/:id/refund": to("create", "payin_refund"),

  "GET /payouts": to("read", "payin_payout"),
  "GET /payouts/:id": to("read", "payin_payout"),
  "GET /payouts/imports/:id": to("read", "payin_payout"),
  "POST /payouts": to("create", "payin_payout"),
  "POST /payouts/import": to("create", "payin_payout"),
  "POST /payouts/:id/destination": to("update", "payin_payout"),
  "POST /payouts/:id/destination-link": to("update", "payin_payout"),
  "POST /payouts/:id/cancel": to("update", "payin_payout"),
  "POST /payouts/:id/approve": to("approve", "payin_payout"),
  "POST /payouts/:id/pay-rest": to("create", "payin_payout"),
  "POST /payouts/:id/retry": to("send", "payin_payout"),
  "POST /payouts/:id/resend": to("send", "payin_payout"),
  "POST /payouts/:id/paid-elsewhere": to("conclude", "payin_payout"),
  "POST /payouts/:id/conclude": to("conclude", "payin_payout"),
  "POST /payouts/:id/reveal": to("reveal", "payin_personal_data"),

  "GET /beneficiaries": to("read", "payin_beneficiary"),
  "POST /beneficiaries": to("create", "payin_beneficiary"),
  "POST /beneficiaries/:id": to("update", "payin_beneficiary"),
  "DELETE /beneficiaries/:id": to("delete", "payin_beneficiary"),
  "POST /beneficiaries/:id/approve": to("approve", "payin_beneficiary"),
  "POST /beneficiaries/:id/reveal": to("reveal", "payin_personal_data"),

  "GET /payout-rules": to("read", "payin_payout_rule"),
  "POST /payout-rules": to("create", "payin_payout_rule"),
  "POST /payout-rules/:id": to("update", "payin_payout_rule"),
  "DELETE /payout-rules/:id": to("delete", "payin_payout_rule"),
  "POST /payout-rules/:id/approve": to("approve", "payin_payout_rule"),

  "GET /subscriptions": to("read", "payin_subscription"),
  "GET /subscriptions/:id": to("read", "payin_subscription"),
  "POST /subscriptions/:id/renew": to("charge", "payin_subscription"),
  "POST /subscriptions/:id/capture": to("charge", "payin_subscription"),
  "POST /subscriptions/:id/cancel": to("cancel", "payin_subscription"),
}

/** Each policy once, by the name under which Medusa lists it, such as `ApprovePayinPayout`. */
export function namedPolicies(): (AdminPolicy & { name: string })[] {
  const named = Object.values(ADMIN_POLICIES).map((policy) => {
    const name = [policy.operation, ...policy.resource.split("_")].map(capitalized).join("")
    return [name, { name, ...policy }] as const
  })
  return [...new Map(named).values()]
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
