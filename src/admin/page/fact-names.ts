import type { TextKey } from "../text/key"
import type { Say } from "../text/use-texts"

/** Names of what the server writes down about money, in anomalies, payouts and the audit. */
const NAMES: Partial<Record<string, TextKey>> = {
  account_last_four: "destination.number",
  amount: "transactions.amount",
  arrived: "transactions.arrived",
  asked: "facts.asked",
  attempt: "facts.attempt",
  balance: "facts.balance",
  bank: "destination.bank",
  before: "facts.before",
  beneficiary_id: "audit.beneficiary",
  booked: "facts.booked",
  code: "facts.reason",
  currency: "facts.currency",
  customer: "transactions.customer",
  decision: "anomalies.decision",
  email: "destination.email",
  expires_at: "facts.expires",
  fulfillment_id: "facts.fulfillment",
  lacks: "facts.lacks",
  name: "beneficiaries.name",
  needed: "facts.needed",
  note: "giving.note",
  order: "transactions.order",
  payment_method: "transactions.method",
  payout: "facts.payout",
  percent: "rules.percent",
  proposed_by: "anomalies.proposedBy",
  reason: "facts.reason",
  reference: "transactions.reference",
  said: "transactions.answer",
  source: "payouts.source",
  status: "list.status",
  stock_location_id: "beneficiaries.place",
  ticket: "transactions.ticket",
  to_book: "facts.toBook",
  trigger: "rules.trigger",
  version: "facts.version",
  was: "facts.was",
}

/** A fact's name in words; one that has none yet by its own name. */
export function factName(name: string, say: Say): string {
  const key = NAMES[name]
  return key === undefined ? name.replaceAll("_", " ") : say(key)
}
