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
  captured: AmountInput
  refunded: AmountInput
}

/** A seller's share of one parcel. */
export interface SharedParcel {
  /** As it was when the rule paid for the parcel. */
  share: MajorAmount
  /** Whether the share was taken of amounts with tax. */
  tax: boolean
  canceled: boolean
  lines: readonly { id: string; quantity: AmountInput }[]
}

/**
 * What of a seller's share is for goods that came back or were paid back, in major units, rounded down, at
 * most the share. A returned piece counts whole, in every parcel of its line alike, because core does not
 * say which parcel it came in. What was refunded beyond the returned pieces is spread over all that was kept,
 * because a refund of Medusa names no lines.
 *
 * @param decimals of the wire
 */
export function undueOf(parcel: SharedParcel, order: SoldOrder, decimals: number): MajorAmount {
  const share = new Decimal(parcel.share)
  if (parcel.canceled) {
    return majorAmount(share.toFixed())
  }
  const [worth, returned] = worthOf(parcel, order)
  if (!worth.isPositive() || worth.isZero()) {
    return majorAmount(0)
  }
  const gone = returned.plus(worth.minus(returned).times(goodwill(order)))
  // Thirds that add up to a whole must not fall a unit short of it.
  const undue = share.times(gone).dividedBy(worth).decimalPlaces(NOISE_DECIMALS)
  return majorAmount(
    Decimal.min(undue, share).decimalPlaces(decimals, BigNumberJs.ROUND_DOWN).toFixed()
  )
}

/** What the share was taken of, and the part of it that came back. */
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

/** The part of what was not returned that was paid back all the same. */
function goodwill({ lines, captured, refunded }: SoldOrder): BigNumberJs {
  const returned = lines.reduce(
    (sum, line) => sum.plus(exact(line.total).times(ratio(line.returned_quantity, line.quantity))),
    new Decimal(0)
  )
  return ratio(exact(refunded).minus(returned), exact(captured).minus(returned))
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
