import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../domain/error/reason"
import { renewDue } from "../workflows/renew"
import { cancelUnneededCards, sweepSubscribers } from "../workflows/subscribe"

/**
 * Renews due subscriptions, starts subscriptions whose signal was lost, and cancels cards at the
 * service that nothing needs any more. If one of these fails, the others still run.
 */
export default async function payinRenew(container: MedusaContainer): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const told = (error: unknown) => {
    logger.error(`payin: a part of the renewals failed: ${reasonOf(error)}`)
  }
  await sweepSubscribers(container).catch(told)
  await renewDue(container).catch(told)
  await cancelUnneededCards(container).catch(told)
}

export const config = {
  name: "payin-renew",
  schedule: { interval: 5000 },
}
