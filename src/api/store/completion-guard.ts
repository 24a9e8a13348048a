import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../domain/error-reason"
import { takeCartTurn } from "../../workflows/settle/cart-turn"
import { onceAnswered } from "../once-answered"

/**
 * Lets a cart be completed by one request at a time where Medusa's own lock does not see to it: two at the
 * same instant made two orders of a cart that pays by voucher (see {@link takeCartTurn}).
 */
export async function guardCompletion(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
  try {
    const give = await takeCartTurn(req.scope, req.params.id)
    // A turn that could not be given back ends by its own lease.
    onceAnswered(res, () => void give().catch(() => undefined))
  } catch (error) {
    logger.warn(`payin: ${req.params.id} is completed without its turn: ${reasonOf(error)}`)
  }
  next()
}
