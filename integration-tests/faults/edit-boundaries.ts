import type { Writing } from "../support/gate"
import { becomes } from "./boundaries"

/**
 * The steps of an order that an operator changes, by the writing that each begins with, as in `BOUNDARIES`, up to
 * the writing of what it costs now and what was paid of it.
 */
export const EDIT_BOUNDARIES = {
  "edit: begun": { table: "order_change", event: "insert", when: "new.change_type = 'edit'" },
  "edit: item": {
    table: "order_change_action",
    event: "insert",
    when: "new.action = 'ITEM_UPDATE'",
  },
  "edit: confirmed": {
    table: "order_change",
    event: "update",
    when: `new.change_type = 'edit' and ${becomes("status", "confirmed")}`,
  },
  "edit: summed": { table: "order_summary", event: "insert", when: "new.version > 1" },
} as const satisfies Record<string, Writing>
