import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { dayIn } from "../../domain/calendar-day"
import { backoffSeconds, RENEWAL_BACKOFF_SECONDS } from "../../domain/schedule"
import { CycleLeaseLostError, type Asker, type NotOpened } from "../../modules/subscriptions/cycles"
import type { Cycle, Subscription } from "../../modules/subscriptions/subscription-rows"
import { hasEnded } from "../../modules/subscriptions/subscriptions"
import { CoreRefusedError, reasonOf } from "../settle/failures"
import { roomsOf } from "../settle"
import { RenewalCore } from "./core"
import type { Renewed } from "./outcome"
import { RenewalPass } from "./pass"

/** Renewals under way at once in a process: each waits for core's turn most of its time. */
const AT_ONCE = 8
/** A job gives way after so many: the next run goes on. */
const MOST_IN_ONE_RUN = 400
/** Where in the schedule the tries begin of what is no passing trouble: ten minutes, then hours, then days. */
const LASTING = 3

export type RenewalAnswer =
  /** `busy`: another worker is at it. */
  { outcome: Renewed | "busy"; cycle: Cycle | null } | { outcome: NotOpened; cycle: null }

/** Renews what is due, `most` of it. Safe to run twice at once, and by several instances. */
export async function renewDue(container: MedusaContainer, most = MOST_IN_ONE_RUN): Promise<void> {
  const { subscriptions } = roomsOf(container).subscriptions
  let left = most
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const [id] = await subscriptions.claimDue(1)
      if (id === undefined) {
        return
      }
      await renew(container, id, { by: "calendar" })
    }
  }
  // Each goes on by itself: one that waits for the service or for core's lock holds up no other.
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane))
  for (const ended of lanes) {
    if (ended.status === "rejected") {
      throw ended.reason
    }
  }
}

/**
 * Renews one subscription: the period that is open, else the one that is due, or for a person the one that
 * comes next. Called at any time, several times at once, it charges for a period once; and one request of a
 * person charges one period, be it carried out again after a crash or after somebody else paid that one.
 */
export async function renew(
  container: MedusaContainer,
  subscriptionId: string,
  asker: Asker
): Promise<RenewalAnswer> {
  const { subscriptions, gateway } = roomsOf(container)
  const { timeZone, renewal } = gateway.options
  const today = dayIn(timeZone, await subscriptions.subscriptions.now())
  const { missed } = renewal
  const opened = await subscriptions.cycles.open(subscriptionId, { today, missed, asker })
  if (typeof opened === "string") {
    await rest(container, subscriptionId, opened)
    return { outcome: opened, cycle: null }
  }
  const subscription = await subscriptions.subscriptions.find(subscriptionId)
  if (opened.status !== "open") {
    return { outcome: fateOf(opened, subscription), cycle: opened }
  }
  const cycle = await subscriptions.cycles.lease(opened.id)
  if (cycle === null || subscription === null) {
    return { outcome: "busy", cycle: opened }
  }
  try {
    const outcome = await attempt(container, { subscription, cycle, now: asker.by !== "calendar" })
    return { outcome, cycle: await subscriptions.cycles.find(cycle.id) }
  } finally {
    await subscriptions.cycles.give(cycle)
  }
}

/** What became of a period that is over. */
function fateOf({ status }: Cycle, subscription: Subscription | null): Renewed {
  if (status === "paid") {
    return "paid"
  }
  if (subscription === null || !hasEnded(subscription)) {
    return "given_back"
  }
  return subscription.status_cause === "given_up" ? "given_up" : "ended"
}

/** Of what is not charged nothing is due, whoever thought so. */
async function rest(container: MedusaContainer, id: string, why: NotOpened): Promise<void> {
  const { subscriptions } = roomsOf(container).subscriptions
  if (why === "ended") {
    await subscriptions.dueAgain(id, null)
  } else if (why === "not_due") {
    await subscriptions.dueByDate(id)
  }
}

async function attempt(
  container: MedusaContainer,
  { subscription, cycle, now }: { subscription: Subscription; cycle: Cycle; now: boolean }
): Promise<Renewed | "busy"> {
  const { subscriptions, gateway } = roomsOf(container)
  const { options } = gateway
  const core = new RenewalCore(container, options)
  const pass = new RenewalPass({ subscriptions, core, options }, subscription, cycle, now)
  try {
    return await pass.run()
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const reason = reasonOf(error)
    logger.warn(`payin ${subscription.id}: period ${cycle.number} not renewed yet: ${reason}`)
    if (error instanceof CycleLeaseLostError) {
      return "busy"
    }
    const attempts = cycle.attempts + 1
    await subscriptions.cycles.noted(cycle, { attempts, last_error: reason })
    // What lasts, such as stock that is gone, is tried less often: a person sees why until then.
    const lasts = error instanceof CoreRefusedError && !error.passing
    const wait = backoffSeconds(RENEWAL_BACKOFF_SECONDS, lasts ? attempts + LASTING : attempts)
    await subscriptions.subscriptions.dueAgain(subscription.id, wait)
    return "later"
  }
}
