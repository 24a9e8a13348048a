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
  const { transaction_id } = payout
  return (
    (await isOver(container, payout, false)) &&
    (transaction_id === null || (await givenUpIsOver(container, transaction_id)))
  )
}

/**
 * Asks once more about what the service rejected of a payout, before a person pays it by other means. What they know to
 * be paid after all they may say so of: a payout that is stopped by it ends like that.
 *
 * @throws GatewayError when the service gave no clear answer
 */
export async function mayYetBePaid(container: MedusaContainer, payout: Payout): Promise<boolean> {
  return !(await isOver(container, payout, payout.reason === "contradiction"))
}

/**
 * Asks once more about payouts of a pay-in that were rejected, retried and given up: before money of it goes
 * elsewhere. One that is paid after all counts from then on.
 *
 * @throws GatewayError when the service gave no clear answer
 */
export async function givenUpIsOver(
  container: MedusaContainer,
  transactionId: string
): Promise<boolean> {
  const all = await roomsOf(container).payouts.payouts.ofTransaction(transactionId)
  for (const one of all.filter(isGivenUp)) {
    if (!(await isOver(container, one, true))) {
      return false
    }
  }
  return true
}

/** `counted`: what was paid after all is known, and no surprise. */
async function isOver(
  container: MedusaContainer,
  { id, reference }: Payout,
  counted: boolean
): Promise<boolean> {
  const rooms = roomsOf(container)
  const attempts = reference === null ? [] : await rooms.payouts.attempts.ofPayout(id)
  for (const attempt of attempts.filter(mayTurn)) {
    const observation = await observePayout(rooms, attempt)
    if (!OVER.has(observation) && !(counted && observation === "contradiction")) {
      return false
    }
  }
  return true
}
