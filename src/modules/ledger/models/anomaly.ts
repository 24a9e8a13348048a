import { model } from "@medusajs/framework/utils"
import { ANOMALY_KINDS } from "../../../domain/anomaly"

/** Money that needs a person's eye (design.md 4). At most one open anomaly per kind and subject. */
export const PayinAnomaly = model
  .define("payin_anomaly", {
    id: model.id({ prefix: "payano" }).primaryKey(),
    kind: model.enum([...ANOMALY_KINDS]),
    status: model.enum(["open", "resolved"]),
    /** What the anomaly is about: the id of a transaction, refund, payout or order. */
    subject: model.text(),
    account: model.text().nullable(),
    transaction_id: model.text().nullable(),
    payout_id: model.text().nullable(),
    order_id: model.text().nullable(),
    facts: model.json(),
    action: model.text().nullable(),
    note: model.text().nullable(),
    resolved_by: model.text().nullable(),
    resolved_at: model.dateTime().nullable(),
  })
  .indexes([
    {
      name: "UQ_payin_anomaly_open",
      on: ["kind", "subject"],
      unique: true,
      where: "status = 'open'",
    },
    { name: "IDX_payin_anomaly_transaction", on: ["transaction_id"] },
    { name: "IDX_payin_anomaly_created", on: ["created_at", "id"] },
  ])
