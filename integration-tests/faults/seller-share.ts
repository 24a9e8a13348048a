import { BigNumber } from "bignumber.js"
import type { ParcelLine, ParcelRecord, RuleRecord } from "./seller-books"

/** Decimals of an amount on the wire (docs/service.md#amounts). */
const DECIMALS: Record<string, number> = { COP: 0, PEN: 2 }

/** What a seller is owed for a parcel, in major units: all of it, and the least that may be left of it. */
export interface Owed {
  most: BigNumber
  least: BigNumber
  /** Whether nothing came back, was paid back or was changed: then both are the same. */
  certain: boolean
}

/**
 * A seller's share, reckoned from the rows of the store's own order: the percent of the goods in the parcel
 * after discounts, rounded down. What came back is taken off piece by piece, what was refunded at most once
 * over: how a refund is spread over the sellers is the plugin's affair, here it is only bounded.
 */
export function owedFor(rule: RuleRecord, parcel: ParcelRecord): Owed {
  const { currency, lines, refunded, edited, even } = parcel
  const part = (amount: BigNumber) => amount.times(rule.percent).dividedBy(100)
  const down = (amount: BigNumber) =>
    BigNumber.max(amount, 0).decimalPlaces(DECIMALS[currency], BigNumber.ROUND_DOWN)
  const worth = total(lines.map((line) => pieces(line, rule.tax, line.packed)))
  const gone = total(
    lines.map((line) => pieces(line, rule.tax, Math.min(line.returned, line.packed)))
  )
  const isTouched = !gone.isZero() || new BigNumber(refunded).gt(0)
  if (edited || lines.some(({ tax_inclusive }) => !tax_inclusive)) {
    // Sold for other prices or quantities when it was packed: at most the price without any discount.
    const most = total(lines.map((line) => pieces({ ...line, discount: "0" }, true, line.packed)))
    return { most: down(part(most)), least: new BigNumber(0), certain: false }
  }
  const most = down(part(worth))
  if (!isTouched) {
    return { most, least: most, certain: true }
  }
  const unit = new BigNumber(1).shiftedBy(-DECIMALS[currency])
  const rest = part(worth.minus(gone).minus(refunded)).minus(unit)
  // Of an order that is not even a refund may weigh more than its amount.
  return { most, least: even ? down(rest) : new BigNumber(0), certain: false }
}

/** What so many pieces of a line were sold for. Prices and discounts are with tax. */
function pieces(line: ParcelLine, withTax: boolean, count: number): BigNumber {
  const whole = new BigNumber(line.unit_price).times(line.ordered).minus(line.discount)
  const rate = new BigNumber(line.tax_rate).dividedBy(100).plus(1)
  const amount = withTax ? whole : whole.dividedBy(rate)
  return amount.times(count).dividedBy(line.ordered)
}

/** Thirds that add up to a whole must not fall a unit short of it. */
function total(amounts: BigNumber[]): BigNumber {
  const sum = amounts.reduce((all, one) => all.plus(one), new BigNumber(0))
  return sum.decimalPlaces(15)
}
