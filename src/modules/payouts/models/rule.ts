import { model } from "@medusajs/framework/utils"
import { RULE_TRIGGERS } from "../../../domain/payout/rule"

/**
 * Pays a beneficiary a part of what leaves a stock location
 * (docs/decisions/0024-seller-payouts.md).
 */
export const PayinPayoutRule = model
  .define("payin_payout_rule", {
    id: model.id({ prefix: "payrul" }).primaryKey(),
    beneficiary_id: model.text(),
    stock_location_id: model.text(),
    /** Above 0, at most 100, at most four decimals. Text, so that it stays as typed. */
    percent: model.text(),
    trigger: model.enum([...RULE_TRIGGERS]),
    /** Whether the share is taken of amounts with tax. */
    tax: model.boolean().default(false),
    created_by: model.text().nullable(),
    edited_by: model.text().nullable(),
    /**
     * Four eyes: who made it, and everybody who changed it. None of them may approve its payouts
     * (domain/payout/actor `makerOf`).
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
  })
  .indexes([
    { name: "IDX_payin_payout_rule_location", on: ["stock_location_id", "trigger"] },
    { name: "IDX_payin_payout_rule_beneficiary", on: ["beneficiary_id"] },
    { name: "IDX_payin_payout_rule_created", on: ["created_at", "id"] },
  ])
