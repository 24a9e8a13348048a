import type { Writing } from "../support/gate"
import { becomes, set } from "./boundaries"

/** The steps of a parcel and of the sellers' shares of it, by the writing that each begins with, as in `BOUNDARIES`. */
export const PARCEL_BOUNDARIES = {
  // Medusa's.
  "parcel: packed": { table: "fulfillment", event: "insert" },
  "parcel: registered": {
    table: "order_change_action",
    event: "insert",
    when: "new.action = 'FULFILL_ITEM'",
  },
  "parcel: linked": { table: "order_fulfillment", event: "insert" },
  "parcel: shipped": { table: "fulfillment", event: "update", when: set("shipped_at") },
  "parcel: delivered": { table: "fulfillment", event: "update", when: set("delivered_at") },
  "parcel: unpacked": { table: "fulfillment", event: "update", when: set("canceled_at") },
  "parcel: taken back": {
    table: "order_change_action",
    event: "insert",
    when: "new.action = 'RECEIVE_RETURN_ITEM'",
  },
  // Ours.
  "share: booked": { table: "payin_payout", event: "insert", when: "new.source = 'rule'" },
  "share: follows": {
    table: "payin_payout",
    event: "update",
    when: "new.source = 'rule' and new.amount <> old.amount",
  },
  "share: released": {
    table: "payin_payout",
    event: "update",
    when: "new.source = 'rule' and old.status = 'held' and new.status <> 'held'",
  },
  "share: sent": {
    table: "payin_payout",
    event: "update",
    when: `new.source = 'rule' and ${becomes("status", "sending")}`,
  },
  "share: withdrawn": {
    table: "payin_payout",
    event: "update",
    when: `new.source = 'rule' and ${becomes("status", "canceled")}`,
  },
  "share: asked about": {
    table: "payin_anomaly",
    event: "insert",
    when: "new.kind = 'payout_for_canceled_fulfillment'",
  },
} as const satisfies Record<string, Writing>
