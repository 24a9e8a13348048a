import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { FieldProblem } from "../../domain/privacy/customer-data"
import { findCheckoutContext } from "../../medusa/checkout-context"
import { planCartProblem } from "../../settlement/plan-cart"
import { servicesOf } from "../settle"

/** Why the cart of a payment collection cannot be paid by a link; null: it can. */
export async function whyNoLink(
  container: MedusaContainer,
  paymentCollectionId: string
): Promise<FieldProblem | null> {
  const { options } = servicesOf(container).gateway
  if (options.card === null) {
    return null
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  return planCartProblem(query, await findCheckoutContext(query, paymentCollectionId), options)
}
