import type { MedusaContainer } from "@medusajs/framework/types"
import { mayReverse } from "../../domain/payout/attempt"
import { isByForm } from "../../domain/payout/methods"
import { noLongerCounts } from "../../domain/payout/bound"
import { REJECTED_WATCH_DAYS } from "../../domain/time/schedule"
import { GatewayError } from "../../modules/gateway"
import type { Attempt, Payout } from "../../modules/payouts/rows"
import { fetchPayoutStatus, type PayoutObservation } from "../../settlement/fetch-payout-status"
import { servicesOf } from "../settle"
import { rejectedShares } from "../../medusa/covered-shares"

const DAY_MS = 86_400_000

/**
 * Whether it is certain that a rejected attempt was not paid: the service still rejects it, or does
 * not know it any more. While the service says "pending", which may never end, an attempt counts as
 * not paid only by a person's report. The service must have said "pending" before that report, and the
 * attempt must have been on its way for option `payouts.stuckDays`. Otherwise `Attempts.reportOutcome`
 * wrote the time of the send into `concluded_at`, so that the days never add up.
 */
function isRejectionConfirmed(
  container: MedusaContainer,
  { concluded_at, last_sent_at }: Attempt,
  observation: PayoutObservation | "unclear"
): boolean {
  const { stuckDays } = servicesOf(container).gateway.options.payouts
  const wasStuck =
    concluded_at !== null &&
    last_sent_at !== null &&
    concluded_at.getTime() - last_sent_at.getTime() >= stuckDays * DAY_MS
  return (
    observation === "same" || observation === "forgotten" || (observation === "late" && wasStuck)
  )
}

/**
 * Asks again about the rejected attempts of this payout and of the payouts whose money it passes on
 * anew. Other payouts of the pay-in need no question: the refund limit counts them.
 *
 * @returns the first attempt whose rejection the service does not confirm; null when it confirms all. A
 *   canceled payout that turns out paid is fine: the refund limit counts it from then on
 * @throws GatewayError when the service gave no clear answer
 */
export async function doubtedEarlier(
  container: MedusaContainer,
  payout: Payout
): Promise<Attempt | null> {
  for (const attempt of await rejectedOf(container, payout)) {
    if (!isRejectionConfirmed(container, attempt, await ask(container, attempt))) {
      return attempt
    }
  }
  return firstDoubted(container, await earlierPayouts(container, payout))
}

/**
 * Asks again about the canceled payouts of a pay-in that were rejected before, so that their money
 * is not used twice. A canceled payout that turns out paid is fine: the refund limit counts it from
 * then on. A form ends only by the service's own rejection: until then its recipient may fill it in,
 * whatever a person said of it.
 *
 * @throws GatewayError when the service gave no clear answer
 */
export async function areCanceledConfirmed(
  container: MedusaContainer,
  transactionId: string
): Promise<boolean> {
  const canceled = await canceledOf(container, transactionId)
  for (const payout of canceled) {
    for (const attempt of await rejectedOf(container, payout)) {
      if (isByForm(attempt) && (await ask(container, attempt)) !== "same") {
        return false
      }
    }
  }
  return (await firstDoubted(container, canceled)) === null
}

async function firstDoubted(
  container: MedusaContainer,
  payouts: readonly Payout[]
): Promise<Attempt | null> {
  for (const one of payouts) {
    const doubted = await doubtedOf(container, one)
    if (doubted !== null) {
      return doubted
    }
  }
  return null
}

/** The first rejected attempt of a payout that may still be paid; one that was paid is no doubt. */
async function doubtedOf(container: MedusaContainer, payout: Payout): Promise<Attempt | null> {
  for (const attempt of await rejectedOf(container, payout)) {
    const observation = await ask(container, attempt)
    if (!isRejectionConfirmed(container, attempt, observation) && observation !== "contradiction") {
      return attempt
    }
  }
  return null
}

/**
 * Asks again about the rejected attempts of a payout, and of the payouts whose money it passes on
 * anew, before a person pays it by other means. If the payout is already marked as paid after all, it
 * is not reported again. What another share turns out to have paid covers this one.
 *
 * An unclear answer blocks only while the rejection is watched: a closed account, or one with another
 * merchant's credentials, never gives a clear one. "Pending" of a canceled payout blocks only as long,
 * too, because it may never end.
 *
 * @returns null: nothing speaks against it; `paid`: the service paid it after all; `doubted`: it
 * may still be paid
 * @throws GatewayError when the service gave no clear answer
 */
export async function doubtOfRejections(
  container: MedusaContainer,
  payout: Payout
): Promise<"paid" | "doubted" | null> {
  const { id, reason, source } = payout
  const others = (await earlierPayouts(container, payout)).filter((other) => other.id !== id)
  const now = await servicesOf(container).subscriptions.subscriptions.now()
  for (const one of [payout, ...others]) {
    for (const attempt of await rejectedOf(container, one)) {
      const isWatched =
        attempt.status_changed_at.getTime() > now.getTime() - REJECTED_WATCH_DAYS * DAY_MS
      const observation = await (isWatched ? ask : tryToAsk)(container, attempt)
      const isKnown = one.id === id ? reason === "contradiction" : source === "rule"
      if (observation === "contradiction" && !isKnown) {
        return "paid"
      }
      // Of the payout itself a person can report how it ended.
      const isPending = observation === "late" && one.id === id
      const isDoubted =
        !isRejectionConfirmed(container, attempt, observation) && observation !== "contradiction"
      if (isDoubted && (isPending || isWatched)) {
        return "doubted"
      }
    }
  }
  return null
}

/**
 * Payouts whose money this one pays once more:
 * - of a refund or a decision: the canceled payouts of its pay-in
 * - of a rest: also all payouts that pay the same money
 * - of a share: rejected payouts that pay for no parcel any more, of the same order and seller, or of
 *   the same parcel. What one of them turns out to have paid covers this share.
 */
async function earlierPayouts(container: MedusaContainer, payout: Payout): Promise<Payout[]> {
  const { payouts } = servicesOf(container).payouts
  const sharing = payout.rest_of === null ? [] : await payouts.sharing(payout.id)
  const anew =
    payout.source === "rule"
      ? await sharesOf(container, payout)
      : payout.transaction_id === null
        ? []
        : await canceledOf(container, payout.transaction_id)
  const known = new Set(sharing.map(({ id }) => id))
  return [...sharing, ...anew.filter(({ id }) => !known.has(id))]
}

async function sharesOf(container: MedusaContainer, payout: Payout): Promise<Payout[]> {
  const { payouts } = servicesOf(container).payouts
  const ids = await rejectedShares(container, payout)
  const shares = await Promise.all(ids.map((id) => payouts.find(id)))
  return shares.filter((one) => one !== null)
}

async function canceledOf(container: MedusaContainer, transactionId: string): Promise<Payout[]> {
  const { payouts } = servicesOf(container).payouts
  return (await payouts.ofTransaction(transactionId)).filter(noLongerCounts)
}

/**
 * Asks again about the newest reference of a payout that counts as paid: the service may say another
 * amount by now.
 *
 * @throws GatewayError when the service gave no clear answer
 */
export async function askAboutPaid(container: MedusaContainer, { id }: Payout): Promise<void> {
  const { attempts } = servicesOf(container).payouts
  const newest = (await attempts.ofPayout(id)).at(-1)
  if (newest?.status === "approved") {
    await ask(container, newest)
  }
}

async function rejectedOf(container: MedusaContainer, { id }: Payout): Promise<Attempt[]> {
  return (await servicesOf(container).payouts.attempts.ofPayout(id)).filter(mayReverse)
}

/** `unclear`: the account is no longer in the options, so the service cannot be asked. */
async function ask(
  container: MedusaContainer,
  attempt: Attempt
): Promise<PayoutObservation | "unclear"> {
  const services = servicesOf(container)
  const isThere = services.gateway.options.accounts.some(({ id }) => id === attempt.account)
  return isThere ? fetchPayoutStatus(services, attempt) : "unclear"
}

async function tryToAsk(
  container: MedusaContainer,
  attempt: Attempt
): Promise<PayoutObservation | "unclear"> {
  try {
    return await ask(container, attempt)
  } catch (error) {
    if (error instanceof GatewayError) {
      return "unclear"
    }
    throw error
  }
}
