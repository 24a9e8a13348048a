import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { reasonOf } from "../../domain/error/reason"
import { applyPayIn, endPayIns, servicesOf } from "./index"
import { processEvent } from "./notification"
import { requeueUnqueued } from "./unqueued"
import { reportUnreserved } from "./unreserved"

const BATCH = 20

/**
 * Repairs lost signals: due notifications, approved pay-ins that Medusa does not show, links that
 * ended unpaid or that Medusa released, orders that were never announced. Safe to run twice at
 * once.
 */
export async function sweep(container: MedusaContainer): Promise<void> {
  const parts = [processDueEvents, applyDue, endDue, supersedeReleased, announceUnplaced]
  const ended = await Promise.allSettled(parts.map((part) => part(container)))
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (const part of ended) {
    if (part.status === "rejected") {
      logger.error(`payin: a part of the sweep failed: ${reasonOf(part.reason)}`)
    }
  }
}

async function processDueEvents(container: MedusaContainer): Promise<void> {
  const events = await servicesOf(container).inbox.events.claimDue(BATCH)
  await Promise.allSettled(events.map((event) => processEvent(container, event)))
}

async function applyDue(container: MedusaContainer): Promise<void> {
  await requeueUnqueued(container)
  const unsettled = await servicesOf(container).ledger.application.claim(BATCH)
  await Promise.allSettled(unsettled.map((id) => applyPayIn(container, id)))
}

async function endDue(container: MedusaContainer): Promise<void> {
  await endPayIns(container, { limit: BATCH })
}

async function supersedeReleased(container: MedusaContainer): Promise<void> {
  await servicesOf(container).ledger.transactions.supersedeReleased()
}

async function announceUnplaced(container: MedusaContainer): Promise<void> {
  const { application } = servicesOf(container).ledger
  // One at a time: each is marked before it is published, so a failure costs only that one.
  for (let told = 0; told < BATCH; told++) {
    const placed = (await application.claimUnplaced(1)).at(0)
    if (placed === undefined) {
      return
    }
    await reportUnreserved(container, placed)
    const { order_id } = placed
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`payin: order.placed of ${order_id} was lost and is emitted now`)
    await container
      .resolve(Modules.EVENT_BUS)
      .emit({ name: "order.placed", data: { id: order_id } })
  }
}
