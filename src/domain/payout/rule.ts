import BigNumberJs from "bignumber.js"
import {
  type AmountInput,
  compareAmounts,
  computedAmount,
  isPositive,
  leastAmount,
  majorAmount,
  type MajorAmount,
  subtractAmounts,
  sumAmounts,
  ZERO,
} from "../money/amount"
import { isBlocked, type PayoutReason } from "./reason"
import type { PayoutStatus } from "./state"

// A constructor of our own, as in money.ts: no other package's settings reach it.
const Decimal = BigNumberJs.clone()

/** The events of Medusa that make a rule pay. */
export const RULE_TRIGGERS = [
  "order.fulfillment_created",
  "shipment.created",
  "delivery.created",
] as const
export type RuleTrigger = (typeof RULE_TRIGGERS)[number]

/**
 * A line of the order, as far as this fulfillment carries it. Amounts of the whole line, after
 * discounts.
 */
export interface FulfilledLine {
  /** With its tax. */
  total: AmountInput
  tax_total: AmountInput
  /** Ordered; above zero. */
  quantity: AmountInput
  fulfilled_quantity: AmountInput
}

export interface RuleTerms {
  /** Above 0, at most 100. */
  percent: number
  /** Whether the share is taken of amounts with tax. */
  tax: boolean
}

/** Terms for the whole worth of a fulfillment. */
const WHOLE: RuleTerms = { percent: 100, tax: true }

/** Digits of a percent behind the point. */
const PERCENT_DECIMALS = 4

/** A percent as posted: a JSON number above 0 and at most 100, with at most four decimals. */
export function isPercent(value: unknown): value is number {
  if (typeof value !== "number" || !(value > 0 && value <= 100)) {
    return false
  }
  const places = new Decimal(value).decimalPlaces()
  return places !== null && places <= PERCENT_DECIMALS
}

/**
 * Seller payout: whether the rules of one stock location together pay out more than 100 percent.
 */
export function exceedsWhole(percents: readonly number[]): boolean {
  return percents.reduce((sum, percent) => sum.plus(percent), new Decimal(0)).isGreaterThan(100)
}

/**
 * Seller payout: the share of the fulfilled items, after discounts, without shipping. In major
 * units, rounded down (docs/decisions/0024-seller-payouts.md). A partly fulfilled line counts with
 * the fulfilled part.
 *
 * @param decimals of the wire
 * @throws RangeError when a quantity is not above zero, or more is fulfilled than was ordered
 */
export function ruleShare(
  lines: readonly FulfilledLine[],
  { percent, tax }: RuleTerms,
  decimals: number
): MajorAmount {
  // Kept as a fraction until the end: thirds of a line must add up to the line.
  let above = new Decimal(0)
  let below = new Decimal(1)
  for (const line of lines) {
    const [ordered, fulfilled] = quantitiesOf(line)
    const amount = tax ? exact(line.total) : exact(line.total).minus(exact(line.tax_total))
    above = above.times(ordered).plus(amount.times(fulfilled).times(below))
    below = below.times(ordered)
  }
  const share = above.times(percent)
  const units = share
    .shiftedBy(decimals - 2)
    .dividedToIntegerBy(below)
    .shiftedBy(-decimals)
  return majorAmount(units.isPositive() ? units.toFixed() : 0)
}

/**
 * Seller payout: whether the sellers of an order get more than it brought in. One unit of the wire
 * is let through: Medusa asks nobody for the smallest unit of a currency.
 *
 * @param decimals of the wire
 */
export function exceedsReceived({
  owed,
  received,
  decimals,
}: {
  owed: MajorAmount
  received: MajorAmount
  decimals: number
}): boolean {
  return new Decimal(owed).minus(received).isGreaterThan(new Decimal(1).shiftedBy(-decimals))
}

/** The amounts of a rule for one fulfillment, in major units. */
export interface RuleAmounts {
  /** Share by the rule's terms. */
  share: MajorAmount
  /**
   * The fulfilled worth that was not paid to anybody yet; below zero when more was paid than it is
   * worth now.
   */
  left: MajorAmount
  /** The payout's amount: the share, at most what is left. */
  amount: MajorAmount
}

/**
 * Seller payout: share, unpaid rest and amount of a rule for one fulfillment.
 *
 * @param paid the original amount of each payout of this fulfillment: a lowered payout may rise to
 * it again
 * @param decimals of the wire
 * @throws RangeError as `ruleShare`
 */
export function ruleAmounts(
  lines: readonly FulfilledLine[],
  terms: RuleTerms,
  { paid, decimals }: { paid: readonly MajorAmount[]; decimals: number }
): RuleAmounts {
  const share = ruleShare(lines, terms, decimals)
  const left = paid.reduce(subtractAmounts, ruleShare(lines, WHOLE, decimals))
  return { share, left, amount: compareAmounts(share, left) > 0 ? left : share }
}

/**
 * Whether the money of an earlier payout is with its beneficiary. `left`: it is. `back`: it never
 * left, or came back. `open`: it may still go either way.
 */
export type ShareMoney = "left" | "back" | "open"

/** Seller payout: where the money is of a payout that pays for no parcel of its own. */
export function moneyOfShare(status: PayoutStatus, reason: PayoutReason | null): ShareMoney {
  const isDoubted = isBlocked(reason)
  switch (status) {
    case "paid_elsewhere":
      return "left"
    case "approved":
      return isDoubted ? "open" : "left"
    case "canceled":
      // It was rejected before it was canceled, and paid after all.
      return isDoubted ? "left" : "back"
    case "rejected":
      return isDoubted ? "open" : "back"
    default:
      return "open"
  }
}

/** A payout of an order to the beneficiary of a new share. Amounts in major units. */
export interface EarlierShare {
  /** Whether its fulfillment was canceled. */
  canceled: boolean
  /** Whether the payout itself was canceled. It may have left before, and be paid after all. */
  withdrawn: boolean
  money: ShareMoney
  amount: MajorAmount
  /** What the service says that it paid; null: nothing so far. */
  paid_amount: MajorAmount | null
  /** The part of its share that earlier payouts paid. */
  covered: MajorAmount
}

/**
 * Seller payout: the part of a new share that earlier payouts of the order paid which pay for no
 * parcel of their own: their fulfillment was canceled, or they were. So a beneficiary gets no more of
 * an order than for the goods that are fulfilled now, however often these are packed anew, or their
 * rule is made anew. What covers a parcel that is still there covers no second one. A parcel that is
 * canceled in its turn gives back what covered it.
 *
 * @param earlier the order's payouts to the same beneficiary
 * @returns `open` while nobody knows whether one of them was paid
 */
export function coveredPart(
  share: MajorAmount,
  earlier: readonly EarlierShare[]
): MajorAmount | "open" {
  const freed = earlier.filter(({ canceled, withdrawn }) => canceled || withdrawn)
  if (freed.some(({ money }) => money === "open")) {
    return "open"
  }
  const left = sumAmounts(freed.filter(({ money }) => money === "left").map(given))
  const used = earlier.filter(({ canceled }) => !canceled).map(({ covered }) => covered)
  const free = used.reduce(subtractAmounts, left)
  return isPositive(free) ? leastAmount(free, share) : ZERO
}

function given({ amount, paid_amount }: Pick<EarlierShare, "amount" | "paid_amount">): {
  amount: MajorAmount
} {
  const paidMore = paid_amount !== null && compareAmounts(paid_amount, amount) > 0
  return { amount: paidMore ? paid_amount : amount }
}

/** A share, as far as it counts towards what the sellers of its order get. Amounts in major units. */
export interface SpentShare {
  status: PayoutStatus
  reason: PayoutReason | null
  amount: MajorAmount
  paid_amount: MajorAmount | null
  /** The part of the share that earlier payouts paid, and which counts with those. */
  covered: MajorAmount
  /** What is owed now of the whole share; zero for a canceled parcel. */
  owed: MajorAmount
}

/**
 * Seller payout: what a share takes of what its order brought in. Money that left and did not come back
 * counts whole, also if nothing is owed any more: its goods may be packed anew for another seller. Of
 * what did not leave, only what is owed now.
 */
export function spentOn(share: SpentShare): MajorAmount {
  const { status, reason, amount, paid_amount, covered, owed } = share
  switch (status) {
    case "held":
    case "awaiting_destination":
    case "awaiting_approval":
    case "queued":
      return unspent(amount, owed, covered)
    case "rejected":
    case "canceled":
      if (moneyOfShare(status, reason) === "back") {
        return status === "canceled" ? ZERO : unspent(amount, owed, covered)
      }
      return given({ amount, paid_amount }).amount
    case "sending":
    case "pending":
    case "unknown":
    case "approved":
    case "paid_elsewhere":
      return given({ amount, paid_amount }).amount
  }
}

function unspent(amount: MajorAmount, owed: MajorAmount, covered: MajorAmount): MajorAmount {
  const left = subtractAmounts(owed, covered)
  return isPositive(left) ? leastAmount(amount, left) : ZERO
}

function quantitiesOf(line: FulfilledLine): [BigNumberJs, BigNumberJs] {
  const ordered = exact(line.quantity)
  const fulfilled = exact(line.fulfilled_quantity)
  if (!ordered.isPositive() || ordered.isZero() || fulfilled.isNegative()) {
    throw new RangeError("a fulfilled line needs a quantity above zero")
  }
  if (fulfilled.isGreaterThan(ordered)) {
    throw new RangeError("a fulfillment cannot carry more than was ordered")
  }
  return [ordered, fulfilled]
}

function exact(amount: AmountInput): BigNumberJs {
  return new Decimal(computedAmount(amount))
}
