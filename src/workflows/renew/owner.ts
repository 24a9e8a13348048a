import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { renewalReason } from "../../domain/renewal/reason"
import type { Subscription } from "../../modules/subscriptions/subscription-rows"

const orderSchema = z.object({
  customer_id: z.string().nullish(),
  customer: z.object({ has_account: z.boolean() }).nullish(),
})

/**
 * Why a subscription's customer is not charged any more: they were deleted, or its order was
 * transferred to another account. A guest's subscription names no customer: its order does, and that
 * order belongs to nobody else, because Medusa names a guest by the e-mail alone.
 *
 * @returns null when they are charged
 */
export async function whyNotOwners(
  container: MedusaContainer,
  { customer_id, latest_order_id }: Subscription
): Promise<string | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["customer_id", "customer.has_account"],
    filters: { id: latest_order_id },
  })
  const order = data.length === 0 ? null : orderSchema.parse(data[0])
  const charged = customer_id ?? order?.customer_id ?? null
  if (charged === null) {
    return null
  }
  const customers = await query.graph({
    entity: "customer",
    fields: ["id"],
    filters: { id: charged },
  })
  if (customers.data.length === 0) {
    return renewalReason("customer_deleted", { customer: charged })
  }
  if (customer_id === null || order === null) {
    return null
  }
  const { customer_id: owner, customer } = order
  const another = owner != null && owner !== customer_id && customer?.has_account !== false
  return another ? renewalReason("other_owner", { order: latest_order_id }) : null
}
