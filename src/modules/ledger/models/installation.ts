import { model } from "@medusajs/framework/utils"

/**
 * The one row that remembers which installation moves money
 * (docs/decisions/0033-one-living-installation.md).
 */
export const PayinInstallation = model.define("payin_installation", {
  id: model.id({ prefix: "payinst" }).primaryKey(),
  /** See domain/installation. */
  cluster: model.text().nullable(),
  database: model.text(),
  timeline: model.text().nullable(),
  callback_url: model.text(),
  merchants: model.json(),
  live_since: model.dateTime(),
  /** The user who said that it is the living one, and why; null: it is the first. */
  taken_over_by: model.text().nullable(),
  note: model.text().nullable(),
  /** Since when each other installation is held, by its fingerprint. */
  held: model.json(),
})
