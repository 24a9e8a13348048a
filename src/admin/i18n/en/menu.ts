/** Labels of the menu and of the trail above a page. */
export const menu = {
  payin: "PayIn",
  transactions: "Transactions",
  transaction: "Transaction",
  payouts: "Payouts",
  payout: "Payout",
  subscriptions: "Subscriptions",
  subscription: "Subscription",
  beneficiaries: "Beneficiaries",
  beneficiary: "Beneficiary",
  rules: "Rules",
  lookup: "Lookup",
  anomalies: "Anomalies",
  anomaly: "Anomaly",
  events: "Events",
  event: "Event",
  audit: "Audit",
}
