import { model } from "@medusajs/framework/utils"

/**
 * Every Medusa payment session that ever belonged to the plugin. Medusa deletes session rows on
 * each new POST, but a return page may still hold the old id and must get an answer
 * (docs/medusa.md#re-created-sessions).
 */
export const PayinSession = model
  .define("payin_session", {
    id: model.id({ prefix: "payses_known" }).primaryKey(),
    session_id: model.text(),
    payment_collection_id: model.text(),
    account: model.text(),
    /** null while the session is `needs_input`, before a link request. */
    transaction_id: model.text().nullable(),
    fields: model.json().nullable(),
  })
  .indexes([
    { name: "UQ_payin_session_session", on: ["session_id"], unique: true, where: null },
    { name: "IDX_payin_session_collection", on: ["payment_collection_id"] },
    { name: "IDX_payin_session_transaction", on: ["transaction_id"] },
  ])
