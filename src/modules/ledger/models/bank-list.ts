import { model } from "@medusajs/framework/utils"

/** The last good list of PSE's banks that the service gave an account, kept for times in which it gives none. */
export const PayinBankList = model
  .define("payin_bank_list", {
    id: model.id({ prefix: "paybanks" }).primaryKey(),
    account: model.text(),
    banks: model.json(),
    read_at: model.dateTime(),
  })
  .indexes([{ name: "UQ_payin_bank_list_account", on: ["account"], unique: true, where: null }])
