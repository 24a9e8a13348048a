import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isFinalAttempt } from "../../domain/payout-attempt"
import { payoutStatusFor } from "../../domain/payout-state"
import { readServiceStatus } from "../../domain/service-status"
import type { PayoutObservation } from "../../settlement/fetch-payout-status"
import { roomsOf } from "../settle"
import { lookUpPayout } from "./watch"

/** What a person is asked about already, or is certain: a later lookup is for them to order. */
const ANSWERED: ReadonlySet<PayoutObservation> = new Set(["contradiction", "never_received"])
/** Answers that say nothing of this attempt; while it is open its own schedule asks on. */
const UNHEARD: ReadonlySet<PayoutObservation> = new Set(["foreign", "unknown_status"])

/**
 * Asks about an attempt because of a notification, which alone moves nothing. `told` is the status
 * that the notification named.
 *
 * @throws GatewayError when the service gave no clear answer; MedusaError when a final status was told that
 * neither the lookup nor the attempt says yet: then it is to be asked again. Nobody else asks about what is
 * final here.
 */
export async function lookUpNotified(
  container: MedusaContainer,
  attemptId: string,
  told: string | null
): Promise<void> {
  const { attempts } = roomsOf(container).payouts
  const attempt = await attempts.find(attemptId)
  if (attempt === null) {
    return
  }
  const observation = await lookUpPayout(container, attempt)
  const said = payoutStatusFor(readServiceStatus(told))
  const now = await attempts.find(attemptId)
  if (now === null || said === null || !isFinalAttempt(said) || ANSWERED.has(observation)) {
    return
  }
  const left = UNHEARD.has(observation) && !isFinalAttempt(now.status)
  if (now.status !== said && !left) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `the notification says ${said}, the attempt is ${now.status}, the lookup says nothing else: asked again later`
    )
  }
}
