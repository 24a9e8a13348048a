import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { bulkhead } from "cockatiel"
import type { Transaction } from "../../modules/ledger/rows"
import { reasonOf } from "../settle/failures"
import { roomsOf, settlePayIn } from "../settle"
import { pauseSeconds } from "./pause"

/** Claimed at once: few enough that a process that dies delays few, enough to keep the line busy. */
const BATCH = 50
const LAPSE_BATCH = 200

/**
 * Asks the service about every pay-in that is due, by the same two halves as a notification, until nothing
 * is due or the time is up. Safe to run twice at once, in one process or several. An account whose service
 * is down or asks us to slow down is left alone for this run; the others go on.
 *
 * @param budgetMs how long new batches are begun
 */
export async function reconcile(
  container: MedusaContainer,
  budgetMs = 20_000
): Promise<{ looked_up: number }> {
  const { ledger, gateway } = roomsOf(container)
  while ((await ledger.lookups.lapse(LAPSE_BATCH)) === LAPSE_BATCH);
  await ledger.lookups.wakeForgotten(LAPSE_BATCH)

  const accounts = new Set(gateway.options.accounts.map((account) => account.id))
  // Half of the line is left to the shoppers who wait for a link.
  const line = bulkhead(
    Math.max(1, Math.floor(gateway.options.gatewayConcurrency / 2)),
    Number.MAX_SAFE_INTEGER
  )
  const until = performance.now() + budgetMs
  let looked_up = 0
  while (accounts.size > 0 && performance.now() < until) {
    const claimed = await ledger.lookups.claim([...accounts], BATCH)
    if (claimed.length === 0) {
      break
    }
    const asked = await Promise.all(
      claimed.map((transaction) => line.execute(() => ask(container, transaction, accounts)))
    )
    looked_up += asked.filter(Boolean).length
  }
  return { looked_up }
}

/** Answers whether the service was asked. */
async function ask(
  container: MedusaContainer,
  transaction: Transaction,
  accounts: Set<string>
): Promise<boolean> {
  const { lookups } = roomsOf(container).ledger
  const { id, account, reference } = transaction
  if (!accounts.has(account)) {
    await lookups.giveBack([id], 0)
    return false
  }
  try {
    await settlePayIn(container, id)
    return true
  } catch (error) {
    const pause = pauseSeconds(error)
    if (pause === null) {
      const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
      logger.warn(`payin ${reference}: reconciliation: ${reasonOf(error)}`)
      return true
    }
    accounts.delete(account)
    await lookups.giveBack([id], pause)
    return false
  }
}
