import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { PLAN_SIGNAL_SECONDS, PLAN_WATCH_DAYS } from "../domain/time/schedule"
import { inTurns } from "../tables/in-turns"
import { databaseNow } from "../tables/now"

/** Payments by card whose order was not read for plans yet. */
const UNREAD = `
  from payin_card_transaction t
  join order_payment_collection o on o.payment_collection_id = t.payment_collection_id
  where t.plans_read_at is null and t.cycle_id is null and t.authorized_at is not null
    and t.deleted_at is null and o.deleted_at is null
    and t.status not in ('declined', 'error', 'released')`

/**
 * Orders that were paid at least `seconds` ago and never read for plans: for some of them a subscription is
 * missing. Orders that the sweep tries no more are among them.
 */
export async function unstartedOrders(
  container: MedusaContainer,
  { seconds, limit }: { seconds: number; limit: number }
): Promise<string[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const found: { rows: { order_id: string }[] } = await pg.raw(
    `select distinct o.order_id ${UNREAD} and t.authorized_at < ? order by o.order_id limit ?`,
    [databaseNow(pg, -seconds), limit]
  )
  return found.rows.map(({ order_id }) => order_id)
}

/** Lately paid orders that were not read for plans yet, a page of them in turn. */
export async function ordersToReadForPlans(
  pg: Knex,
  limit: number
): Promise<{ order_id: string }[]> {
  return inTurns<"order_id", { order_id: string }>(pg, {
    name: "orders not read for plans",
    sql: `select distinct o.order_id ${UNREAD} and t.authorized_at between ? and ?`,
    bindings: [databaseNow(pg, -PLAN_WATCH_DAYS * 86_400), databaseNow(pg, -PLAN_SIGNAL_SECONDS)],
    key: "order_id",
    limit,
  })
}
