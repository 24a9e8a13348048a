import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { reasonOf } from "../../domain/error/reason"
import { causeOfFailure } from "../../domain/payout/attempt"
import { compareAmounts, toWire } from "../../domain/money/amount"
import { isByForm } from "../../domain/payout/methods"
import { inheritedFor } from "../../domain/installation/installation"
import { ipnUrl } from "../../domain/row/reference"
import { INHERITED_MS, LOW_BALANCE_SECONDS, OLD_PAYOUT_MS } from "../../domain/time/schedule"
import { GatewayError, RefusedError } from "../../modules/gateway/errors"
import type { PayOutCreated } from "../../modules/gateway/pay-out"
import type { Attempt, Payout } from "../../modules/payouts/rows"
import { DOWN, type PutBack, type Send } from "../../modules/payouts/submissions"
import { pauseSeconds } from "../reconcile/pause"
import { servicesOf } from "../settle"

/** Runs a call once a call slot is free. */
export type Queue = <Answer>(call: () => Promise<Answer>) => Promise<Answer>

const NO_QUEUE: Queue = (call) => call()

/** By this machine's clock. The other times are the database's. */
const PROCESS_START = new Date(Date.now() - process.uptime() * 1000)

const SENT_BEFORE =
  "the service knows the reference: it was sent before, or by another installation"
const FORM_BEFORE =
  "a form may have been asked for before, such as by another installation, and nobody can be asked about it"
const TOO_LATE = "it was not sent, because its process or the service was too slow"
const NOT_ASKED = "the service could not be asked whether it knows the reference already"

/**
 * Sends a written payout, once, and records what the answer proves. Never throws: an answer that
 * cannot be recorded counts as lost, and the payout is looked up.
 *
 * @param isPaused asked once a call slot is free: the calls before it may have shown that the service
 *   does not answer
 * @returns why to pause the account, and for how long; null for no pause
 */
export async function send(
  container: MedusaContainer,
  written: Send,
  queue: Queue = NO_QUEUE,
  isPaused: () => boolean = () => false
): Promise<PutBack | null> {
  const { answers } = servicesOf(container).payouts
  const { attempt } = written
  try {
    const before = await queue(() => knowledgeOfEarlier(container, attempt))
    if (before === "known") {
      await answers.unclear(attempt, isByForm(attempt) ? FORM_BEFORE : SENT_BEFORE)
      return null
    }
    if (before === "unclear") {
      await answers.notSent(attempt, NOT_ASKED, DOWN)
      return DOWN
    }
    const outcome = await queue(async () =>
      attempt.sends === 1 && isPaused() ? null : createInTime(container, written)
    )
    if (outcome === null) {
      await (attempt.sends > 1
        ? answers.unclear(attempt, TOO_LATE)
        : answers.notSent(attempt, TOO_LATE, DOWN))
      return null
    }
    if (outcome.created !== null) {
      await answers.accepted(attempt, outcome.created)
      return null
    }
    return await record(container, attempt, outcome.error)
  } catch (unwritten) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.error(`payin ${attempt.reference}: the answer was not recorded: ${reasonOf(unwritten)}`)
    return null
  }
}

/** null: it was not sent, because its row was written too long ago. */
async function createInTime(container: MedusaContainer, written: Send): Promise<Outcome | null> {
  const { submissions } = servicesOf(container).payouts
  return (await submissions.mayStillLeave(written.attempt)) ? create(container, written) : null
}

type Outcome = { created: PayOutCreated } | { created: null; error: unknown }

async function create(
  container: MedusaContainer,
  { attempt, destination, ipn_key }: Send
): Promise<Outcome> {
  const { gateway } = servicesOf(container)
  const { decimals, callbackUrl } = gateway.options
  try {
    const created = await gateway.payOut.create(attempt.account, {
      reference: attempt.reference,
      amount: wireOf(attempt, decimals),
      currency: attempt.currency,
      country: attempt.country,
      payment_method: attempt.payment_method,
      ipn_url: ipnUrl(callbackUrl, attempt.reference, ipn_key),
      customer_data: destination,
      metadata: { source: "medusa", payout_id: attempt.payout_id },
    })
    return { created }
  } catch (error) {
    return { created: null, error }
  }
}

/**
 * Whether the amount can be written. Checked before the send is recorded: afterwards a payout that
 * never left could not be told from one that did.
 */
export function isWritable(container: MedusaContainer, payout: Money): boolean {
  try {
    wireOf(payout, servicesOf(container).gateway.options.decimals)
    return true
  } catch {
    return false
  }
}

type Money = Pick<Attempt, "amount" | "currency">

/** Uses the decimals of the payout's own currency: others would move the decimal point. */
function wireOf({ amount, currency }: Money, decimals: Readonly<Record<string, number>>) {
  if (!Object.hasOwn(decimals, currency)) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Option decimals names no ${currency}: the payout cannot be written.`
    )
  }
  return toWire(amount, decimals[currency])
}

const LOW: PutBack = { reason: "low_balance", seconds: LOW_BALANCE_SECONDS }

/**
 * Whether the service refused because of the balance, by the balance it reports: it has no error
 * code for that (docs/service.md#balance).
 */
async function isTooMuch(container: MedusaContainer, attempt: Attempt): Promise<boolean> {
  const { account, amount, currency } = attempt
  try {
    const profile = await servicesOf(container).gateway.merchant.profile(account)
    const { wallet } = profile
    return wallet !== null && profile.currency === currency && compareAmounts(amount, wallet) > 0
  } catch {
    return false
  }
}

type Knowledge = "known" | "not_known" | "unclear"

/**
 * Whether the service knows the reference. A copy of the database sends the same reference
 * (docs/decisions/0033-one-living-installation.md), so a refusal may be about a payout that the
 * other one made and that may be paid.
 */
async function knowledgeOf(
  container: MedusaContainer,
  { account, reference }: Attempt
): Promise<Knowledge> {
  try {
    const { kind } = await servicesOf(container).gateway.transactions.lookup(account, reference)
    return kind === "not_known" ? "not_known" : "known"
  } catch (error) {
    if (error instanceof GatewayError) {
      return "unclear"
    }
    throw error
  }
}

/**
 * Whether the installation that was taken over from may have sent it too.
 *
 * @param grace milliseconds after the take-over in which a new payout may still be one of the other's
 */
async function mayBeSentElsewhere(
  container: MedusaContainer,
  payout: Payout | null,
  grace: (payout: Payout) => number = ({ source }) => inheritedFor(source)
): Promise<boolean> {
  const { ledger } = servicesOf(container)
  if (payout === null) {
    return false
  }
  const moment = new Date(payout.created_at.getTime() - grace(payout))
  return ledger.installations.tookOverAfter(moment)
}

/**
 * What the service knows of a payout's reference before it is sent. A service that accepts a reference
 * twice would pay twice, so it is asked in three cases:
 * - another installation may have sent it
 * - a backup restored in place may not know of the send
 * - the service refused an earlier send for too little money or for the credentials: a proxy may have
 *   delivered that send twice, and the refusal may be about the second delivery
 *
 * @returns `not_known` for every other payout, about which nobody is asked
 */
async function knowledgeOfEarlier(
  container: MedusaContainer,
  attempt: Attempt
): Promise<Knowledge> {
  if (attempt.sends !== 1) {
    return "not_known"
  }
  const payout = await servicesOf(container).payouts.payouts.find(attempt.payout_id)
  const mayBeSent =
    attempt.last_refused_at !== null ||
    isOld(payout, attempt) ||
    // A person's too: the request that makes it may have begun in the other installation.
    (await mayBeSentElsewhere(container, payout, () => INHERITED_MS))
  if (!mayBeSent) {
    return "not_known"
  }
  // A form counts as known without a lookup, so it is never sent twice: the service may not show it yet.
  return isByForm(attempt) ? "known" : knowledgeOf(container, attempt)
}

/**
 * Whether a backup may know a payout as unsent that left since: it is old, or older than this process.
 * Whoever restores a database stops the processes before, as a rule. A form is as old as its
 * approval, without which it does not leave: nobody can be asked about it.
 */
function isOld(payout: Payout | null, attempt: Attempt): boolean {
  if (payout === null || attempt.last_sent_at === null) {
    return false
  }
  const since = (isByForm(attempt) ? payout.approved_at : null) ?? payout.created_at
  return since < PROCESS_START || attempt.last_sent_at.getTime() - since.getTime() > OLD_PAYOUT_MS
}

/** A refusal ends a reference only if the service does not know it. */
async function recordRefusal(
  container: MedusaContainer,
  attempt: Attempt,
  refusal: unknown,
  message: string
): Promise<null> {
  const { answers, payouts } = servicesOf(container).payouts
  // Refused here, before anything was sent, it is known to nobody.
  const unsent = refusal instanceof RefusedError && refusal.httpStatus === null
  const known = unsent ? "not_known" : await knowledgeOf(container, attempt)
  if (known !== "not_known") {
    await answers.unclear(attempt, message)
  } else if (await mayBeSentElsewhere(container, await payouts.find(attempt.payout_id))) {
    // The other one's send may not be shown yet: one such answer is not believed.
    await answers.unclear(attempt, message, true)
  } else if (!isByForm(attempt) && (await isTooMuch(container, attempt))) {
    // The balance was spent meanwhile: the payout leaves once there is enough.
    await answers.notSent(attempt, message, LOW, !unsent)
  } else {
    await answers.refused(attempt, message, unsent)
  }
  return null
}

async function record(
  container: MedusaContainer,
  attempt: Attempt,
  error: unknown
): Promise<PutBack | null> {
  const { answers } = servicesOf(container).payouts
  const refused = error instanceof RefusedError
  const message = refused ? (error.service_message ?? error.message) : reasonOf(error)
  // An error from outside the gateway proves nothing.
  const mayHaveHappened = !(error instanceof GatewayError) || error.mayHaveHappened
  const asked = pauseSeconds(error)
  const pause: PutBack = { ...DOWN, seconds: asked ?? DOWN.seconds }
  switch (causeOfFailure({ mayHaveHappened, refused }, attempt.sends > 1)) {
    case "refused":
      if (refused && error.reason === "credentials" && !isByForm(attempt)) {
        // This refusal is about the account: nobody has to retry each payout by hand.
        const credentials: PutBack = { ...DOWN, reason: "credentials" }
        await answers.notSent(attempt, message, credentials, true)
        return credentials
      }
      return recordRefusal(container, attempt, error, message)
    case "not_sent":
      await answers.notSent(attempt, message, pause)
      return pause
    case "unclear": {
      // A refusal about the account says nothing about this payout.
      const ofPayout =
        refused && error.reason !== "credentials" && !(await isTooMuch(container, attempt))
      await answers.unclear(attempt, message, ofPayout)
      return asked === null ? null : pause
    }
  }
}
