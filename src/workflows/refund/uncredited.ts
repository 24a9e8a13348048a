import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { providerIdsOf } from "../../domain/provider-id"
import { UNQUEUED_AFTER_SECONDS, REFUND_BOOKS_WATCH_DAYS } from "../../domain/schedule"
import { databaseNow } from "../../tables/now"
import { servicesOf } from "../settle"
import { eachRow } from "../settle/each-row"
import { eachUnderLock } from "../settle/each-under-lock"
import { oldestId } from "../../medusa/oldest-id"
import { completeCredits, lackingCredits } from "./credits"

// Only an order that asks its buyer for money can lack a credit line, and it owes at most what the
// stored sums say (docs/medusa.md#stored-sums). Orders with a refund in progress are left alone.
const ASKING = `
  select l.order_id
  from refund r
  join payment p on p.id = r.payment_id and p.provider_id = any(?)
  join order_payment_collection l
    on l.payment_collection_id = p.payment_collection_id and l.deleted_at is null
  join "order" o on o.id = l.order_id and o.deleted_at is null
  join order_summary s on s.order_id = o.id and s.version = o.version and s.deleted_at is null
  where r.id >= ? and r.deleted_at is null and l.order_id > ?
    and (s.totals ->> 'pending_difference')::numeric > 0
  group by l.order_id
  having max(r.created_at) < ?
  order by l.order_id limit ?`

const BATCH = 50

/**
 * Orders that have asked their buyers for refunded money for a while: Medusa's credit line is
 * missing, because its process died or because an order change never ends.
 */
export async function uncreditedOrders(
  container: MedusaContainer,
  seconds: number
): Promise<string[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { accounts } = servicesOf(container).gateway.options
  const providers = accounts.flatMap(({ id }) => providerIdsOf(id))
  const since = oldestId("ref", REFUND_BOOKS_WATCH_DAYS)
  const lacking: string[] = []
  let last = ""
  for (;;) {
    const found: { rows: { order_id: string }[] } = await pg.raw(ASKING, [
      ...[providers, since, last, databaseNow(pg, -seconds)],
      BATCH,
    ])
    const name = ({ order_id }: { order_id: string }) =>
      `credit lines of order ${order_id} not read`
    await eachRow(container, found.rows, name, async ({ order_id }) => {
      if ((await lackingCredits(container, order_id)).length > 0) {
        lacking.push(order_id)
      }
    })
    const end = found.rows.at(BATCH - 1)
    if (end === undefined) {
      return lacking
    }
    last = end.order_id
  }
}

/**
 * Writes credit lines that Medusa left out, once no change of the order is open. Safe to run twice
 * at once.
 */
export async function completeUncredited(container: MedusaContainer): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const orders = await uncreditedOrders(container, UNQUEUED_AFTER_SECONDS)
  await eachUnderLock(
    container,
    orders,
    { turn: (id) => id, name: (id) => `order ${id}` },
    async (id) => {
      if (await completeCredits(container, id)) {
        logger.warn(`payin: order ${id} asked for what was refunded: its books are right now`)
      }
    }
  )
}
