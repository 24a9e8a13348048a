import type { MedusaContainer } from "@medusajs/framework/types"
import { mayTurn } from "../../domain/payout-attempt"
import { isGivenUp } from "../../domain/payout-bound"
import type { Payout } from "../../modules/payouts/rows"
import { observePayout, type PayoutObservation } from "../../settlement/observe-payout"
import { roomsOf } from "../settle"

/** Rejected still, or rejected once and dropped from the service's own books since. */
const OVER: ReadonlySet<PayoutObservation> = new Set(["same", "forgotten"])

/**
 * Asks once more about what the service rejected earlier, before anything else leaves: of this payout, and of
 * those that were to give the same pay-in back and were given up. All others count for the bound as they are.
 *
 * @returns whether each still is rejected, or forgotten by the service for good; one that was given up may be paid, since it then counts
 * @throws GatewayError when the service gave no clear answer
 */
export async function earlierIsOver(container: MedusaContainer, payout: Payout): Promise<boolean> {
  const { payouts } = roomsOf(container)
  const { id, transaction_id } = payout
  const others = transaction_id === null ? [] : await payouts.payouts.ofTransaction(transaction_id)
  for (const one of [payout, ...others.filter(isGivenUp)]) {
    const attempts = one.reference === null ? [] : await payouts.attempts.ofPayout(one.id)
    for (const attempt of attempts.filter(mayTurn)) {
      const observation = await observePayout(roomsOf(container), attempt)
      const counted = observation === "contradiction" && one.id !== id
      if (!OVER.has(observation) && !counted) {
        return false
      }
    }
  }
  return true
}
