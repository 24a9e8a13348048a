import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  compareAmounts,
  isPositive,
  sameAmount,
  subtractAmounts,
  sumAmounts,
  ZERO,
  type MajorAmount,
} from "../../domain/money/amount"
import { leftOfRefund, refundedOf } from "../../domain/payout/bound"
import {
  eligibility,
  type Eligibility,
  type PayInDoubt,
  type SourceEligibility,
} from "../../domain/payout/eligibility"
import type { PayoutReason } from "../../domain/payout/reason"
import { isRestPaid } from "../../domain/payout/rest"
import { isCardProvider } from "../../domain/options/provider-id"
import { HELD_SECONDS, REFUND_YOUNG_SECONDS } from "../../domain/time/schedule"
import { systemNote } from "../../domain/operator/system-note"
import { sendable } from "../../domain/money/wire-decimals"
import type { Transaction } from "../../modules/ledger/rows"
import type { Payout } from "../../modules/payouts/rows"
import { doubtOf, type Leaving } from "../../settlement/payin-standing"
import { lackingCredits } from "../refund/credits"
import { stopBooking } from "../refund/stop-booking"
import { isParcelGone } from "../../medusa/fulfillment"
import { paymentCollectionsOf, referencesShown } from "../../medusa/order-payments"
import { eligibilityOfRefund } from "../refund/eligibility"
import { servicesOf } from "../settle"
import { readOwed } from "../../medusa/order"
import { stillOwed } from "./clawback"
import { coveredNow } from "../../medusa/covered-shares"
import { askAboutPaid, doubtedEarlier } from "./earlier"
import { isOverBound } from "./over-bound"
import { keyDoubt } from "./key-holder"
import { leftOfWorth } from "./parcel-worth"
import { isReceived, NOT_RECEIVED } from "./received"
import { isWritable } from "./send"

const STANDS: SourceEligibility = { outcome: "stands" }

const ADOPTION_PENDING = {
  outcome: "wait",
  reason: "adoption_pending",
  seconds: HELD_SECONDS,
} as const

const SHARE_DOUBTED = {
  outcome: "wait",
  reason: "rejection_doubted",
  seconds: HELD_SECONDS,
} as const

/**
 * Eligibility: whether what a payout is paid for still stands (its Refund, parcel or decision). Checked
 * before money leaves: when the payout is released, and again when it is claimed.
 */
export async function eligibilityOf(
  container: MedusaContainer,
  payout: Payout
): Promise<SourceEligibility> {
  if (isRestPaid(await sharing(container, payout))) {
    return { outcome: "gone", note: systemNote("rest_paid") }
  }
  switch (payout.source) {
    case "refund":
      return lowered(container, payout, await eligibilityOfRefund(container, payout))
    case "rule":
      return eligibilityOfShare(container, payout)
    case "anomaly":
      return ofAnomaly(container, payout)
    default:
      return STANDS
  }
}

/**
 * A rejected payout may have left for a larger Refund that Medusa took back. It is sent anew for the
 * Refund that it pays now, less what other payouts pay of that Refund. What is too small for the wire
 * counts as paid.
 */
async function lowered(
  container: MedusaContainer,
  payout: Payout,
  refund: SourceEligibility
): Promise<SourceEligibility> {
  const { gateway, payouts } = servicesOf(container)
  const { amount, order_amount, currency, earlier_refund_id, transaction_id, refund_id } = payout
  const owed = sendable(gateway.options, currency, order_amount)
  const isTakenOver = earlier_refund_id !== null && refund_id !== null && transaction_id !== null
  if (refund.outcome !== "stands" || !isTakenOver || !isPositive(owed)) {
    return refund
  }
  const all = await payouts.payouts.ofTransaction(transaction_id)
  const ofRefund = all.filter((one) => one.refund_id === refund_id)
  const left = leftOfRefund(owed, payout, ofRefund)
  if (compareAmounts(left, amount) >= 0) {
    return refund
  }
  if (isPositive(left)) {
    const isAlone = sameAmount(left, owed)
    const note = isAlone
      ? systemNote("refund_lower", { owed })
      : systemNote("refund_left", { refund: owed, left })
    return { outcome: "changed", amount: left, note, settles: refund_id }
  }
  // Where the others pay more than the Refund, a person is still asked about that.
  const note = systemNote("refund_paid")
  return { outcome: "gone", note, ...(sameAmount(left, ZERO) && { settles: refund_id }) }
}

/** Of a rest the other payouts that pay the same money; of any other payout none. */
async function sharing(container: MedusaContainer, { id, rest_of }: Payout): Promise<Payout[]> {
  const { payouts } = servicesOf(container).payouts
  return rest_of === null ? [] : payouts.sharing(id)
}

/** Asks why the account cannot pay a payout now; null: it can. */
export type AskBalance = () => Promise<PayoutReason | null>

/**
 * Eligibility: what is asked before a send, first or repeated, whatever the payout's source. Only
 * `leave` calls it. If the payout may leave, money of a failed completion is not booked any more. A
 * payout refused here is checked again later.
 *
 * @throws GatewayError when the service gave no clear answer
 */
export async function eligibilityAtSending(
  container: MedusaContainer,
  payout: Payout,
  { resends = false, balance = null }: { resends?: boolean; balance?: AskBalance | null } = {}
): Promise<Eligibility> {
  const { gateway, ledger, payouts } = servicesOf(container)
  const { account } = payout
  const readSource = async () => {
    const present = await eligibilityOf(container, payout)
    return resends ? unchanged(present) : present
  }
  const source = await readSource()
  const stored = {
    enabled: gateway.options.payouts.enabled,
    live: !(await ledger.installations.isHeld()),
    writable: isWritable(container, payout),
    source,
    paused:
      (await ledger.anomalies.isPaused(account)) ||
      (await payouts.unitSuspicions.isDoubted(account)),
    within: !(await isOverBound(container, payout)),
  }
  const before = eligibility(stored, null)
  if (before.outcome !== "ask") {
    return before
  }
  const doubted = await doubtedEarlier(container, payout)
  const earlier_over = doubted === null
  const others = await sharing(container, payout)
  for (const other of others) {
    await askAboutPaid(container, other)
  }
  // What was asked may have shown that an earlier parcel's payout was paid, or the rest of one.
  const owed = payout.source === "rule" || others.length > 0 ? await readSource() : source
  // An earlier payout may have turned out paid just now.
  const within = !(await isOverBound(container, payout))
  const doubts = earlier_over && within ? await doubtsOf(container, payout) : []
  const sure = earlier_over && within && doubts.every((doubt) => doubt === null)
  const key = sure ? await keyDoubt(container, payout) : null
  const lacks = sure && key === null && balance !== null ? await balance() : null
  const after = eligibility(
    { ...stored, source: owed, within },
    { earlier_over, doubts, key, balance: lacks }
  )
  if (after.outcome === "wait" && after.reason === "rejection_doubted") {
    return { ...after, facts: { reference: doubted?.reference, payout_id: doubted?.payout_id } }
  }
  const leaves = after.outcome === "send" && (await stopBookingOfFailure(container, payout, source))
  return after.outcome === "send" && !leaves ? ADOPTION_PENDING : after
}

/** What was sent once is sent again unchanged: it may have arrived. */
function unchanged(present: SourceEligibility): SourceEligibility {
  switch (present.outcome) {
    case "changed":
      return STANDS
    case "covered":
      return SHARE_DOUBTED
    default:
      return present
  }
}

/**
 * Eligibility of a payout that a person pays by other means. If it stands, money of a failed completion
 * is not booked any more.
 */
export async function eligibilityElsewhere(
  container: MedusaContainer,
  payout: Payout
): Promise<SourceEligibility> {
  const source = await eligibilityOf(container, payout)
  return (await stopBookingOfFailure(container, payout, source)) ? source : ADOPTION_PENDING
}

/**
 * Ends the booking of money of a failed completion, so that no order can use it any more.
 *
 * @returns whether it ended; true for other money, which no order waits for
 */
async function stopBookingOfFailure(
  container: MedusaContainer,
  payout: Payout,
  source: SourceEligibility
): Promise<boolean> {
  const failedCompletion = source.outcome === "stands" && source.failed_completion === true
  return !failedCompletion || stopBooking(container, payout)
}

/** Asks the service about every pay-in whose money this payout passes on. */
async function doubtsOf(
  container: MedusaContainer,
  payout: Payout
): Promise<(PayInDoubt | null)[]> {
  const { ledger, gateway, subscriptions } = servicesOf(container)
  const { accounts, notKnown } = gateway.options
  const deps = { ledger, gateway, subscriptions, notKnown: notKnown.payIn }
  const doubts: (PayInDoubt | null)[] = []
  for (const leaving of await leavingOf(container, payout)) {
    const { account, provider_id } = leaving.payIn
    const canBeAsked = isCardProvider(provider_id) || accounts.some(({ id }) => id === account)
    doubts.push(canBeAsked ? await doubtOf(deps, leaving) : "account_gone")
  }
  return doubts
}

/**
 * A refund has one pay-in, which covers all its refunds. A seller's share has those that its order
 * was paid with, each whole. Other payouts pass on nobody's payment.
 */
async function leavingOf(
  container: MedusaContainer,
  { source, transaction_id, order_id }: Payout
): Promise<Leaving[]> {
  const { ledger, payouts } = servicesOf(container)
  if (transaction_id !== null) {
    const payIn = await ledger.transactions.find(transaction_id)
    const returned = refundedOf(await payouts.payouts.ofTransaction(transaction_id))
    return payIn === null ? [] : [{ payIn, needed: returned }]
  }
  if (source !== "rule" || order_id === null) {
    return []
  }
  const paid = await paymentsOf(container, order_id)
  return paid.map((payIn) => ({ payIn, needed: payIn.approved_amount ?? payIn.requested_amount }))
}

/**
 * A refund before the seller is paid lowers the share, so the rest needs no clawback. A refund that
 * Medusa may still take back changes nothing yet: a payout canceled for it would stay canceled.
 */
async function eligibilityOfShare(
  container: MedusaContainer,
  payout: Payout
): Promise<SourceEligibility> {
  const fulfillment = await fulfillmentEligibility(container, payout)
  if (fulfillment.outcome !== "stands") {
    return fulfillment
  }
  const covered = await coveredNow(container, payout)
  if (covered === "open") {
    return SHARE_DOUBTED
  }
  if (compareAmounts(covered, payout.covered_amount ?? ZERO) > 0) {
    return { outcome: "covered", covered }
  }
  const { amount, young } = await stillOwed(container, payout)
  if (young) {
    return { outcome: "wait", reason: "refund_young", seconds: REFUND_YOUNG_SECONDS }
  }
  if (!isPositive(amount)) {
    return { outcome: "gone", note: systemNote("share_gone") }
  }
  const left = await leftOfWorth(container, payout)
  const owed =
    left !== null && compareAmounts(left, amount) < 0
      ? beside(left, payout)
      : sameAmount(amount, payout.amount)
        ? STANDS
        : { outcome: "changed" as const, amount, note: noteOf(amount, payout) }
  return owed.outcome === "stands" && !(await isPaidFor(container, payout)) ? NOT_RECEIVED : owed
}

async function isPaidFor(
  container: MedusaContainer,
  { order_id, currency }: Payout
): Promise<boolean> {
  return order_id !== null && isReceived(container, { order_id, currency })
}

/** What was paid beside a share leaves less of its parcel's worth than is owed. */
function beside(
  left: MajorAmount,
  { amount, order_amount }: Pick<Payout, "amount" | "order_amount">
): SourceEligibility {
  if (sameAmount(left, amount)) {
    return STANDS
  }
  const rest = isPositive(left) ? left : ZERO
  const note = systemNote("share_beside", { left: rest, share: order_amount })
  return isPositive(left) ? { outcome: "changed", amount: left, note } : { outcome: "gone", note }
}

function noteOf(
  owed: MajorAmount,
  { order_amount, covered_amount }: Pick<Payout, "order_amount" | "covered_amount">
): string {
  const share = subtractAmounts(order_amount, covered_amount ?? ZERO)
  return sameAmount(owed, share)
    ? systemNote("share_whole", { share })
    : systemNote("share_part", { owed, share })
}

/**
 * Eligibility: a seller is paid for a fulfillment that was not canceled, of an order that is fully
 * paid or owes nothing. What the order owes only because a Refund's credit line is still missing counts
 * as paid.
 */
export async function fulfillmentEligibility(
  container: MedusaContainer,
  { fulfillment_id, order_id }: Pick<Payout, "fulfillment_id" | "order_id">
): Promise<SourceEligibility> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  if (await isParcelGone(pg, fulfillment_id)) {
    return { outcome: "gone", note: systemNote("parcel_canceled") }
  }
  return (await isUnpaid(container, order_id))
    ? { outcome: "wait", reason: "payment_not_captured", seconds: HELD_SECONDS }
    : STANDS
}

/** Less than the currency's smallest unit on the wire cannot be paid, and counts as nothing. */
async function isUnpaid(container: MedusaContainer, orderId: string | null): Promise<boolean> {
  const order = orderId === null ? null : await readOwed(container, orderId)
  if (order === null) {
    return true
  }
  const { options } = servicesOf(container).gateway
  const { outstanding } = order.owed
  const isOwed = (amount: MajorAmount) => isPositive(sendable(options, order.currency_code, amount))
  if (!isOwed(outstanding)) {
    return false
  }
  const lacking = sumAmounts(await lackingCredits(container, order.id))
  return isOwed(subtractAmounts(outstanding, lacking))
}

/**
 * The payments that an order was paid with: each that is settled, and each whose money Medusa shows,
 * also while its settlement is not finished, and when it was excluded from settlement or is not
 * approved any more.
 */
async function paymentsOf(container: MedusaContainer, orderId: string): Promise<Transaction[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const ids = await paymentCollectionsOf(pg, orderId)
  const all = await servicesOf(container).ledger.transactions.ofCollections(ids)
  const arrived = all.filter(({ status, excluded_at }) => status === "approved" && !excluded_at)
  const references = await referencesShown(pg, orderId)
  const paid = all.filter(
    (row) =>
      references.includes(row.reference) || (row.settled_at !== null && arrived.includes(row))
  )
  return paid.length > 0 ? paid : arrived
}

async function ofAnomaly(
  container: MedusaContainer,
  { anomaly_id }: Payout
): Promise<SourceEligibility> {
  const { ledger } = servicesOf(container)
  const anomaly = anomaly_id === null ? null : await ledger.anomalies.find(anomaly_id)
  return anomaly?.refund_amount == null
    ? { outcome: "gone", note: systemNote("decision_taken_back") }
    : STANDS
}
