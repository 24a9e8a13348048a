import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { isPayInProvider } from "../../domain/provider-id"
import { servicesOf } from "../settle"
import { findOwingOrder, orderOfCollection } from "./order"
import { collectionsOf, notOwing } from "./owing"

const payment = z.object({ provider_id: z.string(), payment_collection_id: z.string() })

/**
 * Supersedes the open links of an order that owes nothing any more: canceled, edited to zero, or
 * paid otherwise. They stay watched, and late money is shown to a person.
 */
export async function supersedeUnowed(container: MedusaContainer, orderId: string): Promise<void> {
  const order = await findOwingOrder(container, orderId)
  if (order !== null && notOwing(order) !== null) {
    await servicesOf(container).ledger.links.supersede(collectionsOf(order))
  }
}

/** The same after another provider's capture; our own captures do this where they are booked. */
export async function supersedePaidElsewhere(
  container: MedusaContainer,
  paymentId: string
): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: ["provider_id", "payment_collection_id"],
    filters: { id: paymentId },
  })
  const captured = payment.safeParse(data[0])
  if (!captured.success || isPayInProvider(captured.data.provider_id)) {
    return
  }
  const orderId = await orderOfCollection(container, captured.data.payment_collection_id)
  if (orderId !== null) {
    await supersedeUnowed(container, orderId)
  }
}
