import { model } from "@medusajs/framework/utils"

/**
 * A running Medusa process that beats. Two instances without a shared locking provider make double
 * orders (docs/medusa.md#locks-in-one-process), so each writes its locking provider.
 */
export const PayinInstance = model
  .define("payin_instance", {
    /** Made anew at each boot. */
    id: model.id({ prefix: "payinst" }).primaryKey(),
    host: model.text(),
    pid: model.number(),
    worker_mode: model.text(),
    /** Provider of Medusa's locking module: "in-memory" locks within one process only. */
    locking: model.text(),
    event_bus: model.text(),
    version: model.text(),
    started_at: model.dateTime(),
    seen_at: model.dateTime(),
    /** Notifications that this process refused since it started. */
    refused: model.json().nullable(),
  })
  .indexes([{ name: "IDX_payin_instance_seen", on: ["seen_at"] }])
