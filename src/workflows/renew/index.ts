import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../domain/error/reason"
import {
  backoffSeconds,
  RENEWAL_BACKOFF_SECONDS,
  RENEWAL_PAUSED_SECONDS,
} from "../../domain/time/schedule"
import type { Asker, NotOpened } from "../../modules/subscriptions/cycle-choice"
import { CycleLeaseLostError } from "../../modules/subscriptions/cycles"
import type { Cycle, Subscription } from "../../modules/subscriptions/subscription-rows"
import { hasEnded } from "../../modules/subscriptions/subscriptions"
import { MedusaRefusedError } from "../../medusa/failures"
import { servicesOf } from "../settle"
import { RenewalMedusaCalls } from "./renewal-medusa-calls"
import type { Renewed } from "./outcome"
import { PeriodRenewal } from "./period-renewal"

/** Parallel renewals in a process: each spends most of its time waiting for Medusa's lock. */
const AT_ONCE = 8
/** How long a run of the job begins renewals, so that other jobs run too; the next run goes on. */
const RUN_MS = 10_000
/** First entry of the schedule for a lasting failure: ten minutes, then hours, then days. */
const LASTING = 3

export type RenewalAnswer =
  /** `busy`: another worker renews it. */
  | { outcome: Renewed | "busy"; cycle: Cycle | null }
  | { outcome: NotOpened | "installation_held"; cycle: null }

/**
 * Renews due subscriptions. Safe to run twice at once, and by several instances.
 *
 * What happens to a period:
 * - The card is refused: `past_due`, tried again on `renewal.retryDays` by a new preauthorization,
 *   then canceled. A refusal of a charge that an operator requested ahead of its day does not
 *   count, and the period is tried on its day.
 * - Its first order is canceled, or that order's hold is voided unpaid, before anything was
 *   renewed: the subscription ends. The order of a later period may be canceled without that.
 * - Its hold is released uncaptured: nothing was charged. It waits 1 day after the first released
 *   hold, 3 days after the second and 5 days after each further one (`renewal.retryDays`), and gets
 *   a new hold and a new order. Unlike dunning, this wait never ends the subscription.
 * - Its order was fulfilled before payment, and then the card is refused: the order stays and is
 *   shown as an anomaly. The next tries charge that order, and wait while a payment link of it is
 *   open. Paid by a link, the period is paid. After the last try the order is left to a person.
 * - A person marks its order as paid, or credits a part, while the card holds money: at most the
 *   outstanding amount is captured. If nothing is owed, the hold is voided and the period is paid.
 * - A person refunds the captured money, or cancels the order first: the period is over, unpaid and
 *   shown; the next one comes.
 * - Goods were exchanged, claimed or sent back: the kept goods renew, with the order's own
 *   delivery. If nothing was kept, the period stays open with that reason.
 * - It costs nothing: its order is made, no card is charged, and the period is paid with 0.
 * - Its order is transferred to another account: the subscription ends when it is due, with that
 *   reason.
 * - The card's outcome is unknown: it waits for the webhook, then for a person; never charged a
 *   second time.
 * - Out of stock, or Medusa busy: it stays open with the reason. It is tried again after seconds or
 *   ten minutes, later once a day, and counted in the overview after a day.
 * - The job was down for a week: the open period is charged, else the latest. Missed ones are not,
 *   unless `renewal.missed` is `charge`.
 * - The service reports the card as expired or canceled: the subscription ends here too.
 * - This is not the installation that moves money: nothing is charged (domain/installation).
 * - The service does not answer, or asks for a pause: it stays due, and no try is counted
 *   (docs/decisions/0030-circuit-breaker.md).
 *
 * Begins renewals for `budgetMs`, `most` of them.
 */
export async function renewDue(
  container: MedusaContainer,
  { budgetMs = RUN_MS, most = Infinity }: { budgetMs?: number; most?: number } = {}
): Promise<void> {
  const until = performance.now() + budgetMs
  const { ledger, gateway } = servicesOf(container)
  const { subscriptions } = servicesOf(container).subscriptions
  if (await ledger.installations.isHeld()) {
    return
  }
  const account = gateway.options.card?.id ?? ""
  let left = most
  const lane = async (): Promise<void> => {
    while (left-- > 0 && performance.now() < until) {
      const permit = gateway.background.enter(account, "renewals")
      if (permit === null) {
        return
      }
      try {
        const [id] = await subscriptions.claimDue(1)
        if (id === undefined) {
          return
        }
        await renew(container, id, { by: "calendar" })
      } finally {
        permit.leave()
      }
    }
  }
  // Each lane runs alone: waiting for the service or for Medusa's lock delays no other lane.
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane))
  for (const ended of lanes) {
    if (ended.status === "rejected") {
      throw ended.reason
    }
  }
}

/**
 * Renewal: renews one subscription: the open period, else the due one, or for a person the next
 * one. Called at any time, several times at once, it charges a period once. One request of a person
 * charges one period, even if it is repeated after a crash or after somebody else paid that period.
 */
export async function renew(
  container: MedusaContainer,
  subscriptionId: string,
  asker: Asker
): Promise<RenewalAnswer> {
  const { subscriptions, ledger } = servicesOf(container)
  if (await ledger.installations.isHeld()) {
    return { outcome: "installation_held", cycle: null }
  }
  const opened = await subscriptions.cycles.open(subscriptionId, asker)
  if (typeof opened === "string") {
    // A subscription that is not charged gets its due time by its calendar.
    await subscriptions.subscriptions.dueByDate(subscriptionId)
    return { outcome: opened, cycle: null }
  }
  const subscription = await subscriptions.subscriptions.find(subscriptionId)
  if (opened.status !== "open") {
    return { outcome: decisionOf(opened, subscription), cycle: opened }
  }
  const cycle = await subscriptions.cycles.lease(opened.id)
  if (cycle === null || subscription === null) {
    return { outcome: "busy", cycle: opened }
  }
  try {
    const outcome = await attempt(container, {
      subscription,
      cycle,
      asked: asker.by !== "calendar",
    })
    return { outcome, cycle: await subscriptions.cycles.find(cycle.id) }
  } finally {
    await subscriptions.cycles.release(cycle)
  }
}

/** The result of a period that is over. */
function decisionOf({ status }: Cycle, subscription: Subscription | null): Renewed {
  if (status === "paid") {
    return "paid"
  }
  if (subscription === null || !hasEnded(subscription)) {
    return "given_back"
  }
  return subscription.status_cause === "given_up" ? "given_up" : "ended"
}

async function attempt(
  container: MedusaContainer,
  { subscription, cycle, asked }: { subscription: Subscription; cycle: Cycle; asked: boolean }
): Promise<Renewed | "busy"> {
  const { subscriptions, gateway } = servicesOf(container)
  const { options } = gateway
  const medusa = new RenewalMedusaCalls(container, options)
  const of = { subscription, cycle, asked }
  const renewal = new PeriodRenewal({ subscriptions, medusa, options }, of)
  try {
    return await renewal.run()
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const reason = reasonOf(error)
    logger.warn(`payin ${subscription.id}: period ${cycle.number} not renewed yet: ${reason}`)
    if (error instanceof CycleLeaseLostError) {
      return "busy"
    }
    if (gateway.background.isPaused(subscription.account, "renewals")) {
      // Nothing was tried: the service does not answer, or asked for a pause.
      await subscriptions.cycles.noted(cycle, { attempts: cycle.attempts, last_error: reason })
      await subscriptions.subscriptions.dueAgain(subscription, RENEWAL_PAUSED_SECONDS)
      return "later"
    }
    const attempts = cycle.attempts + 1
    await subscriptions.cycles.noted(cycle, { attempts, last_error: reason })
    // A lasting failure, such as missing stock, is retried less often: a person sees the reason
    // meanwhile.
    const lasts = error instanceof MedusaRefusedError && !error.passing
    const wait = backoffSeconds(RENEWAL_BACKOFF_SECONDS, lasts ? attempts + LASTING : attempts)
    await subscriptions.subscriptions.dueAgain(subscription, wait)
    return "later"
  }
}
