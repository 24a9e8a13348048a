import type { MedusaContainer } from "@medusajs/framework/types"
import { SYSTEM } from "../../domain/payout/actor"
import { canBePaidAgain } from "../../domain/session/shopper-view"
import { viewOfSession } from "../settle/shopper-view"
import { makePayAgainLink, type PayAgainLinkMade } from "./link"

/**
 * The address where the order of an ended payment is paid again. Who knows the session reads the same order by its id
 * already, and can begin another payment of it: the address tells and allows no more
 * (docs/decisions/0039-pay-again-addresses.md). Null for an id that was never ours.
 */
export async function payAgainLinkOfSession(
  container: MedusaContainer,
  sessionId: string
): Promise<Exclude<PayAgainLinkMade, { outcome: "unknown_order" }> | null> {
  const view = await viewOfSession(container, sessionId)
  if (view === null) {
    return null
  }
  const { order_id } = view
  if (order_id === null || !canBePaidAgain(view)) {
    return NOT_ENDED
  }
  const made = await makePayAgainLink(container, order_id, SYSTEM)
  return made.outcome === "unknown_order" ? NOT_ENDED : made
}

const NOT_ENDED = {
  outcome: "refused",
  message: "No order waits in vain for this payment: its page says how it stands.",
} as const
