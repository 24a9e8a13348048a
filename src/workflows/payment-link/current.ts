import type { MedusaContainer } from "@medusajs/framework/types"
import { payableLink } from "../settle/shopper-view"
import { servicesOf } from "../settle"
import { findOwingOrder } from "./order"
import { collectionsOf, obstacleToPaying } from "./owing"

/** An open payment link. */
export interface PaymentLink {
  url: string
  expires_at: Date | null
}

/**
 * The link by which an order or a session's payment can be paid now; null when nothing is owed,
 * money arrived, or no link is open. Makes no link and calls nobody.
 */
export async function openPaymentLink(
  container: MedusaContainer,
  of: { order_id: string } | { session_id: string }
): Promise<PaymentLink | null> {
  for (const id of await payableCollections(container, of)) {
    const link = await payableLink(container, id)
    if (link !== null) {
      return link
    }
  }
  return null
}

async function payableCollections(
  container: MedusaContainer,
  of: { order_id: string } | { session_id: string }
): Promise<string[]> {
  const services = servicesOf(container)
  if ("session_id" in of) {
    const known = await services.ledger.sessions.find(of.session_id)
    return known === null ? [] : [known.payment_collection_id]
  }
  const order = await findOwingOrder(container, of.order_id)
  return order !== null && (await obstacleToPaying(container, order)) === null
    ? collectionsOf(order)
    : []
}
