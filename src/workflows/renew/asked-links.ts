import type { MedusaContainer } from "@medusajs/framework/types"
import { renewalReason } from "../../domain/renewal/reason"
import { LOOKUPS_BEFORE_LINK } from "../../domain/time/schedule"
import { findOwingOrder } from "../../medusa/owing-order"
import { collectionsOf } from "../payment-link/owing"
import { fetchPayInStatus, servicesOf } from "../settle"
import { RenewalStuckError } from "./outcome"

/**
 * Asks once more about the links of a renewal's order, right before it is canceled or its card is
 * charged: money that nobody heard of yet pays it instead. The newest few that are still watched.
 *
 * @throws RenewalStuckError when the service does not answer: nothing is canceled and charged blindly
 */
export async function askLinks(container: MedusaContainer, orderId: string): Promise<void> {
  const { ledger, gateway } = servicesOf(container)
  const order = await findOwingOrder(container, orderId)
  if (order === null || order.owed.nothing !== null) {
    return
  }
  const links = await ledger.transactions.ofCollections(collectionsOf(order))
  const watched = links
    .filter(({ status, lookup_after }) => status !== "approved" && lookup_after !== null)
    .filter(({ account }) => gateway.has(account))
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
  for (const link of watched.slice(0, LOOKUPS_BEFORE_LINK)) {
    try {
      await fetchPayInStatus(container, link)
    } catch {
      throw new RenewalStuckError(
        renewalReason("link_not_asked", { reference: link.reference }),
        true
      )
    }
  }
}
