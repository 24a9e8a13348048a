import type { Writing } from "../support/gate"

/** `from` to `to` in a column, as the condition of a trigger. */
export function becomes(column: string, value: string): string {
  return `new.${column} = '${value}' and old.${column} is distinct from new.${column}`
}

export function set(column: string): string {
  return `new.${column} is not null and old.${column} is null`
}

/**
 * The steps of a sale, by the writing that each begins with: a process that is killed while it waits there
 * has done all before and nothing after. In the order of a sale that goes well, then of one that does not.
 */
export const BOUNDARIES = {
  // A link is made.
  "link: row": { table: "payin_transaction", event: "insert" },
  "link: session": { table: "payment_session", event: "insert" },
  "link: accepted": {
    table: "payin_transaction",
    event: "update",
    when: `${becomes("status", "pending")} and old.status = 'creating'`,
  },
  "link: shown": { table: "payment_session", event: "update", when: "new.data <> old.data" },
  "link: superseded": { table: "payin_transaction", event: "update", when: set("superseded_at") },
  // Observe.
  "observe: stored": { table: "payin_event", event: "insert" },
  "observe: approved": {
    table: "payin_transaction",
    event: "update",
    when: becomes("status", "approved"),
  },
  "observe: processed": {
    table: "payin_event",
    event: "update",
    when: becomes("status", "processed"),
  },
  // Settle, up to the cart's completion.
  "settle: claimed": {
    table: "payin_transaction",
    event: "update",
    when: "new.apply_attempts > old.apply_attempts",
  },
  "settle: leased": {
    table: "payin_transaction",
    event: "update",
    when: "new.fence > old.fence",
  },
  "settle: order found": { table: "payin_transaction", event: "update", when: set("order_id") },
  // Inside Medusa's completion.
  "complete: locked": { table: "locking", event: "insert" },
  "complete: order": { table: "order", event: "insert" },
  "complete: cart closed": { table: "cart", event: "update", when: set("completed_at") },
  "complete: order to cart": { table: "order_cart", event: "insert" },
  "complete: order to payment": { table: "order_payment_collection", event: "insert" },
  "complete: reserved": { table: "reservation_item", event: "insert" },
  // Inside authorize and capture.
  "authorize: session": { table: "payment_session", event: "update", when: set("authorized_at") },
  "authorize: waiting": {
    table: "payment_session",
    event: "update",
    when: becomes("status", "pending_authorization"),
  },
  "authorize: payment": { table: "payment", event: "insert" },
  "authorize: capture": { table: "capture", event: "insert" },
  "authorize: collection": {
    table: "payment_collection",
    event: "update",
    when: "new.status <> old.status",
  },
  "complete: order transaction": { table: "order_transaction", event: "insert" },
  // Settle, after it.
  "settle: capture announced": {
    table: "payin_transaction",
    event: "update",
    when: set("captured_event_at"),
  },
  "settle: settled": { table: "payin_transaction", event: "update", when: set("settled_at") },
  "settle: lease given": {
    table: "payin_transaction",
    event: "update",
    when: "new.leased_until is null and old.leased_until is not null",
  },
  "settle: order announced": {
    table: "payin_transaction",
    event: "update",
    when: set("placed_seen_at"),
  },
  // What does not go well.
  "failure: anomaly": { table: "payin_anomaly", event: "insert" },
  "failure: postponed": { table: "payin_transaction", event: "update", when: set("apply_error") },
  "failure: refund": { table: "refund", event: "insert" },
  "end: lapsed": { table: "payin_transaction", event: "update", when: set("lapsed_at") },
  "end: session": { table: "payment_session", event: "update", when: becomes("status", "error") },
  "end: order canceled": { table: "order", event: "update", when: becomes("status", "canceled") },
  "end: stock freed": { table: "reservation_item", event: "update", when: set("deleted_at") },
  "end: ended": { table: "payin_transaction", event: "update", when: set("ended_at") },
} as const satisfies Record<string, Writing>

export type Boundary = keyof typeof BOUNDARIES
