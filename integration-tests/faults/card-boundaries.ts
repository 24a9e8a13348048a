import type { Writing } from "../support/gate"
import { becomes, set } from "./boundaries"

const CYCLE = "payin_cycle"
const TABLE = "payin_card_transaction"

/** The steps of a sale by card, by the writing that each begins with, as in `BOUNDARIES`. */
export const CARD_BOUNDARIES = {
  "card: row": { table: TABLE, event: "insert" },
  "card: known": { table: "payin_card", event: "update", when: becomes("status", "active") },
  "card: sending": { table: TABLE, event: "update", when: set("sent_at") },
  "card: authorized": { table: TABLE, event: "update", when: becomes("status", "authorized") },
  "card: order": { table: "order", event: "insert" },
  "card: order to payment": { table: "order_payment_collection", event: "insert" },
  "card: payment": { table: "payment", event: "insert" },
  "card: Medusa's capture": { table: "capture", event: "insert" },
  "card: capturing": { table: TABLE, event: "update", when: becomes("status", "capturing") },
  "card: captured": { table: TABLE, event: "update", when: becomes("status", "captured") },
  "card: in the ledger": { table: "payin_transaction", event: "insert" },
  "card: Medusa's payment": { table: "payment", event: "update", when: set("captured_at") },
  "card: order transaction": { table: "order_transaction", event: "insert" },
  "card: settled": { table: TABLE, event: "update", when: set("settled_at") },
  "card: ending": { table: "payin_card", event: "update", when: becomes("status", "ending") },
  "card: released": { table: TABLE, event: "update", when: becomes("status", "released") },
} as const satisfies Record<string, Writing>

/** The steps of a renewal, as above. */
export const RENEWAL_BOUNDARIES = {
  "renew: subscribed": { table: "payin_subscription", event: "insert" },
  "renew: period": { table: CYCLE, event: "insert" },
  "renew: cart": { table: CYCLE, event: "update", when: set("cart_id") },
  "renew: hold": { table: TABLE, event: "insert", when: "new.cycle_id is not null" },
  "renew: sending": {
    table: TABLE,
    event: "update",
    when: `${set("sent_at")} and new.cycle_id is not null`,
  },
  "renew: held": {
    table: TABLE,
    event: "update",
    when: `${becomes("status", "authorized")} and new.cycle_id is not null`,
  },
  "renew: order": { table: CYCLE, event: "update", when: set("order_id") },
  "renew: capturing": {
    table: TABLE,
    event: "update",
    when: `${becomes("status", "capturing")} and new.cycle_id is not null`,
  },
  "renew: captured": {
    table: TABLE,
    event: "update",
    when: `${becomes("status", "captured")} and new.cycle_id is not null`,
  },
  "renew: paid": { table: CYCLE, event: "update", when: becomes("status", "paid") },
  "renew: refused": {
    table: CYCLE,
    event: "update",
    when: "new.refusals > old.refusals",
  },
} as const satisfies Record<string, Writing>
