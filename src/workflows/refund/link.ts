import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { makersOf, type Actor } from "../../domain/payout/actor"
import { hasForm } from "../../domain/payout/way"
import type { Payout } from "../../modules/payouts/rows"
import { readersOf } from "../payout/order-makers"
import { servicesOf } from "../settle"

/**
 * Address of the page on which a shopper enters a refund's destination, or of the service's form in which
 * the recipient of a payout does. Anybody with the address can enter it.
 */
export interface RefundLink {
  url: string
  /** Null: nobody says how long the service's form lives. */
  expires_at: Date | null
  /** Of a form, the e-mail of the recipient whom a second person approved; null of a refund's page. */
  email: string | null
}

export type LinkMade =
  | { outcome: "made"; link: RefundLink }
  /** The destination is known, or nothing is owed any more. */
  | { outcome: "not_needed"; payout: Payout }
  /** Of a form above the limit: the store's mail alone tells it. */
  | { outcome: "for_recipient"; payout: Payout }
  | { outcome: "unknown_payout" }

/**
 * Makes a new address for a payout without a destination, of which earlier ones stay valid. A payout by form
 * has one address of the service, which stays the same.
 */
export async function makeDestinationLink(
  container: MedusaContainer,
  payoutId: string,
  actor: Actor
): Promise<LinkMade> {
  const { payouts, gateway } = servicesOf(container)
  const payout = await payouts.payouts.find(payoutId)
  if (payout === null) {
    return { outcome: "unknown_payout" }
  }
  if (hasForm(payout)) {
    const form = await payouts.openForm(payout.id, actor)
    if (form === null) {
      return { outcome: "not_needed", payout }
    }
    if ("code" in form) {
      return { outcome: "for_recipient", payout }
    }
    const { id, destination_sealed } = payout
    const email =
      destination_sealed &&
      payouts.destinations.open("payin_payout", { id, destination_sealed }).email
    return { outcome: "made", link: { url: form.url, expires_at: null, email } }
  }
  if (!lacksDestination(payout)) {
    return { outcome: "not_needed", payout }
  }
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const readers = makersOf(...(await readersOf(pg, payout)))
  const { token, expires_at } = await payouts.destinationLinks.create(payout.id, actor, readers)
  const url = `${gateway.options.callbackUrl}/payin/refund/${token}`
  return { outcome: "made", link: { url, expires_at, email: null } }
}

/** Whether its destination is missing. The shopper of a held payout can be notified already. */
export function lacksDestination({ destination_sealed, status }: Payout): boolean {
  return destination_sealed === null && (status === "held" || status === "awaiting_destination")
}
