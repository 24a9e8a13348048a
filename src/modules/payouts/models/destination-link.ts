import { model } from "@medusajs/framework/utils"

/**
 * The address of the page on which a shopper enters a refund's destination: once, within seven
 * days, while nobody else has entered it. The token itself is only in the address.
 */
export const PayinDestinationLink = model
  .define("payin_destination_link", {
    id: model.id({ prefix: "paylnk" }).primaryKey(),
    payout_id: model.text(),
    token_hash: model.text(),
    expires_at: model.dateTime(),
    used_at: model.dateTime().nullable(),
    created_by: model.text().nullable(),
  })
  .indexes([
    { name: "UQ_payin_destination_link_token", on: ["token_hash"], unique: true, where: null },
    { name: "IDX_payin_destination_link_payout", on: ["payout_id"] },
  ])
