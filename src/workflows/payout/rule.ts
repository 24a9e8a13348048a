import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../domain/error/reason"
import {
  compareAmounts,
  isPositive,
  sameAmount,
  subtractAmounts,
  ZERO,
} from "../../domain/money/amount"
import { SYSTEM } from "../../domain/payout/actor"
import {
  coveredPart,
  type RuleAmounts,
  ruleAmounts,
  ruleShare,
  type RuleTrigger,
} from "../../domain/payout/rule"
import { systemNote } from "../../domain/operator/system-note"
import { wireDecimals } from "../../domain/money/wire-decimals"
import type { NewPayout } from "../../modules/payouts/payouts"
import type { Payout, Rule } from "../../modules/payouts/rows"
import { servicesOf } from "../settle"
import { acquireOrderLock } from "../settle/order-lock"
import { closeCoveredShares, withdrawSharesOfOrder } from "./canceled-parcel"
import { coveredNow, sharesOf } from "../../medusa/covered-shares"
import { fulfillersOf, orderMakers } from "./order-makers"
import { findParcel, type Parcel } from "../../medusa/parcel"
import { fulfillmentEligibility } from "./eligibility"
import { isNotPaidHere, isReceived, NOT_RECEIVED } from "./received"
import { NOTHING_DUE, ruleDue, rulesDue, sourceOf, type Due } from "../../medusa/rules-due"

const BATCH = 50
/** Wait for another signal of the same order; the sweep does the rest. */
const LOCK_WAIT_MS = 2_000
/**
 * Seller payouts: books the payouts of the stock location's rules for a fulfillment, one per rule,
 * held until the order is paid. A rule pays only for events after its creation, and only orders in
 * its beneficiary's currency. A beneficiary already paid for the fulfillment by a deleted rule is
 * not paid for it again. If an earlier payout to it left for a canceled fulfillment of the order, that one
 * covers this fulfillment. While its outcome is open nothing is booked. If nothing is due, the audit trail says why. `told`: the event that Medusa just published. Safe to call at any
 * time, several times at once.
 */
export async function payRules(
  container: MedusaContainer,
  fulfillmentId: string,
  told: RuleTrigger | null = null
): Promise<void> {
  const asked = await ruleDue(container, fulfillmentId, told)
  if (asked === null) {
    return
  }
  // One worker at a time per order: a rule's payout depends on the other payouts of the order. Not
  // the order's own lock, which a request of Medusa may hold for long.
  const releaseLock = await acquireOrderLock(
    servicesOf(container).ledger,
    `shares of ${asked.order_id}`,
    LOCK_WAIT_MS
  )
  if (releaseLock === null) {
    return
  }
  try {
    const due = await ruleDue(container, fulfillmentId, told)
    if (due !== null) {
      await payDue(container, due)
    }
  } finally {
    await releaseLock()
  }
}

/** Books the payouts of the last days whose signal was lost. */
export async function payRulesOfLostSignals(container: MedusaContainer): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  let after = ""
  for (;;) {
    const found = await rulesDue(container, after, BATCH)
    for (const id of found) {
      after = id
      try {
        await payRules(container, id)
      } catch (error) {
        logger.error(`payin: rules of fulfillment ${id}: ${reasonOf(error)}`)
      }
    }
    if (found.length < BATCH) {
      return
    }
  }
}

async function payDue(container: MedusaContainer, due: Due): Promise<void> {
  const { payouts } = servicesOf(container)
  const [parcel, eligibility] = await Promise.all([
    findParcel(container, due),
    fulfillmentEligibility(container, due),
  ])
  if (parcel === null || eligibility.outcome === "gone") {
    return
  }
  await withdrawSharesOfOrder(container, due.order_id)
  const failed: unknown[] = []
  for (const id of due.rule_ids) {
    const rule = await payouts.rules.find(id)
    if (rule !== null) {
      const hold = eligibility.outcome === "wait" ? eligibility : null
      await payRule(container, rule, parcel, hold).catch((error: unknown) => failed.push(error))
    }
  }
  if (failed.length > 0) {
    // A rule that fails must not keep the other sellers from their money.
    throw failed[0]
  }
}

async function payRule(
  container: MedusaContainer,
  rule: Rule,
  { fulfillment_id, order_id, currency, lines }: Parcel,
  unpaid: NewPayout["hold"]
): Promise<void> {
  const { payouts } = servicesOf(container)
  const beneficiary = await payouts.beneficiaries.find(rule.beneficiary_id)
  if (beneficiary === null) {
    return
  }
  const { id: beneficiary_id, account, country, payment_method } = beneficiary
  const source_id = sourceOf(rule.id, fulfillment_id)
  if (beneficiary.currency !== currency) {
    const why = { reason: "other_currency", currency, beneficiary_currency: beneficiary.currency }
    await oweNothing(container, source_id, { ...why, beneficiary_id, order_id })
    return
  }
  const decimals = wireDecimals(servicesOf(container).gateway.options, currency)
  const paid = await payouts.payouts.ofFulfillment(fulfillment_id)
  if (paid.some((one) => one.source_id === source_id)) {
    return
  }
  const stoodFor = paid.map(({ order_amount }) => order_amount)
  const amounts = ruleAmounts(lines, rule, { paid: stoodFor, decimals })
  const reason = await whyNothing(container, rule, paid, amounts)
  if (reason !== null) {
    await oweNothing(container, source_id, { reason, beneficiary_id, order_id })
    return
  }
  const share = amounts.amount
  const covered = coveredPart(share, await sharesOf(container, { order_id, beneficiary_id }))
  if (covered === "open") {
    // The sweep asks again.
    return
  }
  const isCovered = sameAmount(covered, share)
  const pays = subtractAmounts(share, covered)
  const hold =
    unpaid ?? ((await isReceived(container, { order_id, currency }, share)) ? null : NOT_RECEIVED)
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const note = isPositive(covered) ? systemNote("share_covered", { covered, share }) : null
  await book(
    container,
    {
      account,
      country,
      currency,
      amount: isCovered ? share : pays,
      order_amount: share,
      covered_amount: isPositive(covered) ? covered : null,
      goods_amount: ruleShare(lines, { percent: 100, tax: rule.tax }, decimals),
      goods_tax: rule.tax,
      payment_method,
      source: "rule",
      source_id,
      destination: payouts.destinations.open("payin_beneficiary", beneficiary),
      hold,
      order_id,
      fulfillment_id,
      beneficiary_id,
      beneficiary_version: beneficiary.version,
      rule_id: rule.id,
      rule_version: rule.version,
      not_paid_here:
        hold === null && (await isNotPaidHere(container, { order_id, currency }, pays)),
      // At the approval those who changed the beneficiary or the order since count too.
      makers: [
        ...rule.makers,
        ...beneficiary.makers,
        ...(await orderMakers(pg, { source: "rule", order_id, fulfillment_id })),
        ...(await fulfillersOf(pg, fulfillment_id)),
      ],
      note,
    },
    isCovered
  )
  if (isPositive(covered)) {
    await closeCoveredShares(container, order_id)
  }
}

/**
 * Lowers an unsent share by what an earlier payout turned out to have paid of it. One worker at a
 * time per order, so that two shares do not count the same money.
 */
export async function coverShare(container: MedusaContainer, payout: Payout): Promise<void> {
  const { ledger, payouts } = servicesOf(container)
  const { order_id, order_amount, covered_amount } = payout
  if (order_id === null) {
    return
  }
  const releaseLock = await acquireOrderLock(ledger, `shares of ${order_id}`, LOCK_WAIT_MS)
  if (releaseLock === null) {
    return
  }
  try {
    const covered = await coveredNow(container, payout)
    if (covered !== "open" && compareAmounts(covered, covered_amount ?? ZERO) > 0) {
      const note = systemNote("share_covered", { covered, share: order_amount })
      await payouts.releases.cover(payout, covered, note)
      await closeCoveredShares(container, order_id)
    }
  } finally {
    await releaseLock()
  }
}

/** Books a share; one that earlier payouts paid whole is canceled before anybody sees it. */
async function book(
  container: MedusaContainer,
  wanted: NewPayout,
  isCovered: boolean
): Promise<void> {
  const { payouts } = servicesOf(container)
  if (!isCovered) {
    await payouts.payouts.create(wanted, SYSTEM)
    return
  }
  const made = await payouts.transaction(async (trx) => {
    const { payout, booked } = await payouts.payouts.book(trx, wanted, SYSTEM)
    return booked ? payouts.releases.withdrawWithin(trx, payout.id, wanted.note ?? "") : null
  })
  if (made !== null) {
    await payouts.moves.announce(made)
  }
}

/**
 * Why a rule owes nothing for a fulfillment; null when it pays. A rule may have been deleted and
 * made again, with a later trigger, while the fulfillment was on its way.
 */
async function whyNothing(
  container: MedusaContainer,
  rule: Rule,
  paid: readonly Payout[],
  { share, left }: RuleAmounts
): Promise<string | null> {
  if (!isPositive(share)) {
    return "share_is_zero"
  }
  const { rules } = servicesOf(container).payouts
  const theirs = paid.filter((one) => one.beneficiary_id === rule.beneficiary_id)
  const former = theirs.flatMap(({ rule_id }) => rule_id ?? [])
  if (await rules.followsOneOf(former, rule)) {
    return "paid_by_former_rule"
  }
  return isPositive(left) ? null : "whole_is_paid"
}

/**
 * Writes the reason into the audit trail, for people, and so that the rule is not checked again.
 */
async function oweNothing(
  container: MedusaContainer,
  source_id: string,
  facts: Record<string, unknown>
): Promise<void> {
  const { payouts } = servicesOf(container)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  logger.warn(`payin: rule and fulfillment ${source_id}: no payout: ${JSON.stringify(facts)}`)
  await payouts.transaction((trx) =>
    payouts.audit.note(trx, { subject_id: source_id, action: NOTHING_DUE, actor: SYSTEM, facts })
  )
}
