import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { bulkhead } from "cockatiel"
import { SYSTEM } from "../../domain/payout-actor"
import type { Attempt } from "../../modules/payouts/rows"
import { observePayout, type PayoutObservation } from "../../settlement/observe-payout"
import { pauseSeconds } from "../reconcile/pause"
import { roomsOf } from "../settle"
import { reasonOf } from "../settle/failures"
import { send } from "./send"

const BATCH = 25

/** Accounts that this process is busy with: the job comes again before a long run is through. */
const busy = new Set<string>()

/**
 * Asks the service about every attempt that is due: sent and never answered, unknown, pending, and for some
 * days rejected ones. Safe to run twice at once. An account whose service is down is left alone for this run.
 *
 * @param budgetMs how long new batches are begun
 */
export async function watchPayouts(
  container: MedusaContainer,
  budgetMs = 20_000
): Promise<{ looked_up: number }> {
  const until = performance.now() + budgetMs
  const { accounts } = roomsOf(container).gateway.options
  const counts = await Promise.all(
    accounts.map(async ({ id }) => {
      if (busy.has(id)) {
        return 0
      }
      busy.add(id)
      try {
        return await watchAccount(container, id, until)
      } finally {
        busy.delete(id)
      }
    })
  )
  return { looked_up: counts.reduce((sum, count) => sum + count, 0) }
}

/**
 * Looks one attempt up and does what follows.
 *
 * @throws GatewayError when the service gave no clear answer
 */
export async function lookUpPayout(
  container: MedusaContainer,
  attempt: Attempt
): Promise<PayoutObservation> {
  const { payouts, gateway } = roomsOf(container)
  if (attempt.status === "sending") {
    await payouts.answers.lost(attempt)
  }
  const observation = await observePayout(roomsOf(container), attempt)
  const { unknownPayouts, payouts: out } = gateway.options
  if (observation === "believed" && unknownPayouts === "resend" && out.enabled) {
    const again = await payouts.submissions.resend(attempt.payout_id, SYSTEM)
    if (again !== null && !("reason" in again)) {
      await send(container, again)
    }
  }
  return observation
}

/** Asks about what is due of one account. Two instances do it at once. */
export async function watchAccount(
  container: MedusaContainer,
  account: string,
  until: number
): Promise<number> {
  const { payouts, gateway } = roomsOf(container)
  const places = Math.max(1, Math.floor(gateway.options.gatewayConcurrency / 2))
  const line = new Line(container, places)
  while (!line.paused && performance.now() < until) {
    const claimed = await payouts.attempts.claimLookups(account, BATCH)
    if (claimed.length === 0) {
      break
    }
    await Promise.all(claimed.map((attempt) => line.take(attempt)))
  }
  return line.asked
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

  async take(claimed: Attempt): Promise<void> {
    try {
      await this.places.execute(() => this.ask(claimed))
    } catch (error) {
      const pause = pauseSeconds(error)
      if (pause !== null) {
        this.paused = true
        await roomsOf(this.container).payouts.attempts.giveBack(claimed.id, pause)
        return
      }
      const logger = this.container.resolve(ContainerRegistrationKeys.LOGGER)
      logger.warn(`payin ${claimed.reference}: payout lookup: ${reasonOf(error)}`)
    }
  }

  private async ask(claimed: Attempt): Promise<void> {
    if (this.paused) {
      await roomsOf(this.container).payouts.attempts.giveBack(claimed.id, 0)
      return
    }
    this.asked++
    await lookUpPayout(this.container, claimed)
  }
}
