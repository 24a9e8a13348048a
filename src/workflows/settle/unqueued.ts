import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { servicesOf } from "./index"

const BATCH = 20

/** Requeues approved money that a crash left without a next try, every few seconds. */
export async function requeueUnqueued(container: MedusaContainer): Promise<void> {
  tell(container, await servicesOf(container).ledger.application.requeueUnqueued(BATCH))
}

/** Requeues approved money that a crash left excluded without a decision, every minute. */
export async function requeueUndecided(container: MedusaContainer): Promise<void> {
  tell(container, await servicesOf(container).ledger.application.requeueUndecided(BATCH))
}

function tell(container: MedusaContainer, ids: readonly string[]): void {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (const id of ids) {
    logger.warn(`payin ${id}: approved, not settled and due for nobody: looked at again`)
  }
}
