import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { OPEN_PAYIN_STATUSES } from "../../domain/payin-state"
import { isPayInProvider } from "../../domain/provider-id"
import { listed } from "../../tables/listed"
import { servicesOf } from "../settle"
import { eachRow } from "../settle/each-row"
import { findOwingOrder, orderOfCollection } from "../../medusa/owing-order"
import { collectionsOf } from "./owing"

const payment = z.object({ provider_id: z.string(), payment_collection_id: z.string() })

/**
 * Supersedes the open links of an order that owes nothing any more: canceled, edited to zero, or
 * paid otherwise. They stay watched, and late money is shown to a person.
 *
 * @returns whether it owes nothing
 */
export async function supersedeUnowed(
  container: MedusaContainer,
  orderId: string
): Promise<boolean> {
  const order = await findOwingOrder(container, orderId)
  if (order === null || order.owed.nothing === null) {
    return false
  }
  await servicesOf(container).ledger.links.supersede(collectionsOf(order))
  return true
}

// Orders with a link that can still be paid, without those that surely owe. Medusa subtracts
// requested returns only when it is asked, and takes at most one of the currency's smallest unit,
// never more than 1, for nothing (docs/medusa.md#stored-sums).
const MAY_OWE_NOTHING = `
  select distinct l.order_id
  from payin_transaction t
  join order_payment_collection l on l.payment_collection_id = t.payment_collection_id
    and l.deleted_at is null
  join "order" o on o.id = l.order_id and o.deleted_at is null
  where t.status in ${listed(OPEN_PAYIN_STATUSES)} and t.lapsed_at is null
    and t.superseded_at is null and t.deleted_at is null and l.order_id > ?
    and (o.status = 'canceled'
      or exists (select 1 from order_item i
        where i.order_id = o.id and i.return_requested_quantity > 0 and i.deleted_at is null)
      or exists (select 1 from order_summary s
        where s.order_id = o.id and s.version = o.version and s.deleted_at is null
          and (s.totals ->> 'pending_difference')::numeric <= 1))
  order by l.order_id limit ?`

const BATCH = 20

/**
 * The same for every order with an open link: Medusa publishes nothing about a credit line or an
 * edited draft, and any event can be lost. Returns the number of orders that owed nothing.
 */
export async function supersedeAllUnowed(container: MedusaContainer): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  let closed = 0
  let last = ""
  for (;;) {
    const found: { rows: { order_id: string }[] } = await pg.raw(MAY_OWE_NOTHING, [last, BATCH])
    last = found.rows.at(-1)?.order_id ?? last
    const name = ({ order_id }: { order_id: string }) => `links of order ${order_id} not closed`
    await eachRow(container, found.rows, name, async ({ order_id }) => {
      closed += (await supersedeUnowed(container, order_id)) ? 1 : 0
    })
    if (found.rows.length < BATCH) {
      return closed
    }
  }
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
