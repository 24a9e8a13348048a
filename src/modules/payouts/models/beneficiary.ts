import { model } from "@medusajs/framework/utils"
import { PayinPayout } from "./payout"

/**
 * A seller or supplier who is paid more than once. Each payout is paid from its own copy. A removed
 * beneficiary keeps only its operators' name, and no destination.
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
    /** The stock location whose rules pay this beneficiary. */
    stock_location_id: model.text().nullable(),
    created_by: model.text().nullable(),
    /** Last editor of the destination. */
    edited_by: model.text().nullable(),
    /**
     * Four eyes: who made it, and everybody who changed its destination.
     * None of them may approve payouts to it (domain/payout/actor `makerOf`).
     */
    makers: model.json(),
    /** Number of changes that a second person confirms. */
    version: model.number().default(1),
    /** The newest confirmed version. */
    approved_version: model.number().nullable(),
    approved_by: model.text().nullable(),
    approved_at: model.dateTime().nullable(),
    /** When the version was written. */
    changed_at: model.dateTime(),
    /** When it was first changed after the last confirmation. Who became a user later cannot confirm it. */
    unconfirmed_since: model.dateTime(),
    payouts: model.hasMany(() => PayinPayout, { mappedBy: "beneficiary" }),
  })
  .indexes([
    { name: "IDX_payin_beneficiary_location", on: ["stock_location_id"] },
    { name: "IDX_payin_beneficiary_created", on: ["created_at", "id"] },
    { name: "IDX_payin_beneficiary_sealed_with", on: ["sealed_with"] },
  ])
