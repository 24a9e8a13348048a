import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { isPayInProvider } from "../../domain/options/provider-id"
import { ordersThatMayOweNothing } from "../../medusa/unowed-order"
import { servicesOf } from "../settle"
import { eachRow } from "../settle/each-row"
import { orderOfCollection } from "../../medusa/links"
import { findOwingOrder } from "../../medusa/owing-order"
import { collectionsOf } from "./owing"

const payment = z.object({ provider_id: z.string(), payment_collection_id: z.string() })

/**
 * Supersedes the open links of an order that owes nothing any more: canceled, edited to zero, or
 * paid otherwise. They stay watched, and late money is shown to a person.
 *
 * @returns whether it owes nothing
 */
export async function supersedeUnowed(
  container: MedusaContainer,
  orderId: string
): Promise<boolean> {
  const order = await findOwingOrder(container, orderId)
  if (order === null || order.owed.nothing === null) {
    return false
  }
  await servicesOf(container).ledger.links.supersede(collectionsOf(order))
  return true
}

const BATCH = 20

/**
 * The same for every order with an open link: Medusa publishes nothing about a credit line or an
 * edited draft, and any event can be lost. Returns the number of orders that owed nothing.
 */
export async function supersedeAllUnowed(container: MedusaContainer): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  let closed = 0
  let last = ""
  for (;;) {
    const orders = await ordersThatMayOweNothing(pg, last, BATCH)
    last = orders.at(-1)?.order_id ?? last
    const name = ({ order_id }: { order_id: string }) => `links of order ${order_id} not closed`
    await eachRow(container, orders, name, async ({ order_id }) => {
      closed += (await supersedeUnowed(container, order_id)) ? 1 : 0
    })
    if (orders.length < BATCH) {
      return closed
    }
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
  const orderId = await orderOfCollection(
    container.resolve(ContainerRegistrationKeys.QUERY),
    captured.data.payment_collection_id
  )
  if (orderId !== null) {
    await supersedeUnowed(container, orderId)
  }
}
