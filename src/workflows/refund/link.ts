import type { MedusaContainer } from "@medusajs/framework/types"
import type { Actor } from "../../domain/payout-actor"
import type { Payout } from "../../modules/payouts/rows"
import { servicesOf } from "../settle"

/**
 * Address of the page on which a shopper enters a refund's destination. Anybody with the address
 * can enter it.
 */
export interface RefundLink {
  url: string
  expires_at: Date
}

export type LinkMade =
  | { outcome: "made"; link: RefundLink }
  /** The destination is known, or nothing is owed any more. */
  | { outcome: "not_needed"; payout: Payout }
  | { outcome: "unknown_payout" }

/** Makes a new address for a payout without a destination. Earlier addresses stay valid. */
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
  if (!lacksDestination(payout)) {
    return { outcome: "not_needed", payout }
  }
  const { token, expires_at } = await payouts.destinationLinks.create(payout.id, actor)
  const url = `${gateway.options.callbackUrl}/payin/refund/${token}`
  return { outcome: "made", link: { url, expires_at } }
}

/** Whether its destination is missing. The shopper of a held payout can be notified already. */
export function lacksDestination({ destination_sealed, status }: Payout): boolean {
  return destination_sealed === null && (status === "held" || status === "awaiting_destination")
}
