import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../domain/error/reason"
import { acquireCartLock } from "../../workflows/settle/cart-lock"
import { onResponseEnd } from "../on-response-end"

/**
 * Lets one request at a time complete a cart, where Medusa's own lock does not ensure that.
 * Otherwise two simultaneous requests make two orders (see {@link acquireCartLock}).
 */
export async function guardCompletion(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
  try {
    const releaseLock = await acquireCartLock(req.scope, req.params.id)
    // A lock that could not be released ends with its lease.
    onResponseEnd(res, () => void releaseLock().catch(() => undefined))
  } catch (error) {
    logger.warn(`payin: ${req.params.id} is completed without the cart lock: ${reasonOf(error)}`)
  }
  next()
}
