import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { PayInAccount } from "../../domain/options/options"
import { findCheckoutContext } from "../../medusa/checkout-context"
import { makesNewLink, type PostedLink } from "../../settlement/wanted-link"
import { servicesOf } from "../settle"

interface Asked extends Pick<PostedLink, "exact" | "input"> {
  account: PayInAccount
}

/** Whether what a shopper posts for a payment collection makes a new link at the service. */
export async function needsNewLink(
  container: MedusaContainer,
  paymentCollectionId: string,
  { account, exact, input }: Asked
): Promise<boolean> {
  const { ledger, gateway } = servicesOf(container)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const checkout = await findCheckoutContext(query, paymentCollectionId)
  const deps = { query, ledger, account, options: gateway.options }
  return makesNewLink(deps, { checkout, exact, input, data: {} })
}
