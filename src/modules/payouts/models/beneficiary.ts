import { model } from "@medusajs/framework/utils"
import { PayinPayout } from "./payout"

/**
 * Somebody who is paid more than once: a seller, a supplier. Paid from a copy, made with each payout. Of one that was
 * removed the name that operators know it by stays, and nothing of where its money went.
 */
export const PayinBeneficiary = model
  .define("payin_beneficiary", {
    id: model.id({ prefix: "paybnf" }).primaryKey(),
    name: model.text(),
    account: model.text(),
    country: model.text(),
    currency: model.text(),
    payment_method: model.text(),
    destination_sealed: model.text(),
    sealed_with: model.text(),
    full_name: model.text(),
    bank: model.text(),
    account_type: model.text(),
    account_last_four: model.text(),
    /** Whose goods lie there is paid by the rules of that place. */
    stock_location_id: model.text().nullable(),
    created_by: model.text().nullable(),
    /** Whoever changed where the money goes last: may not approve what goes there. */
    edited_by: model.text().nullable(),
    payouts: model.hasMany(() => PayinPayout, { mappedBy: "beneficiary" }),
  })
  .indexes([
    { name: "IDX_payin_beneficiary_location", on: ["stock_location_id"] },
    { name: "IDX_payin_beneficiary_created", on: ["created_at", "id"] },
    { name: "IDX_payin_beneficiary_sealed_with", on: ["sealed_with"] },
  ])
