import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ordersToReadForPlans } from "../../medusa/plan-order"
import { removeLeftTrials } from "../renew/trial-cart"
import { eachRow } from "../settle/each-row"
import { subscribe } from "./start"

const BATCH = 20

/**
 * Catches lost `order.placed` events: orders paid by card whose lines were not read for plans yet,
 * also those whose hold was confirmed later.
 */
export async function sweepSubscribers(container: MedusaContainer): Promise<void> {
  await removeLeftTrials(container)
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const orders = await ordersToReadForPlans(pg, BATCH)
  const name = ({ order_id }: { order_id: string }) => `no subscription of ${order_id} was started`
  await eachRow(container, orders, name, ({ order_id }) => subscribe(container, order_id))
}
