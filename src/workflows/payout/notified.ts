import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isFinalAttempt } from "../../domain/payout/attempt"
import { payoutStatusFor } from "../../domain/payout/state"
import { readServiceStatus } from "../../domain/service/status"
import type { PayoutObservation } from "../../settlement/fetch-payout-status"
import { servicesOf } from "../settle"
import { lookUpPayout } from "./watch"

/**
 * Answers that are certain, or that a person is already asked about: a later lookup is theirs to
 * request.
 */
const ANSWERED: ReadonlySet<PayoutObservation> = new Set([
  "contradiction",
  "heard_of",
  "never_received",
])
/** Answers that say nothing about this attempt. While it is open, its own schedule goes on. */
const UNHEARD: ReadonlySet<PayoutObservation> = new Set(["foreign", "unknown_status"])

/**
 * Looks an attempt up because of a notification, which alone moves nothing. `told` is the status in
 * the notification.
 *
 * @throws GatewayError when the service gave no clear answer; MedusaError when the notification
 * named a final status that neither the lookup nor the attempt shows yet. Then it is looked up
 * again, because a final attempt has no other lookups.
 */
export async function lookUpNotified(
  container: MedusaContainer,
  attemptId: string,
  told: string | null
): Promise<void> {
  const { attempts } = servicesOf(container).payouts
  const attempt = await attempts.find(attemptId)
  if (attempt === null) {
    return
  }
  const observation = await lookUpPayout(container, attempt, "notification")
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
