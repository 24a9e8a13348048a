import { model } from "@medusajs/framework/utils"

/** An imported file of payouts. Its rows are payouts of source `import`. */
export const PayinPayoutImport = model
  .define("payin_payout_import", {
    id: model.id({ prefix: "payimp" }).primaryKey(),
    account: model.text(),
    currency: model.text(),
    row_count: model.number(),
    /** In major units. */
    total: model.text(),
    /** Id of the operator's request: the same file under the same key is the same import. */
    request_id: model.text(),
    created_by: model.text().nullable(),
  })
  .indexes([
    { name: "UQ_payin_payout_import_request", on: ["request_id"], unique: true, where: null },
    { name: "IDX_payin_payout_import_created", on: ["created_at", "id"] },
  ])
