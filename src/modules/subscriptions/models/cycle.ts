import { model } from "@medusajs/framework/utils"
import { CYCLE_STATUSES } from "../../../domain/subscription/state"

/**
 * One period of a subscription: one row, one order, at most one hold alive
 * (docs/decisions/0025-renewal-periods.md).
 */
export const PayinCycle = model
  .define("payin_cycle", {
    id: model.id({ prefix: "paycyc" }).primaryKey(),
    payin_subscription_id: model.text(),
    /** Counted from the anchor: names the period for good. */
    number: model.number(),
    /** The day that it is due, in the store's time zone. */
    day: model.text(),
    /** Periods that began before it was opened, or before it was charged, and that nobody is charged for. */
    skipped: model.number().default(0),
    status: model.enum([...CYCLE_STATUSES]),
    status_changed_at: model.dateTime(),

    /** The cart of its renewal order, written before it is paid. */
    cart_id: model.text().nullable(),
    order_id: model.text().nullable(),
    /**
     * The order that the plugin is canceling because it is unpaid; any other canceled order was
     * canceled by a person.
     */
    freed_order_id: model.text().nullable(),
    refusals: model.number().default(0),
    /** Number of consecutive failed tries without a decline of the bank. */
    attempts: model.number().default(0),
    /** Days in the store's time zone. */
    first_refused: model.text().nullable(),
    latest_refused: model.text().nullable(),
    next_try: model.text().nullable(),
    /** Time of the last refusal that was counted. */
    refusal_counted_at: model.dateTime().nullable(),
    /** Why it is not paid yet, for a person. */
    last_error: model.text().nullable(),

    /** Requests of operators for this period, and for no other. */
    asked_by: model.array().nullable(),

    leased_until: model.dateTime().nullable(),
    fence: model.number().default(0),
  })
  .indexes([
    {
      name: "UQ_payin_cycle_number",
      on: ["payin_subscription_id", "number"],
      unique: true,
      where: null,
    },
    {
      name: "UQ_payin_cycle_open",
      on: ["payin_subscription_id"],
      unique: true,
      where: "status = 'open'",
    },
    { name: "UQ_payin_cycle_cart", on: ["cart_id"], unique: true, where: null },
    { name: "IDX_payin_cycle_order", on: ["order_id"] },
  ])
