import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { SYSTEM } from "../../domain/payout/actor"
import type { LookupCause } from "../../modules/gateway/service"
import type { Attempt } from "../../modules/payouts/rows"
import { fetchPayoutStatus, type PayoutObservation } from "../../settlement/fetch-payout-status"
import { AccountRuns, callSlotsOfJob } from "../reconcile/account-runs"
import { lookUpDue, type Lookups } from "../reconcile/lookup-run"
import { servicesOf } from "../settle"
import { resendBelieved } from "./resend"

const runs = new AccountRuns()

/**
 * Looks up every attempt that is due: sent without an answer, unknown, pending, and for some days
 * rejected ones. Safe to run twice at once. An account whose service is down is skipped for this
 * run.
 *
 * @param budgetMs how long new batches are begun
 */
export async function watchPayouts(
  container: MedusaContainer,
  budgetMs = 20_000
): Promise<{ looked_up: number }> {
  const until = performance.now() + budgetMs
  const { accounts } = servicesOf(container).gateway.options
  return {
    looked_up: await runs.each(accounts, (account) => watchAccount(container, account, until)),
  }
}

/**
 * Looks one attempt up and carries out the consequences.
 *
 * @throws GatewayError when the service gave no clear answer
 */
export async function lookUpPayout(
  container: MedusaContainer,
  attempt: Attempt,
  cause: LookupCause = "own"
): Promise<PayoutObservation> {
  const { payouts, gateway } = servicesOf(container)
  if (attempt.status === "sending") {
    await payouts.answers.lost(attempt)
  }
  const observation = await fetchPayoutStatus(servicesOf(container), attempt, cause)
  const { unknownPayouts, payouts: out } = gateway.options
  if (observation === "believed" && unknownPayouts === "resend" && out.enabled) {
    // Without a permit the next lookup comes back to it.
    const permit = gateway.background.enter(attempt.account, "payouts")
    try {
      if (permit !== null) {
        await resendBelieved(container, { payout_id: attempt.payout_id, actor: SYSTEM })
      }
    } finally {
      permit?.leave()
    }
  }
  return observation
}

/** Looks up the due attempts of one account. Two instances may do it at once. */
export function watchAccount(
  container: MedusaContainer,
  account: string,
  until: number
): Promise<number> {
  const { payouts, gateway } = servicesOf(container)
  const due: Lookups<Attempt, PayoutObservation> = {
    claim: (limit) => payouts.attempts.claimLookups(account, limit),
    ask: (attempt) => lookUpPayout(container, attempt),
    applyOutcome: () => Promise.resolve(),
    putBack: ({ id }, seconds) => payouts.attempts.putBack(id, seconds),
  }
  return lookUpDue(due, {
    slots: callSlotsOfJob(gateway.options),
    until,
    logger: container.resolve(ContainerRegistrationKeys.LOGGER),
  })
}
