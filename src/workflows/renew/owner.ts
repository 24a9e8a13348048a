import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { renewalReason } from "../../domain/renewal-reason"
import type { Subscription } from "../../modules/subscriptions/subscription-rows"

const orderSchema = z.object({
  customer_id: z.string().nullish(),
  customer: z.object({ has_account: z.boolean() }).nullish(),
})

/**
 * Why a subscription's customer is not charged any more: they were deleted, or its order was
 * transferred to another account. A guest's order belongs to nobody else: Medusa names a guest by
 * the e-mail alone.
 *
 * @returns null when they are charged
 */
export async function whyNotOwners(
  container: MedusaContainer,
  { customer_id, latest_order_id }: Subscription
): Promise<string | null> {
  if (customer_id === null) {
    return null
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const customers = await query.graph({
    entity: "customer",
    fields: ["id"],
    filters: { id: customer_id },
  })
  if (customers.data.length === 0) {
    return renewalReason("customer_deleted", { customer: customer_id })
  }
  const { data } = await query.graph({
    entity: "order",
    fields: ["customer_id", "customer.has_account"],
    filters: { id: latest_order_id },
  })
  if (data.length === 0) {
    return null
  }
  const { customer_id: owner, customer } = orderSchema.parse(data[0])
  const another = owner != null && owner !== customer_id && customer?.has_account !== false
  return another ? renewalReason("other_owner", { order: latest_order_id }) : null
}
