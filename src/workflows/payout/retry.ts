import type { MedusaContainer } from "@medusajs/framework/types"
import type { Actor } from "../../domain/payout/actor"
import { isBlocked } from "../../domain/payout/reason"
import type { Decided } from "../../modules/payouts/decisions"
import { fetchPayoutStatus } from "../../settlement/fetch-payout-status"
import { servicesOf } from "../settle"

/** An operator's request to send a rejected payout under a new reference. */
export interface RetryRequest {
  payout_id: string
  actor: Actor
  /** Id of the operator's request: a repeat retries nothing again. */
  request_id: string
}

/**
 * Retry: sends a rejected payout under a new reference. A blocked one is looked up first: only the
 * service's report that the earlier attempt was rejected unblocks it.
 *
 * @throws GatewayError when the service cannot be asked; nothing was changed then
 */
export async function retryPayout(
  container: MedusaContainer,
  { payout_id, actor, request_id }: RetryRequest
): Promise<Decided> {
  const { payouts } = servicesOf(container)
  const payout = await payouts.payouts.find(payout_id)
  if (payout !== null && isBlocked(payout.reason)) {
    const attempts = await payouts.attempts.ofPayout(payout_id)
    const doubted = attempts.find(({ reference }) => reference === payout.reason_facts?.reference)
    if (doubted !== undefined) {
      await fetchPayoutStatus(servicesOf(container), doubted)
    }
  }
  return payouts.decisions.retry(payout_id, actor, request_id)
}
