import type { MedusaContainer } from "@medusajs/framework/types"
import { mayTurn } from "../../domain/payout-attempt"
import { isGivenUp } from "../../domain/payout-bound"
import { REJECTED_WATCH_DAYS } from "../../domain/schedule"
import { GatewayError } from "../../modules/gateway"
import type { Attempt, Payout } from "../../modules/payouts/rows"
import { fetchPayoutStatus, type PayoutObservation } from "../../settlement/fetch-payout-status"
import { roomsOf } from "../settle"

const DAY_MS = 86_400_000

/** Rejected still, or rejected once and dropped from the service's own books since. */
const OVER: ReadonlySet<PayoutObservation | "unclear"> = new Set(["same", "forgotten"])

/**
 * Asks once more about what the service rejected earlier, before anything else leaves: of this payout, and of
 * those that were to give the same pay-in back and were given up. All others count for the bound as they are.
 *
 * @returns whether each still is rejected, or forgotten by the service for good; one that was given up may be paid, since it then counts
 * @throws GatewayError when the service gave no clear answer
 */
export async function earlierIsOver(container: MedusaContainer, payout: Payout): Promise<boolean> {
  for (const attempt of await rejectedOf(container, payout)) {
    if (!OVER.has(await ask(container, attempt))) {
      return false
    }
  }
  return payout.transaction_id === null || (await givenUpIsOver(container, payout.transaction_id))
}

/**
 * Asks once more about payouts of a pay-in that were rejected, retried and given up: before money of it goes
 * another way. One that is paid after all counts from then on.
 *
 * @throws GatewayError when the service gave no clear answer
 */
export async function givenUpIsOver(
  container: MedusaContainer,
  transactionId: string
): Promise<boolean> {
  for (const one of await givenUpOf(container, transactionId)) {
    for (const attempt of await rejectedOf(container, one)) {
      const observation = await ask(container, attempt)
      if (!OVER.has(observation) && observation !== "contradiction") {
        return false
      }
    }
  }
  return true
}

/**
 * Asks once more about what the service rejected of a payout, and of those given up before it, before a person pays it
 * by other means. What they were told to be paid after all is no surprise: that is the payment they mean. An answer
 * that is not clear is waited for as long as a rejection is watched: an account that is closed gives none for ever.
 *
 * @returns null: nothing stands against it; `paid`: news, the service paid it after all; `doubted`: it may yet
 * @throws GatewayError when the service gave no clear answer
 */
export async function doubtOfRejections(
  container: MedusaContainer,
  payout: Payout
): Promise<"paid" | "doubted" | null> {
  const { id, transaction_id, reason } = payout
  const givenUp = transaction_id === null ? [] : await givenUpOf(container, transaction_id)
  const now = await roomsOf(container).subscriptions.subscriptions.now()
  for (const one of [payout, ...givenUp.filter((other) => other.id !== id)]) {
    for (const attempt of await rejectedOf(container, one)) {
      const isWatched =
        attempt.status_changed_at.getTime() > now.getTime() - REJECTED_WATCH_DAYS * DAY_MS
      const observation = await (isWatched ? ask : tryToAsk)(container, attempt)
      const isKnown = one.id === id && reason === "contradiction"
      if (observation === "contradiction" && !isKnown) {
        return "paid"
      }
      const isPending = observation === "late"
      if (!OVER.has(observation) && observation !== "contradiction" && (isPending || isWatched)) {
        return "doubted"
      }
    }
  }
  return null
}

async function givenUpOf(container: MedusaContainer, transactionId: string): Promise<Payout[]> {
  const { payouts } = roomsOf(container).payouts
  return (await payouts.ofTransaction(transactionId)).filter(isGivenUp)
}

async function rejectedOf(
  container: MedusaContainer,
  { id, reference }: Payout
): Promise<Attempt[]> {
  const { attempts } = roomsOf(container).payouts
  return reference === null ? [] : (await attempts.ofPayout(id)).filter(mayTurn)
}

/** `unclear`: nobody can be asked, because the account is none of the options any more. */
async function ask(
  container: MedusaContainer,
  attempt: Attempt
): Promise<PayoutObservation | "unclear"> {
  const rooms = roomsOf(container)
  const isThere = rooms.gateway.options.accounts.some(({ id }) => id === attempt.account)
  return isThere ? fetchPayoutStatus(rooms, attempt) : "unclear"
}

async function tryToAsk(
  container: MedusaContainer,
  attempt: Attempt
): Promise<PayoutObservation | "unclear"> {
  try {
    return await ask(container, attempt)
  } catch (error) {
    if (error instanceof GatewayError) {
      return "unclear"
    }
    throw error
  }
}
