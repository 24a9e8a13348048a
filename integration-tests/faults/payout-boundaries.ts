import type { Writing } from "../support/gate"
import { CARD_BOUNDARIES, RENEWAL_BOUNDARIES } from "./card-boundaries"
import { becomes, BOUNDARIES, set } from "./boundaries"
import { EDIT_BOUNDARIES } from "./edit-boundaries"
import { PARCEL_BOUNDARIES } from "./parcel-boundaries"

/** The steps of money that goes out, by the writing that each begins with, as in `BOUNDARIES`. */
export const PAYOUT_BOUNDARIES = {
  // Written down.
  "book: payout": { table: "payin_payout", event: "insert" },
  "book: refund": { table: "payin_payout", event: "insert", when: "new.source = 'refund'" },
  "book: Medusa's refund": { table: "refund", event: "insert" },
  "book: Medusa's payment": { table: "payment", event: "update", when: "new.data <> old.data" },
  "book: Medusa's totals": {
    table: "payment_collection",
    event: "update",
    when: "new.refunded_amount is distinct from old.refunded_amount",
  },
  "book: Medusa's order": {
    table: "order_transaction",
    event: "insert",
    when: "new.reference = 'refund'",
  },
  // Between Medusa's entry of a refund and its credit line, and inside the writing of that.
  "book: Medusa's credit": {
    table: "order_change",
    event: "insert",
    when: "new.change_type = 'credit_line'",
  },
  "book: Medusa's credit line": { table: "order_credit_line", event: "insert" },
  "book: decision": { table: "payin_anomaly", event: "update", when: set("refund_amount") },
  // Decided.
  "decide: released": { table: "payin_payout", event: "update", when: leaves("held") },
  "decide: destination": {
    table: "payin_payout",
    event: "update",
    when: "new.version > old.version",
  },
  "decide: approved": {
    table: "payin_payout",
    event: "update",
    when: "new.approved_version is distinct from old.approved_version",
  },
  "decide: given up": {
    table: "payin_payout",
    event: "update",
    when: becomes("status", "canceled"),
  },
  "decide: answered": { table: "payin_operator_request", event: "update" },
  // Sent.
  "send: claimed": {
    table: "payin_payout",
    event: "update",
    when: "new.fence > old.fence and new.status = 'queued' and old.status = 'queued'",
  },
  "send: attempt": { table: "payin_payout_attempt", event: "insert" },
  "send: again": {
    table: "payin_payout_attempt",
    event: "update",
    when: "new.sends > old.sends",
  },
  "send: sending": { table: "payin_payout", event: "update", when: becomes("status", "sending") },
  "send: answered": { table: "payin_payout_attempt", event: "update", when: leaves("sending") },
  "send: moved": { table: "payin_payout", event: "update", when: leaves("sending") },
  "send: audit": { table: "payin_payout_audit", event: "insert" },
  // Asked about.
  "watch: claimed": {
    table: "payin_payout_attempt",
    event: "update",
    when: "new.lookup_attempts > old.lookup_attempts",
  },
  "watch: not known": {
    table: "payin_payout_attempt",
    event: "update",
    when: "new.not_known_count > old.not_known_count",
  },
  "watch: heard": {
    table: "payin_payout_attempt",
    event: "update",
    when: "new.status in ('approved', 'rejected') and old.status <> new.status",
  },
  "watch: ended": {
    table: "payin_payout",
    event: "update",
    when: "new.status in ('approved', 'rejected') and old.status <> new.status",
  },
} as const satisfies Record<string, Writing>

/** Wherever a process can be killed. */
export const PLACES = {
  ...BOUNDARIES,
  ...EDIT_BOUNDARIES,
  ...PAYOUT_BOUNDARIES,
  ...PARCEL_BOUNDARIES,
  ...CARD_BOUNDARIES,
  ...RENEWAL_BOUNDARIES,
}

export type Place = keyof typeof PLACES

export function isPayoutPlace(name: string): name is keyof typeof PAYOUT_BOUNDARIES {
  return name in PAYOUT_BOUNDARIES
}

function leaves(status: string): string {
  return `old.status = '${status}' and new.status <> '${status}'`
}
