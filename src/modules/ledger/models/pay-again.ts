import { model } from "@medusajs/framework/utils"

/**
 * The address under which an order can be paid again, with any method, until it expires
 * (docs/decisions/0039-pay-again-addresses.md). An order has one row. Neither the row nor a copy of
 * the database tells the address: that takes the encryption key.
 */
export const PayinPayAgain = model
  .define("payin_pay_again", {
    id: model.id({ prefix: "payagain" }).primaryKey(),
    order_id: model.text(),
    /** What the address is derived from; another one once it expired. */
    seed: model.text(),
    token_hash: model.text(),
    expires_at: model.dateTime(),
    /** Operators who got the address (`makerOf`), and could have opened it. */
    makers: model.json(),
  })
  .indexes([
    { name: "UQ_payin_pay_again_order", on: ["order_id"], unique: true, where: null },
    { name: "UQ_payin_pay_again_token", on: ["token_hash"], unique: true, where: null },
  ])
