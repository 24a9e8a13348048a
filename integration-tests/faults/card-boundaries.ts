import type { Writing } from "../support/gate"
import { becomes, set } from "./boundaries"

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
  "card: core's capture": { table: "capture", event: "insert" },
  "card: capturing": { table: TABLE, event: "update", when: becomes("status", "capturing") },
  "card: captured": { table: TABLE, event: "update", when: becomes("status", "captured") },
  "card: in the ledger": { table: "payin_transaction", event: "insert" },
  "card: core's payment": { table: "payment", event: "update", when: set("captured_at") },
  "card: order transaction": { table: "order_transaction", event: "insert" },
  "card: settled": { table: TABLE, event: "update", when: set("settled_at") },
  "card: ending": { table: "payin_card", event: "update", when: becomes("status", "ending") },
  "card: released": { table: TABLE, event: "update", when: becomes("status", "released") },
} as const satisfies Record<string, Writing>
