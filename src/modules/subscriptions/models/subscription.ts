import { model } from "@medusajs/framework/utils"
import { SUBSCRIPTION_STATUSES } from "../../../domain/subscription-state"

/** What a shopper bought to be sent, and charged for, again and again. */
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
    /** The lines of that one that renew, by what the store offered then; null: it began before they were kept. */
    first_lines: model.array().nullable(),
    /** The order of its latest paid period. */
    latest_order_id: model.text(),
    /**
     * The hold that a renewal is linked to: the latest one, also where that came to nothing
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
    /** The day of that period; null when nothing renews by itself. */
    next_date: model.text().nullable(),
    /**
     * What the next period costs, major units: after checkout the prices of what renews and its delivery before
     * discounts, later what the latest period cost. Of an order that was exchanged or claimed in part only the
     * pieces count that the shopper keeps. With `kept`, goods cost what was agreed to for them: what a claim sent
     * for nothing costs what the same goods did in that order, other goods what Medusa asks that day. Taxes,
     * delivery, prices of option `current` and automatic promotions are Medusa's of that day, so the order may
     * differ from it.
     */
    amount: model.text(),
    currency_code: model.text(),
    last_four: model.text().nullable(),
    brand: model.text().nullable(),
    canceled_by: model.text().nullable(),

    /** When it is to be looked at by the job; null: nothing to do. */
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
