import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isFinalAttempt } from "../../domain/payout-attempt"
import { payoutStatusFor } from "../../domain/payout-state"
import { readServiceStatus } from "../../domain/service-status"
import type { PayoutObservation } from "../../settlement/observe-payout"
import { roomsOf } from "../settle"
import { lookUpPayout } from "./watch"

/** The lookup may lag behind its notification; the others will say nothing else a moment later. */
const OPEN: ReadonlySet<PayoutObservation> = new Set(["moved", "same", "not_yet", "believed"])

/**
 * Asks about an attempt because a notification prompts it (promise 1). `told` is the status that it named.
 *
 * @throws GatewayError when the service gave no clear answer; MedusaError when a final status was told and
 * the lookup does not say so yet: then it is to be asked again
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
  const final = ["approved", "rejected"].includes(payoutStatusFor(readServiceStatus(told)) ?? "")
  const now = final && OPEN.has(observation) ? await attempts.find(attemptId) : null
  if (now !== null && !isFinalAttempt(now.status)) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `the lookup says ${now.status}, the notification ${told ?? "nothing"}: asked again later`
    )
  }
}
