import { model } from "@medusajs/framework/utils"

/**
 * Audit trail of payouts, written in the transaction of the act. Amounts, ids and last four only.
 * No line is ever changed or removed, with one exception: when a customer is forgotten, banks and
 * last four are removed from the facts (`forgetting.ts`). A trigger of the table refuses the rest.
 */
export const PayinPayoutAudit = model
  .define("payin_payout_audit", {
    id: model.id({ prefix: "payaud" }).primaryKey(),
    /** Payout, beneficiary or rule; `<rule>:<fulfillment>` where a rule owed nothing. */
    subject_id: model.text(),
    /** Cause of a move, or `edited`, `revealed`, `created`, `deleted`. */
    action: model.text(),
    actor_type: model.text(),
    actor_id: model.text().nullable(),
    from_status: model.text().nullable(),
    to_status: model.text().nullable(),
    facts: model.json().nullable(),
  })
  .indexes([
    { name: "IDX_payin_payout_audit_subject", on: ["subject_id", "created_at", "id"] },
    { name: "IDX_payin_payout_audit_created", on: ["created_at", "id"] },
  ])
