import { model } from "@medusajs/framework/utils"
import { SUBSCRIPTION_STATUSES } from "../../../domain/subscription/state"

/** A shopper's subscription: goods that are sent and charged every period. */
export const PayinSubscription = model
  .define("payin_subscription", {
    id: model.id({ prefix: "paysub" }).primaryKey(),
    account: model.text(),
    card_id: model.text(),
    /** The service's name of the card that pays. */
    subscription_id: model.text(),
    status: model.enum([...SUBSCRIPTION_STATUSES]),
    status_cause: model.text(),
    status_changed_at: model.dateTime(),

    customer_id: model.text().nullable(),
    /** The order that it began with. */
    order_id: model.text(),
    /**
     * The renewing lines of the first order, by the store's offer then; null: it began before they
     * were stored.
     */
    first_lines: model.array().nullable(),
    /** The order of its latest paid period. */
    latest_order_id: model.text(),
    /**
     * The hold that the next renewal is linked to: the latest one, even a failed one
     * (docs/service.md#renewal).
     */
    latest_transaction_id: model.text(),
    plan_name: model.text(),
    periodicity: model.text(),
    /** The store's own interval, ISO 8601; null: it is renewed by hand. */
    every: model.text().nullable(),
    /** The day of its first order, in the store's time zone. */
    anchor: model.text(),
    /** Number of the first period that is neither paid nor skipped; 1 after checkout. */
    next_number: model.number().default(1),
    /** The day of that period; null when nothing renews automatically. */
    next_date: model.text().nullable(),
    /**
     * Expected price of the next period, in major units. After checkout it is the total of a trial
     * cart (workflows/renew/trial-cart.ts), later the price of the latest period. For an order with
     * exchanges or claims only the kept pieces count. With `kept`, goods have their
     * agreed price: goods that a claim sent for free cost what the same goods cost in that order,
     * other goods have Medusa's price of the day. Taxes, delivery, prices of option `current` and
     * automatic promotions are always Medusa's of the day, so the order may differ from it.
     */
    amount: model.text(),
    currency_code: model.text(),
    last_four: model.text().nullable(),
    brand: model.text().nullable(),
    canceled_by: model.text().nullable(),

    /** Next run of the job for it; null: nothing to do. */
    due_after: model.dateTime().nullable(),
    fence: model.number().default(0),
  })
  .indexes([
    { name: "UQ_payin_subscription_order", on: ["order_id"], unique: true, where: null },
    { name: "IDX_payin_subscription_due", on: ["due_after", "id"], where: "due_after is not null" },
    { name: "IDX_payin_subscription_customer", on: ["customer_id"] },
    { name: "IDX_payin_subscription_card", on: ["card_id"] },
    { name: "IDX_payin_subscription_status", on: ["status", "created_at", "id"] },
    { name: "IDX_payin_subscription_created", on: ["created_at", "id"] },
  ])
