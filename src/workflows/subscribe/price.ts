import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../domain/error/reason"
import { addAmounts, majorAmount, type MajorAmount } from "../../domain/money/amount"
import { deliveryOfOrder } from "../renew/delivery"
import type { RenewingCart } from "../renew/renewing-cart"
import { priceByTrial, TrialUnderWayError } from "../renew/trial-cart"
import { servicesOf } from "../settle"

type FirstPeriod = Pick<RenewingCart, "source" | "lines" | "plan">

/**
 * The price of the period after the first order, by a trial cart. The order is paid, so a cart that
 * Medusa does not make now, for instance for want of stock, keeps no subscription from starting: its
 * price is then estimated.
 *
 * @throws TrialUnderWayError while another worker computes it, or left its cart: the sweep comes again
 */
export async function priceOfNext(
  container: MedusaContainer,
  period: FirstPeriod
): Promise<MajorAmount> {
  const { source } = period
  try {
    return await priceByTrial(container, period, servicesOf(container).gateway.options)
  } catch (error) {
    if (error instanceof TrialUnderWayError) {
      throw error
    }
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`payin ${source.id}: the price of the next period is estimated: ${reasonOf(error)}`)
    return estimate(container, period)
  }
}

/**
 * What the renewing lines and their delivery cost in the first order before discounts: a typed
 * promotion code is not used again.
 */
async function estimate(
  container: MedusaContainer,
  { source, lines }: FirstPeriod
): Promise<MajorAmount> {
  const delivery = await deliveryOfOrder(container, lines, source)
  return [...lines, ...delivery].reduce(
    (sum, { original_total }) => addAmounts(sum, original_total ?? majorAmount(0)),
    majorAmount(0)
  )
}
