import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { bulkhead } from "cockatiel"
import { isFinal } from "../../domain/payin-state"
import { SESSION_POLL_SECONDS } from "../../domain/schedule"
import type { Transaction } from "../../modules/ledger/rows"
import { conclude, observePayIn, roomsOf } from "../settle"
import { reasonOf } from "../settle/failures"
import { pauseSeconds } from "./pause"

/** Claimed at once: few enough that a process that dies delays few, enough to keep the line busy. */
const BATCH = 25
const LAPSE_BATCH = 200

/** Accounts that this process is busy with: the job comes again before a long run is through. */
const busy = new Set<string>()

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
  const until = performance.now() + budgetMs
  const counts = await Promise.all(
    gateway.options.accounts.map(({ id }) => reconcileAccount(container, id, until))
  )
  return { looked_up: counts.reduce((sum, count) => sum + count, 0) }
}

async function reconcileAccount(
  container: MedusaContainer,
  account: string,
  until: number
): Promise<number> {
  if (busy.has(account)) {
    return 0
  }
  busy.add(account)
  try {
    const { ledger, gateway } = roomsOf(container)
    // Half of the account's line is left to the shoppers who wait for a link.
    const places = Math.max(1, Math.floor(gateway.options.gatewayConcurrency / 2))
    const line = new Line(container, places)
    while (!line.paused && performance.now() < until) {
      const claimed = await ledger.lookups.claim(account, BATCH)
      if (claimed.length === 0) {
        break
      }
      await Promise.all(claimed.map((transaction) => line.take(transaction)))
    }
    return line.asked
  } finally {
    busy.delete(account)
  }
}

/** One account's lookups of one run, a few at a time. */
class Line {
  asked = 0
  /** The service is down, or asked for time. */
  paused = false
  private readonly places

  constructor(
    private readonly container: MedusaContainer,
    places: number
  ) {
    this.places = bulkhead(places, BATCH)
  }

  async take(claimed: Transaction): Promise<void> {
    const { lookups } = roomsOf(this.container).ledger
    try {
      const now = await this.places.execute(() => this.ask(claimed))
      if (now !== null) {
        await conclude(this.container, now)
      }
    } catch (error) {
      const pause = pauseSeconds(error)
      if (pause !== null) {
        this.paused = true
        await lookups.giveBack([claimed.id], pause)
        return
      }
      const logger = this.container.resolve(ContainerRegistrationKeys.LOGGER)
      logger.warn(`payin ${claimed.reference}: reconciliation: ${reasonOf(error)}`)
    }
  }

  private async ask(claimed: Transaction): Promise<Transaction | null> {
    const { lookups, observations, transactions } = roomsOf(this.container).ledger
    if (this.paused) {
      await lookups.giveBack([claimed.id], 0)
      return null
    }
    // While it waited for its place somebody else may have asked, or claimed it again.
    const now = await transactions.find(claimed.id)
    if (now === null || isFinal(now.status) || now.lookup_attempts !== claimed.lookup_attempts) {
      return null
    }
    if (!(await observations.mayAsk(now.id, SESSION_POLL_SECONDS))) {
      return null
    }
    this.asked++
    return (await observePayIn(this.container, now)).transaction
  }
}
