import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { applyPayIn, roomsOf } from "./index"
import { processEvent } from "./notification"

const BATCH = 20

/**
 * Makes good what a signal lost: stored notifications that are due, approved pay-ins that Medusa was not
 * told of, links that core let go, orders that were never announced. Safe to run twice at once.
 */
export async function sweep(container: MedusaContainer): Promise<void> {
  const { inbox, ledger } = roomsOf(container)
  const events = await inbox.events.claimDue(BATCH)
  await Promise.all(events.map((event) => processEvent(container, event)))

  const unsettled = await ledger.application.claim(BATCH)
  await Promise.all(unsettled.map((id) => applyPayIn(container, id)))

  await ledger.transactions.supersedeReleased()

  for (const { order_id } of await ledger.application.claimUnplaced(BATCH)) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`payin: order.placed of ${order_id} was lost and is emitted now`)
    await container
      .resolve(Modules.EVENT_BUS)
      .emit({ name: "order.placed", data: { id: order_id } })
  }
}
