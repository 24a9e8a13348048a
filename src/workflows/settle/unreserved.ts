import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { anomalyReason } from "../../domain/anomaly-reason"
import { servicesOf } from "./index"

// Each unfulfilled item with managed stock has a reservation (core-flows reserve-inventory). Read
// in SQL, because Medusa has no query for a missing reservation.
const UNRESERVED = `
  select count(*)::int as items from order_item i
  join order_line_item l on l.id = i.item_id
  join product_variant v on v.id = l.variant_id and v.manage_inventory
  where i.order_id = ? and i.deleted_at is null and coalesce(i.fulfilled_quantity, 0) = 0
    and not exists (
      select 1 from reservation_item r where r.line_item_id = i.item_id and r.deleted_at is null)`

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
  const answer: { rows: { items: number }[] } = await pg.raw(UNRESERVED, [placed.order_id])
  const { items } = answer.rows[0]
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
