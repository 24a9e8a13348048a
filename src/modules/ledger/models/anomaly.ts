import { model } from "@medusajs/framework/utils"
import { ANOMALY_KINDS } from "../../../domain/anomaly/kinds"

/**
 * Money that needs a decision of a person (docs/decisions/0010-anomalies.md). At most one open
 * anomaly per kind and subject.
 */
export const PayinAnomaly = model
  .define("payin_anomaly", {
    id: model.id({ prefix: "payano" }).primaryKey(),
    kind: model.enum([...ANOMALY_KINDS]),
    status: model.enum(["open", "resolved"]),
    /** Id of the transaction, refund, payout or order that the anomaly is about. */
    subject: model.text(),
    account: model.text().nullable(),
    transaction_id: model.text().nullable(),
    payout_id: model.text().nullable(),
    order_id: model.text().nullable(),
    facts: model.json(),
    action: model.text().nullable(),
    note: model.text().nullable(),
    /** The amount that a person decided to refund, in major units. The payout is made from it. */
    refund_amount: model.text().nullable(),
    refund_currency: model.text().nullable(),
    destination_sealed: model.text().nullable(),
    sealed_with: model.text().nullable(),
    /** What one person proposed and another one has to confirm. */
    proposed: model.json().nullable(),
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
    { name: "IDX_payin_anomaly_asked", on: ["subject"], where: "status = 'open'" },
    { name: "IDX_payin_anomaly_order", on: ["order_id"] },
    { name: "IDX_payin_anomaly_status", on: ["status", "created_at", "id"] },
    {
      name: "IDX_payin_anomaly_sealed_with",
      on: ["sealed_with"],
      where: "sealed_with is not null",
    },
    { name: "IDX_payin_anomaly_created", on: ["created_at", "id"] },
  ])
