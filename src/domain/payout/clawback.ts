import BigNumberJs from "bignumber.js"
import { type AmountInput, computedAmount, majorAmount, type MajorAmount } from "../money/amount"

// A constructor of our own, as in money.ts. Quotients are rounded far beyond any currency's last
// digit.
const Decimal = BigNumberJs.clone({ DECIMAL_PLACES: 40 })
const NOISE_DECIMALS = 20

/** A line of the order as it was sold. Amounts of the whole line, after discounts. */
export interface SoldLine {
  id: string
  /** Total with tax. */
  total: AmountInput
  tax_total: AmountInput
  /** Ordered quantity, above zero. */
  quantity: AmountInput
  /** Quantity in all fulfillments that were not canceled. */
  fulfilled_quantity: AmountInput
  /** Returned quantity, whether it can be sold again or not. */
  returned_quantity: AmountInput
}

export interface SoldOrder {
  lines: readonly SoldLine[]
  /** Goods and delivery after edits and returns, before credit lines. */
  total: AmountInput
  /** Captured by the payments that the order shows. */
  captured: AmountInput
  refunded: AmountInput
  /**
   * All credit lines: gift cards, debt that was forgiven, and Medusa's credit line for a refund
   * above what was owed.
   */
  credited: AmountInput
  /** The part of `credited` added since the first refund. */
  credited_since_refund: AmountInput
}

/** A seller's share of one fulfillment. */
export interface SharedParcel {
  /** The share as it was when the rule paid for the fulfillment. */
  share: MajorAmount
  /**
   * The worth of the goods that the share was computed from; null: not kept, today's worth counts.
   */
  goods: MajorAmount | null
  /** Whether the share was computed from amounts with tax. */
  tax: boolean
  canceled: boolean
  lines: readonly { id: string; quantity: AmountInput }[]
}

/**
 * Clawback: the part of a seller's share for goods that came back, were made cheaper or were
 * refunded. In major units, rounded down, between zero and the whole share. A returned piece counts
 * in full for every fulfillment of its line, because Medusa does not say which fulfillment it came
 * from.
 *
 * Before the seller is paid, the share falls with returned pieces and with goods that an edit made
 * cheaper. The share does not change for (1) a refund of other goods that an edit removed, and (2)
 * a refund of a failed purchase that the shopper paid again. The first refund was owed. The money
 * of the second never belonged to the order.
 *
 * A refund above what was owed (`goodwillOf`) is spread over everything the order still contains,
 * delivery and the goods of all sellers, because Medusa's refunds name no lines. Of an order of
 * 72,000 with goods worth 60,000, a courtesy of 12,000 takes a sixth of each seller's share. To
 * charge one seller only, tell Medusa so: by a return, or by an edit that removes the goods.
 *
 * @param decimals of the wire
 */
export function undueOf(parcel: SharedParcel, order: SoldOrder, decimals: number): MajorAmount {
  const share = new Decimal(parcel.share)
  if (parcel.canceled) {
    return majorAmount(share.toFixed())
  }
  const [worth, returned] = worthOf(parcel, order)
  const sold = Decimal.max(worth, parcel.goods ?? 0)
  // Without lines nothing is known to have come back.
  if (parcel.lines.length === 0 || !sold.isPositive() || sold.isZero()) {
    return majorAmount(0)
  }
  const gone = sold
    .minus(worth)
    .plus(returned)
    .plus(worth.minus(returned).times(givenOf(order, decimals)))
  // Thirds that add up to a whole must not fall one unit short of it.
  const undue = share.times(gone).dividedBy(sold).decimalPlaces(NOISE_DECIMALS)
  return majorAmount(
    Decimal.max(Decimal.min(undue, share), 0)
      .decimalPlaces(decimals, BigNumberJs.ROUND_DOWN)
      .toFixed()
  )
}

/** Goodwill: the part of an order's worth that was refunded although nothing was owed back. */
export interface Goodwill {
  part: MajorAmount
  /** Goods and delivery, as far as the shopper was asked to pay for them. */
  whole: MajorAmount
  /**
   * False while the goodwill may be larger: Medusa writes the credit line last, and it may still be
   * missing.
   */
  certain: boolean
}

/**
 * Goodwill: what was refunded beyond what was owed. Refunding goods that an edit removed, or that
 * were returned, is owed: afterwards the order costs no more than was paid for it. For a larger
 * refund Medusa makes a credit line (core-flows refund-payment). Only that credit line tells it
 * from goods that were ordered since and are not paid yet. Credit lines from before the first
 * refund count as payment.
 *
 * @param decimals of the wire: what is asked and refunded is rounded to them
 */
export function goodwillOf(order: SoldOrder, decimals: number): Goodwill {
  const whole = Decimal.max(exact(order.total), 0).decimalPlaces(
    decimals,
    BigNumberJs.ROUND_HALF_UP
  )
  const since = exact(order.credited_since_refund)
  const paid = exact(order.credited)
    .minus(since)
    .plus(exact(order.captured))
    .minus(exact(order.refunded))
  const possible = Decimal.min(whole, whole.minus(paid), exact(order.refunded))
  const made = since.decimalPlaces(decimals, BigNumberJs.ROUND_UP)
  return {
    part: majorAmount(Decimal.max(Decimal.min(possible, made), 0).toFixed()),
    whole: majorAmount(whole.toFixed()),
    certain: possible.minus(made).isLessThan(new Decimal(1).shiftedBy(-decimals)),
  }
}

/** The current worth of the goods that the share was computed from, and the part that came back. */
function worthOf(parcel: SharedParcel, { lines }: SoldOrder): [BigNumberJs, BigNumberJs] {
  let worth = new Decimal(0)
  let returned = new Decimal(0)
  for (const { id, quantity } of parcel.lines) {
    const line = lines.find((one) => one.id === id)
    if (line !== undefined) {
      const amount = parcel.tax ? exact(line.total) : exact(line.total).minus(exact(line.tax_total))
      const part = amount.times(exact(quantity)).dividedBy(exact(line.quantity))
      worth = worth.plus(part)
      returned = returned.plus(part.times(ratio(line.returned_quantity, line.fulfilled_quantity)))
    }
  }
  return [worth, returned]
}

/**
 * Goodwill as a part of the order's worth. After a refund an order worth less than half a unit
 * counts as fully refunded.
 */
function givenOf(order: SoldOrder, decimals: number): BigNumberJs {
  const { part, whole } = goodwillOf(order, decimals)
  return exact(whole).isZero() && exact(order.refunded).isGreaterThan(0)
    ? new Decimal(1)
    : ratio(part, whole)
}

/** A ratio between zero and one; one when the whole is zero. */
function ratio(part: AmountInput, whole: AmountInput): BigNumberJs {
  const [above, below] = [exact(part), exact(whole)]
  if (!above.isPositive() || above.isZero()) {
    return new Decimal(0)
  }
  return below.isPositive() && !below.isZero()
    ? Decimal.min(above.dividedBy(below), 1)
    : new Decimal(1)
}

function exact(amount: AmountInput): BigNumberJs {
  return new Decimal(computedAmount(amount))
}
