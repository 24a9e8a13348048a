import { model } from "@medusajs/framework/utils"
import { ORDER_MAKER_KINDS } from "../../../domain/order/maker"

/**
 * Who wrote an order on Medusa's admin routes, noted before Medusa acts, once for each order, maker
 * and kind. Ids, and hashes of e-mails.
 */
export const PayinOrderMaker = model
  .define("payin_order_maker", {
    id: model.id({ prefix: "payomk" }).primaryKey(),
    /**
     * The order; of `fulfilled` the fulfillment; of `mailed` the order, the customer, or `mail:` and the
     * hash of the e-mail that a customer was given. Null: a draft whose id is not known yet.
     */
    subject_id: model.text().nullable(),
    /** As `makerOf` of domain/payout/actor.ts. */
    maker: model.text(),
    kind: model.enum([...ORDER_MAKER_KINDS]),
  })
  .indexes([
    {
      name: "UQ_payin_order_maker_subject",
      on: ["subject_id", "maker", "kind"],
      unique: true,
      where: null,
    },
    { name: "IDX_payin_order_maker_drafting", on: ["created_at"], where: "subject_id is null" },
    { name: "IDX_payin_order_maker_mailed", on: ["subject_id"], where: "kind = 'mailed'" },
  ])
