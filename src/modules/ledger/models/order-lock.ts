import { model } from "@medusajs/framework/utils"

/**
 * Order lock: of an order, or of a payment collection or cart that has none yet. Its holder alone
 * starts payments, books money, captures and refunds there. Medusa takes no lock when a storefront posts a payment session (core-flows create-payment-session), so two posts
 * at once would leave two live sessions (docs/medusa.md#two-posts-at-once).
 */
export const PayinOrderLock = model
  .define("payin_order_lock", {
    id: model.id({ prefix: "paylock" }).primaryKey(),
    payment_collection_id: model.text(),
    owner: model.text(),
    leased_until: model.dateTime(),
  })
  .indexes([
    {
      name: "UQ_payin_order_lock_collection",
      on: ["payment_collection_id"],
      unique: true,
      where: null,
    },
  ])
