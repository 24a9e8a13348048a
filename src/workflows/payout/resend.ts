import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { compareAmounts } from "../../domain/money/amount"
import type { Actor } from "../../domain/payout/actor"
import { payoutReasonText, type PayoutReason } from "../../domain/payout/reason"
import type { Decided } from "../../modules/payouts/decisions"
import type { Payout } from "../../modules/payouts/rows"
import type { NotResent, Resent } from "../../modules/payouts/submissions"
import { fetchPayoutStatus } from "../../settlement/fetch-payout-status"
import { servicesOf } from "../settle"
import { balanceOf } from "./balance"
import { leave } from "./leave"
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
  if (payout.status !== "unknown") {
    const reason = `Payout ${payout_id} is ${payout.status}: there is nothing to resend.`
    return { outcome: "refused", reason, code: "moved_on" }
  }
  const left = await leave(
    container,
    payout,
    { resends: true, balance: () => lacksBalance(container, payout) },
    (trx, look) => payouts.submissions.resend(trx, payout_id, actor, look, request_id)
  )
  switch (left.outcome) {
    case "gone":
      await endUnwanted(container, payout_id)
      return {
        outcome: "refused",
        reason: `Payout ${payout_id} is not wanted any more: ${left.note} Once the service is believed not to know it, it counts as rejected.`,
        code: "not_wanted",
      }
    case "wait":
      return {
        outcome: "refused",
        reason: `Payout ${payout_id} is unknown. ${payoutReasonText(left.reason).en}`,
        waits_for: left.reason,
        again: true,
      }
    case "written":
      return sendResent(container, payout, left.written)
    case "changed":
    case "covered":
      // What was sent once is sent again unchanged, or waits (`eligibilityAtSending`).
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `Payout ${payout_id} was sent already: its amount cannot follow what is owed.`
      )
  }
}

async function sendResent(
  container: MedusaContainer,
  payout: Payout,
  written: Resent | NotResent | null
): Promise<Decided> {
  const { payouts } = servicesOf(container)
  if (written !== null && "reason" in written) {
    const now = await payouts.payouts.find(payout.id)
    return {
      outcome: "refused",
      ...written,
      ...(now?.status === "unknown" && { again: true }),
    }
  }
  if (written !== null) {
    await payouts.moves.announce(written.made)
    await send(container, written.send)
  }
  return { outcome: "done", payout: (await payouts.payouts.find(payout.id)) ?? payout }
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

async function lacksBalance(
  container: MedusaContainer,
  { account, amount }: Payout
): Promise<PayoutReason | null> {
  const balance = await balanceOf(container, account)
  if ("reason" in balance) {
    return balance.reason
  }
  const { left } = balance
  return left !== null && compareAmounts(amount, left) > 0 ? "low_balance" : null
}
