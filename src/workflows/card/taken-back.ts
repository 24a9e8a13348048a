import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { inTurns } from "../../tables/in-turns"
import { eachRow } from "../settle/each-row"
import { servicesOf } from "../settle/index"

/**
 * Requeues holds whose order Medusa deleted since: a compensation takes the order back first and
 * its payment afterwards, and if it dies in between, the shopper's money stays held for nothing.
 */
export async function requeueTakenBack(container: MedusaContainer, limit: number): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const rows = await inTurns<"id", { id: string }>(pg, {
    name: "holds of orders taken back",
    sql: `select t.id from payin_card_transaction t
     where t.release_after is not null and t.status = 'authorized' and t.apply_after is null
       and t.release_wanted_at is null and t.cycle_id is null and t.order_id is not null
       and t.deleted_at is null
       and not exists (select 1 from "order" o where o.id = t.order_id and o.deleted_at is null)`,
    bindings: [],
    key: "id",
    limit,
  })
  const { cardWatch } = servicesOf(container).subscriptions
  const name = ({ id }: { id: string }) => `hold ${id} of an order taken back not looked at again`
  await eachRow(container, rows, name, ({ id }) => cardWatch.requeue(id))
}
