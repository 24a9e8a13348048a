import type { MedusaContainer } from "@medusajs/framework/types"
import { compareAmounts } from "../../domain/money"
import type { Actor } from "../../domain/payout-actor"
import { payoutReasonText, type PayoutReason } from "../../domain/payout-reason"
import type { RefusalCode } from "../../domain/refusal-code"
import type { Decided } from "../../modules/payouts/decisions"
import type { Payout } from "../../modules/payouts/rows"
import { fetchPayoutStatus } from "../../settlement/fetch-payout-status"
import { servicesOf } from "../settle"
import { balanceOf } from "./balance"
import { eligibilityAtSending } from "./eligibility"
import { send } from "./send"

/** A request to send an unanswered payout again. */
export interface ResendRequest {
  payout_id: string
  actor: Actor
  /** Id of the operator's request: a repeat sends nothing again. */
  request_id: string
}

/**
 * Resend: sends an unknown payout again under its own reference, once the service is believed not
 * to know it. That belief may be hours old, so the payout is looked up right before.
 *
 * @throws GatewayError when it cannot be looked up; nothing was sent then
 */
export async function resendPayout(
  container: MedusaContainer,
  request: ResendRequest
): Promise<Decided> {
  const { payouts } = servicesOf(container)
  const { payout_id, request_id } = request
  const payout = await payouts.payouts.find(payout_id)
  if (payout === null) {
    return { outcome: "unknown_payout" }
  }
  const done = { subject_id: payout_id, action: "resent", request: request_id }
  if (await payouts.audit.wasDone(done)) {
    return { outcome: "done", payout }
  }
  const attempt = (await payouts.attempts.ofPayout(payout_id)).at(-1)
  if (attempt?.status === "unknown") {
    await fetchPayoutStatus(servicesOf(container), attempt)
  }
  return resendBelieved(container, request)
}

/**
 * Resends right after a lookup. Runs the same checks as a first send.
 *
 * @throws GatewayError when the service cannot be asked about an earlier reference; nothing was
 * sent then
 */
export async function resendBelieved(
  container: MedusaContainer,
  { payout_id, actor, request_id }: Omit<ResendRequest, "request_id"> & { request_id?: string }
): Promise<Decided> {
  const { payouts } = servicesOf(container)
  const payout = await payouts.payouts.find(payout_id)
  if (payout === null) {
    return { outcome: "unknown_payout" }
  }
  const obstacle = await obstacleTo(container, payout)
  if (obstacle !== null) {
    if (obstacle.unwanted === true) {
      await endUnwanted(container, payout_id)
    }
    return { outcome: "refused", ...obstacle }
  }
  const written = await payouts.submissions.resend(payout_id, actor, request_id)
  if (written !== null && "reason" in written) {
    const now = await payouts.payouts.find(payout_id)
    return {
      outcome: "refused",
      ...written,
      ...(now?.status === "unknown" && { again: true }),
    }
  }
  if (written !== null) {
    await send(container, written)
  }
  return { outcome: "done", payout: (await payouts.payouts.find(payout_id)) ?? payout }
}

/** Why it must not be resent, or not now. */
interface Obstacle {
  reason: string
  code?: RefusalCode
  waits_for?: PayoutReason
  again?: true
  /** Final: nothing is owed any more. */
  unwanted?: true
}

/**
 * Ends an unwanted payout, which would wait for ever: it must not be sent, and the service does not
 * know it.
 */
async function endUnwanted(container: MedusaContainer, payoutId: string): Promise<void> {
  const { payouts } = servicesOf(container)
  const attempt = (await payouts.attempts.ofPayout(payoutId)).at(-1)
  if (attempt !== undefined) {
    await payouts.statusReports.giveUpUnwanted(attempt)
  }
}

async function obstacleTo(container: MedusaContainer, payout: Payout): Promise<Obstacle | null> {
  const { id, status, account, amount } = payout
  const waits = (reason: PayoutReason): Obstacle => ({
    reason: `Payout ${id} is unknown. ${payoutReasonText(reason).en}`,
    waits_for: reason,
    again: true,
  })
  if (status !== "unknown") {
    return { reason: `Payout ${id} is ${status}: there is nothing to resend.`, code: "moved_on" }
  }
  const eligibility = await eligibilityAtSending(container, payout, { resends: true })
  if (eligibility.outcome === "gone") {
    return {
      reason: `Payout ${id} is not wanted any more: ${eligibility.note} Once the service is believed not to know it, it counts as rejected.`,
      code: "not_wanted",
      unwanted: true,
    }
  }
  if (eligibility.outcome === "wait") {
    return waits(eligibility.reason)
  }
  const balance = await balanceOf(container, account)
  if ("reason" in balance) {
    return waits(balance.reason)
  }
  const { left } = balance
  return left !== null && compareAmounts(amount, left) > 0 ? waits("low_balance") : null
}
