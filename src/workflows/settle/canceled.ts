import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { heldByCanceled, type Canceled } from "../../medusa/repairs/canceled-while-paid"
import { eachRow } from "./each-row"
import { servicesOf } from "./index"

const BATCH = 20

/**
 * Requeues settled money whose order was canceled at the same moment: cancelOrderWorkflow refunds
 * only payments that it sees, and it missed this one. Settling then shows it as
 * `paid_after_canceled`.
 *
 * @returns how many rows were found, also those that could not be requeued
 */
export async function unsettleCanceled(container: MedusaContainer): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const rows = await heldByCanceled(pg, BATCH)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const name = ({ reference }: Canceled) => `${reference} of a canceled order not looked at again`
  await eachRow(container, rows, name, async ({ id, reference, order_id }) => {
    await servicesOf(container).ledger.application.unsettle(id)
    logger.warn(
      `payin ${reference}: order ${order_id} was canceled while it was paid: looked at again`
    )
  })
  return rows.length
}
