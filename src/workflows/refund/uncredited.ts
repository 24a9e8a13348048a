import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { UNQUEUED_AFTER_SECONDS } from "../../domain/time/schedule"
import { askingOrders } from "../../medusa/repairs/uncredited-refund"
import { ourProviders } from "../settle"
import { eachRow } from "../settle/each-row"
import { eachUnderLock } from "../settle/each-under-lock"
import { completeCredits, lackingCredits } from "./credits"

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
  const providers = ourProviders(container)
  const lacking: string[] = []
  let last = ""
  for (;;) {
    const asking = await askingOrders(pg, providers, { seconds, after: last, limit: BATCH })
    const name = ({ order_id }: { order_id: string }) =>
      `credit lines of order ${order_id} not read`
    await eachRow(container, asking, name, async ({ order_id }) => {
      if ((await lackingCredits(container, order_id)).length > 0) {
        lacking.push(order_id)
      }
    })
    const end = asking.at(BATCH - 1)
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
    { lockKey: (id) => id, name: (id) => `order ${id}` },
    async (id) => {
      if (await completeCredits(container, id)) {
        logger.warn(`payin: order ${id} asked for what was refunded: its books are right now`)
      }
    }
  )
}
