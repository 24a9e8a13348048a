import { model } from "@medusajs/framework/utils"
import { KEPT_CARD_STATUSES } from "../../../domain/card/kept-card"

/**
 * A card that the service keeps for the store, under a subscription of the service's own
 * (docs/service.md#card-subscriptions): of one payment only, of a shopper's saved card, or of a
 * subscription that renews. The number never reaches the plugin.
 */
export const PayinCard = model
  .define("payin_card", {
    id: model.id({ prefix: "paycard" }).primaryKey(),
    account: model.text(),
    /** The service's id of it; null until the service answered. */
    subscription_id: model.text().nullable(),
    status: model.enum([...KEPT_CARD_STATUSES]),
    status_changed_at: model.dateTime(),

    /** The Medusa payment session that brought the card. */
    session_id: model.text(),
    /**
     * The only customer who may be charged with it; null for a guest, whose card is never offered
     * again.
     */
    customer_id: model.text().nullable(),
    plan_name: model.text(),
    periodicity: model.text(),

    /** Token from the service's script, sealed; erased once it was used. */
    token_sealed: model.text().nullable(),
    /** In the stored form. */
    customer_sealed: model.text(),
    sealed_with: model.text(),

    brand: model.text().nullable(),
    last_four: model.text().nullable(),
    /** When its signed-in shopper agreed that it is kept for the next purchase; null: they did not. */
    save_agreed_at: model.dateTime().nullable(),
    /** When the first preauthorization after that was approved; null: not offered again. */
    saved_at: model.dateTime().nullable(),
    /** When its shopper deleted it from the saved cards. */
    removed_at: model.dateTime().nullable(),
    /** Why the service made none, for a person. */
    last_error: model.text().nullable(),
    canceled_at: model.dateTime().nullable(),
    /** When to check whether it is to be canceled at the service; null: something needs it. */
    cancel_after: model.dateTime().nullable(),
    cancel_attempts: model.number().default(0),
    /** When the personal data of its owner was erased. */
    erased_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "UQ_payin_card_session", on: ["session_id"], unique: true, where: null },
    {
      name: "UQ_payin_card_subscription",
      on: ["account", "subscription_id"],
      unique: true,
      where: null,
    },
    {
      name: "IDX_payin_card_saved",
      on: ["customer_id", "saved_at"],
      where: "saved_at is not null",
    },
    { name: "IDX_payin_card_to_cancel", on: ["cancel_after"], where: "cancel_after is not null" },
    { name: "IDX_payin_card_sealed_with", on: ["sealed_with"] },
    {
      // Ended cards with data of their owner (workflows/forget/paid.ts).
      name: "IDX_payin_card_to_erase",
      on: ["status_changed_at", "id"],
      where: "status in ('canceled', 'expired', 'failed') and erased_at is null",
    },
  ])
