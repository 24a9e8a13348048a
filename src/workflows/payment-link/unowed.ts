import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { OPEN_PAYIN_STATUSES } from "../../domain/payin-state"
import { isPayInProvider } from "../../domain/provider-id"
import { listed } from "../../tables/listed"
import { servicesOf } from "../settle"
import { findOwingOrder, orderOfCollection } from "./order"
import { collectionsOf, notOwing } from "./owing"

const payment = z.object({ provider_id: z.string(), payment_collection_id: z.string() })

/**
 * Supersedes the open links of an order that owes nothing any more: canceled, edited to zero, or
 * paid otherwise. They stay watched, and late money is shown to a person.
 */
export async function supersedeUnowed(container: MedusaContainer, orderId: string): Promise<void> {
  const order = await findOwingOrder(container, orderId)
  if (order !== null && notOwing(order) !== null) {
    await servicesOf(container).ledger.links.supersede(collectionsOf(order))
  }
}

// The links that can still be paid, which few orders have; what they owe is judged afterwards.
const UNOWED = `
  select distinct l.order_id
  from payin_transaction t
  join order_payment_collection l on l.payment_collection_id = t.payment_collection_id
    and l.deleted_at is null
  join payment_collection c on c.id = t.payment_collection_id and c.deleted_at is null
  join "order" o on o.id = l.order_id and o.deleted_at is null
  join order_summary s on s.order_id = o.id and s.version = o.version and s.deleted_at is null
  where t.status in ${listed(OPEN_PAYIN_STATUSES)} and t.lapsed_at is null
    and t.superseded_at is null and t.deleted_at is null
    and (o.status = 'canceled' or coalesce(s.totals -> 'raw_pending_difference' ->> 'value',
      s.totals ->> 'pending_difference', '0')::numeric <= 0)
  limit ?`

const BATCH = 20

/**
 * The same for every order with an open link: Medusa publishes nothing about a credit line or an
 * edited draft, and any event can be lost. Returns the number of orders.
 */
export async function supersedeAllUnowed(container: MedusaContainer): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const found: { rows: { order_id: string }[] } = await pg.raw(UNOWED, [BATCH])
  for (const { order_id } of found.rows) {
    await supersedeUnowed(container, order_id)
  }
  return found.rows.length
}

/** The same after another provider's capture; our own captures do this where they are booked. */
export async function supersedePaidElsewhere(
  container: MedusaContainer,
  paymentId: string
): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: ["provider_id", "payment_collection_id"],
    filters: { id: paymentId },
  })
  const captured = payment.safeParse(data[0])
  if (!captured.success || isPayInProvider(captured.data.provider_id)) {
    return
  }
  const orderId = await orderOfCollection(container, captured.data.payment_collection_id)
  if (orderId !== null) {
    await supersedeUnowed(container, orderId)
  }
}
