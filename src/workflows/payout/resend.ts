import type { MedusaContainer } from "@medusajs/framework/types"
import type { Actor } from "../../domain/payout-actor"
import type { Decided } from "../../modules/payouts/decisions"
import { observePayout } from "../../settlement/observe-payout"
import { roomsOf } from "../settle"
import { purposeOf } from "./purpose"
import { send } from "./send"

/** An operator's wish to send an unanswered payout once more. */
export interface ResendRequest {
  payout_id: string
  actor: Actor
  /** The operator's request: a later try of it sends nothing again. */
  request_id: string
}

/**
 * Sends an unknown payout again, under its own reference, once the service is believed not to know it. What
 * is believed may be hours old, so the service is asked once more right before.
 *
 * @throws GatewayError when it cannot be asked; nothing was sent then
 */
export async function resendPayout(
  container: MedusaContainer,
  { payout_id, actor, request_id }: ResendRequest
): Promise<Decided> {
  const { payouts, gateway } = roomsOf(container)
  const refused = (reason: string, again?: true): Decided => ({
    outcome: "refused",
    reason,
    ...(again && { again }),
  })
  const payout = await payouts.payouts.find(payout_id)
  if (payout === null) {
    return { outcome: "unknown_payout" }
  }
  const done = { subject_id: payout_id, action: "resent", request: request_id }
  if (await payouts.audit.wasDone(done)) {
    return { outcome: "done", payout }
  }
  if (payout.status !== "unknown") {
    return refused(`Payout ${payout_id} is ${payout.status}: there is nothing to resend.`)
  }
  if (!gateway.options.payouts.enabled) {
    return refused(`Payout ${payout_id} is unknown, and payouts are switched off.`, true)
  }
  const purpose = await purposeOf(container, payout)
  if (purpose.outcome === "gone") {
    return refused(`Payout ${payout_id} is unknown and not wanted any more: ${purpose.note}`)
  }
  const attempt = (await payouts.attempts.ofPayout(payout_id)).at(-1)
  if (attempt?.status === "unknown") {
    await observePayout(roomsOf(container), attempt)
  }
  const written = await payouts.submissions.resend(payout_id, actor, request_id)
  if (written !== null && "reason" in written) {
    const now = await payouts.payouts.find(payout_id)
    return refused(written.reason, now?.status === "unknown" ? true : undefined)
  }
  if (written !== null) {
    await send(container, written)
  }
  return { outcome: "done", payout: (await payouts.payouts.find(payout_id)) ?? payout }
}
