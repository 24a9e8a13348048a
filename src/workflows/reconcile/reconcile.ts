import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { SESSION_POLL_SECONDS } from "../../domain/session/poll-throttle"
import type { Transaction } from "../../modules/ledger/rows"
import { applyOutcome, fetchPayInStatus, servicesOf } from "../settle"
import { AccountRuns, callSlotsOfJob } from "./account-runs"
import { lookUpDue, type Lookups } from "./lookup-run"

const LAPSE_BATCH = 200

const runs = new AccountRuns()

/**
 * Looks up every due pay-in and applies the outcome, as a notification does, until none is due or
 * the time is up. Safe to run twice at once, in one process or several. An account whose service is
 * down or asks for a pause is skipped for this run; the others go on.
 *
 * @param budgetMs how long new batches are begun
 */
export async function reconcile(
  container: MedusaContainer,
  budgetMs = 20_000
): Promise<{ looked_up: number }> {
  const { ledger, gateway } = servicesOf(container)
  while ((await ledger.lookups.lapse(LAPSE_BATCH)) === LAPSE_BATCH);
  await ledger.lookups.requeueUnqueued(LAPSE_BATCH)
  const until = performance.now() + budgetMs
  const { options } = gateway
  const looked_up = await runs.each(options.accounts, (account) =>
    lookUpDue(dueOf(container, account), {
      slots: callSlotsOfJob(options),
      until,
      logger: container.resolve(ContainerRegistrationKeys.LOGGER),
    })
  )
  return { looked_up }
}

function dueOf(container: MedusaContainer, account: string): Lookups<Transaction, Transaction> {
  const { lookups } = servicesOf(container).ledger
  return {
    claim: (limit) => lookups.claim(account, limit),
    ask: (claimed) => ask(container, claimed),
    applyOutcome: (now) => applyOutcome(container, now),
    putBack: ({ id }, seconds) => lookups.putBack(id, seconds),
  }
}

async function ask(
  container: MedusaContainer,
  { id, status, lookup_attempts }: Transaction
): Promise<Transaction | null> {
  const { lookups, observations, transactions } = servicesOf(container).ledger
  // While it waited for a call slot, another worker may have looked it up, moved it or claimed it.
  const now = await transactions.find(id)
  if (now === null || now.status !== status || now.lookup_attempts !== lookup_attempts) {
    return null
  }
  if (!(await observations.mayAsk(now.id, SESSION_POLL_SECONDS))) {
    return null
  }
  const { transaction } = await fetchPayInStatus(container, now)
  await lookups.answered(transaction.id)
  return transaction
}
