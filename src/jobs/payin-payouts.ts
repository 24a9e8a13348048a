import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../domain/error/reason"
import { releasePayouts, submitPayouts, watchPayouts } from "../workflows/payout"

/**
 * Payouts: releases held ones, sends due ones, looks sent ones up. See {@link releasePayouts},
 * {@link submitPayouts}, {@link watchPayouts}. If one of these fails, the others still run.
 */
export default async function payinPayouts(container: MedusaContainer): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const told = (error: unknown) => {
    logger.error(`payin: a part of the payouts failed: ${reasonOf(error)}`)
  }
  await releasePayouts(container).catch(told)
  await Promise.all([submitPayouts(container).catch(told), watchPayouts(container).catch(told)])
}

export const config = {
  name: "payin-payouts",
  schedule: { interval: 5000 },
}
