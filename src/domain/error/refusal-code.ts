import type { FaultCode } from "./fault"

/** Why a decision was refused. */
export const DECISION_CODES = [
  // Of any decision
  "under_way",
  "try_again",
  "key_used",
  "busy",
  "account_gone",
  "installation_held",
  "installation_live",
  // Of payouts
  "second_person",
  "not_a_user",
  "not_an_approver",
  "too_new",
  "unknown_maker",
  "part_in_payout",
  "changed_since",
  "moved_on",
  "refund_stays",
  "not_wanted",
  "may_be_adopted",
  "paid_after_all",
  "which_reference",
  "for_recipient",
  // Of refunds and anomalies
  "refunds_blocked",
  "nothing_captured",
  "more_than_left",
  "order_changing",
  "person_needed",
  "unit_suspected",
  "amount_needed",
  "above_hold",
  "resolved_before",
  "not_possible",
  "told_otherwise",
  "order_has_it",
  "goes_back",
  "order_canceled",
  "cart_gone",
  "cart_changed",
  "other_currency",
  "item_gone",
  "all_given_back",
  // Of payment links
  "nothing_owed",
  "money_arriving",
  "payment_held",
  "draft_is_paid",
  // Of subscriptions and notifications
  "subscription_ended",
  "past_due",
  "paid_ahead",
  "paid_today",
  "other_period",
  "unnamed_period",
  "not_due",
  "event_done",
  // Of lookups
  "unknown_anywhere",
  "known_here",
  "known_elsewhere",
] as const

/** Why an operator's request came to nothing, by stable names: other languages say it by them. */
export type RefusalCode = FaultCode | (typeof DECISION_CODES)[number]

/** A refusal by its stable name, and the values that its sentence names. */
export interface NamedRefusal {
  code: RefusalCode
  values?: Readonly<Record<string, string | number>>
}
