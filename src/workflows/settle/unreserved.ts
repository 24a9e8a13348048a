import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { anomalyReason } from "../../domain/anomaly/reason"
import { unreservedItems } from "../../medusa/repairs/unreserved"
import { servicesOf } from "./index"

/**
 * Shows an order whose completion died while Medusa reserved its stock: the order is paid, and its
 * goods may be sold twice. Checked for orders whose `order.placed` was lost, because that is how
 * such a death shows.
 */
export async function reportUnreserved(
  container: MedusaContainer,
  placed: { id: string; order_id: string }
): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const items = await unreservedItems(pg, placed.order_id)
  if (items === 0) {
    return
  }
  const { ledger } = servicesOf(container)
  const row = await ledger.transactions.find(placed.id)
  await ledger.anomalies.open({
    kind: "settled_incompletely",
    subject: placed.order_id,
    account: row?.account ?? null,
    transaction_id: placed.id,
    order_id: placed.order_id,
    facts: { reason: anomalyReason("not_reserved"), lacks: "reservations", items },
  })
}
