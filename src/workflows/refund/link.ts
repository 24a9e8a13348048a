import type { MedusaContainer } from "@medusajs/framework/types"
import type { Actor } from "../../domain/payout-actor"
import type { Payout } from "../../modules/payouts/rows"
import { roomsOf } from "../settle"

/** The address of the page where a shopper says where a refund goes to. Whoever has it can say it. */
export interface RefundLink {
  url: string
  expires_at: Date
}

export type LinkMade =
  | { outcome: "made"; link: RefundLink }
  /** It is known, or nothing is to be paid any more. */
  | { outcome: "not_needed"; payout: Payout }
  | { outcome: "unknown_payout" }

/** A new address for a payout that nobody said the destination of; earlier ones of it stay valid too. */
export async function makeDestinationLink(
  container: MedusaContainer,
  payoutId: string,
  actor: Actor
): Promise<LinkMade> {
  const { payouts, gateway } = roomsOf(container)
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

/** Whether somebody has still to say where it goes to: one that is held back can be told of already. */
export function lacksDestination({ destination_sealed, status }: Payout): boolean {
  return destination_sealed === null && (status === "held" || status === "awaiting_destination")
}
