import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import type { Whose } from "../../domain/privacy/personal-data"

const PAGE = 500
const rows = z.array(z.object({ id: z.string() }))

/**
 * The customers, with their orders and carts, because a payment may know its order or cart only. A
 * customer whom Medusa deleted is found by the id.
 */
async function findWhose(container: MedusaContainer, customer: string): Promise<Whose> {
  const by = customer.includes("@")
    ? { email: [customer, customer.toLowerCase()] }
    : { id: customer }
  const customer_ids = await idsOf(container, "customer", by)
  const filters = { customer_id: customer_ids }
  return customer_ids.length === 0
    ? { customer_ids, order_ids: [], cart_ids: [] }
    : {
        customer_ids,
        order_ids: await idsOf(container, "order", filters),
        cart_ids: await idsOf(container, "cart", filters),
      }
}

/** @throws MedusaError `not_found` */
export async function presentWhose(container: MedusaContainer, customer: string): Promise<Whose> {
  const whose = await findWhose(container, customer)
  if (whose.customer_ids.length === 0) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      "Medusa has no such customer: give the customer's id (cus_...) or the e-mail address they bought with."
    )
  }
  return whose
}

async function idsOf(
  container: MedusaContainer,
  entity: "customer" | "order" | "cart",
  filters: Record<string, unknown>
): Promise<string[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const ids: string[] = []
  for (;;) {
    const { data } = await query.graph({
      entity,
      fields: ["id"],
      filters,
      pagination: { take: PAGE, skip: ids.length, order: { id: "ASC" } },
      withDeleted: true,
    })
    const found = rows.parse(data)
    ids.push(...found.map(({ id }) => id))
    if (found.length < PAGE) {
      return ids
    }
  }
}
