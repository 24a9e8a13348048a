import BigNumberJs from "bignumber.js"
import { type AmountInput, computedAmount, majorAmount, type MajorAmount } from "./money"

// A constructor of our own, as in money.ts. Quotients are rounded far behind any currency's last digit.
const Decimal = BigNumberJs.clone({ DECIMAL_PLACES: 40 })
const NOISE_DECIMALS = 20

/** A line of the order as it was sold. Amounts of the whole line, after discounts. */
export interface SoldLine {
  id: string
  /** With its tax. */
  total: AmountInput
  tax_total: AmountInput
  /** Ordered; above zero. */
  quantity: AmountInput
  /** In all parcels that were not canceled. */
  fulfilled_quantity: AmountInput
  /** Back, whether it can be sold again or not. */
  returned_quantity: AmountInput
}

/** What is known of the order's money by now. */
export interface SoldOrder {
  lines: readonly SoldLine[]
  /** Goods and delivery as they stand, after edits and returns and before credit lines. */
  total: AmountInput
  /** By the payments that the order shows. */
  captured: AmountInput
  refunded: AmountInput
  /**
   * All credit lines: gift cards, what was forgiven, and what Medusa makes of a refund of more than
   * was owed.
   */
  credited: AmountInput
  /** What of `credited` was added since the first refund. */
  credited_since_refund: AmountInput
}

/** A seller's share of one parcel. */
export interface SharedParcel {
  /** As it was when the rule paid for the parcel. */
  share: MajorAmount
  /** What the goods were worth then, as the share was taken of it; null: not kept, it counts as now. */
  goods: MajorAmount | null
  /** Whether the share was taken of amounts with tax. */
  tax: boolean
  canceled: boolean
  lines: readonly { id: string; quantity: AmountInput }[]
}

/**
 * What of a seller's share is for goods that came back, were made cheaper or were paid back, in
 * major units, rounded down, between none and all of it. A returned piece counts whole, in every
 * parcel of its line alike, because Medusa does not say which parcel it came in.
 *
 * Before the seller was paid the share falls with pieces that came back and with goods that an edit made cheaper.
 * It stays when an edit took other goods out of the order and their price was refunded, which was owed, and when a
 * completion that failed was refunded and the shopper paid again, which was never the order's money.
 *
 * What was paid back beyond what was owed (`goodwillOf`) is spread over all that the order still stands for,
 * delivery and the goods of everybody alike, because a refund of Medusa names no lines: of an order of 72,000,
 * of which 60,000 are goods, a courtesy of 12,000 takes a sixth of each seller's share. Whoever means the
 * goods of one seller says so to Medusa: by a return, or by an edit that takes them out of the order.
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
  // What a parcel carries may not be told: then nothing is known to have come back.
  if (parcel.lines.length === 0 || !sold.isPositive() || sold.isZero()) {
    return majorAmount(0)
  }
  const gone = sold
    .minus(worth)
    .plus(returned)
    .plus(worth.minus(returned).times(givenOf(order, decimals)))
  // Thirds that add up to a whole must not fall a unit short of it.
  const undue = share.times(gone).dividedBy(sold).decimalPlaces(NOISE_DECIMALS)
  return majorAmount(
    Decimal.max(Decimal.min(undue, share), 0)
      .decimalPlaces(decimals, BigNumberJs.ROUND_DOWN)
      .toFixed()
  )
}

/** What the shopper was given of what an order stands for. */
export interface Goodwill {
  part: MajorAmount
  /** Goods and delivery, as much of it as was asked of the shopper. */
  whole: MajorAmount
  /**
   * False while more may have been given: Medusa writes the credit line last, and it may still be
   * missing.
   */
  certain: boolean
}

/**
 * What was paid back beyond what was owed. Giving back what an edit took out of an order, or what
 * was returned, is owed: the order then stands for no more than what is still paid of it. For what
 * goes beyond that Medusa makes a credit line (core-flows refund-payment), which alone tells it
 * from goods that were ordered since and are not paid yet. Credit lines that were there before the
 * first refund paid like money.
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

/** What the share was taken of, as it is sold now, and the part of it that came back. */
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

/** The part that was paid back of what an order still stands for; what stands for less than half a unit went with the rest. */
function givenOf(order: SoldOrder, decimals: number): BigNumberJs {
  const { part, whole } = goodwillOf(order, decimals)
  return exact(whole).isZero() && exact(order.refunded).isGreaterThan(0)
    ? new Decimal(1)
    : ratio(part, whole)
}

/** Between none and all; all where something is measured against nothing. */
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
