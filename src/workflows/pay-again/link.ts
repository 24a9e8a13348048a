import type { MedusaContainer } from "@medusajs/framework/types"
import { makerOf, type Actor } from "../../domain/payout/actor"
import { findOwingOrder } from "../../medusa/owing-order"
import { notOwing, type Obstacle } from "../payment-link/owing"
import { servicesOf } from "../settle"
import { accountsFor } from "./account"

/** The address of the page where an order can be paid again. */
export interface PayAgainLink {
  url: string
}

export type PayAgainLinkMade =
  | { outcome: "made"; link: PayAgainLink }
  | { outcome: "unknown_order" }
  | ({ outcome: "refused" } & Obstacle)

/**
 * The address where a shopper pays what an order owes, with any method: the same one for 30 days,
 * whatever becomes of the links of the service meanwhile. Calls nobody and makes no payment.
 */
export async function makePayAgainLink(
  container: MedusaContainer,
  orderId: string,
  actor: Actor
): Promise<PayAgainLinkMade> {
  const { ledger, gateway } = servicesOf(container)
  const order = await findOwingOrder(container, orderId)
  if (order === null) {
    return { outcome: "unknown_order" }
  }
  const nothing = notOwing(order)
  if (nothing !== null) {
    return { outcome: "refused", ...nothing }
  }
  if (accountsFor(gateway.options, order.currency_code).length === 0) {
    const message = `No configured account takes ${order.currency_code}: order ${order.id} cannot be paid here.`
    return { outcome: "refused", message, code: "account_gone" }
  }
  // A copy of the store must not lead shoppers to itself: the store would not see their money.
  if (await ledger.installations.isHeld()) {
    const message =
      "This installation is not the one that moved money before, so it makes no address to pay at. " +
      "Take over on the settings page if the other one will never run again."
    return { outcome: "refused", message, code: "installation_held" }
  }
  const token = await ledger.payAgain.tokenFor(order.id, makerOf(actor))
  return { outcome: "made", link: { url: `${gateway.options.callbackUrl}/payin/pay/${token}` } }
}
