import { CARD_DECIMALS } from "../card/session"
import { isPositive, majorAmount, proportionOf, type MajorAmount } from "../money/amount"

/** A line of an order. Medusa does not lower its quantity when pieces come back. */
export interface OrderedLine {
  id: string
  quantity: number
  detail?: {
    /** Written off by claims, including pieces that came back damaged. */
    written_off: number
    /** Pieces of open returns, still on their way. */
    awaited: number
    received: number
    /** Pieces that came back damaged. */
    dismissed: number
  } | null
}

export interface ReturnOfOrder {
  canceled: boolean
  /** What the return belongs to, if the pieces are not refunded. */
  of: "claim" | "exchange" | null
  items: { line_id: string; asked: number; received: number }[]
}

export interface ClaimOfOrder {
  wrote_off: boolean
  /** Ids of the lines that the claim added. */
  added: string[]
}

export interface OrderChanges {
  returns: readonly ReturnOfOrder[]
  claims: readonly ClaimOfOrder[]
}

export interface PricedLine extends OrderedLine {
  variant_id?: string | null
  /** Null: Medusa's current price. */
  unit_price: MajorAmount | null
  is_tax_inclusive?: boolean | null
  /** Total of all its pieces, with taxes, before discounts. */
  original_total?: MajorAmount | null
}

/**
 * Net quantities: a line as the subscription renews it, with the pieces that the shopper keeps, at
 * the agreed price. Goods that a claim sent for free are free only once. Their renewal costs what
 * the same goods cost in this order, or else Medusa's current price.
 */
export function netLine<L extends PricedLine>(
  line: L,
  lines: readonly L[],
  changes: OrderChanges
): L {
  const quantity = netQuantity(line, changes)
  const sent = changes.claims.some(({ added }) => added.includes(line.id))
  const isFree = line.unit_price !== null && !isPositive(line.unit_price)
  const agreed =
    sent && isFree
      ? lines.find(
          ({ variant_id, unit_price }) =>
            variant_id === line.variant_id && unit_price !== null && isPositive(unit_price)
        )
      : line
  return {
    ...line,
    quantity,
    unit_price: agreed?.unit_price ?? null,
    is_tax_inclusive: agreed?.is_tax_inclusive ?? null,
    original_total: agreed ? costOf(agreed, quantity) : null,
  }
}

function costOf(
  { original_total, quantity: all }: PricedLine,
  quantity: number
): MajorAmount | null {
  if (original_total == null || all === quantity || all === 0) {
    return original_total ?? null
  }
  const share = { part: majorAmount(quantity), whole: majorAmount(all) }
  return proportionOf(original_total, share, CARD_DECIMALS)
}

/**
 * Net quantities: how many pieces of a line the shopper keeps, and gets again with a subscription.
 * Pieces that an exchange takes back count as gone at once, because the new goods are already in
 * the order. A claim's written-off pieces are replaced by the pieces it added. Pieces that a claim
 * added without a write-off are a present and do not count.
 */
export function netQuantity(
  { id, quantity, detail }: OrderedLine,
  { returns, claims }: OrderChanges
): number {
  if (claims.some(({ wrote_off, added }) => !wrote_off && added.includes(id))) {
    return 0
  }
  if (!detail) {
    return quantity
  }
  const claimed = Math.max(0, detail.written_off - detail.dismissed)
  // Pieces that a claim takes back were already written off.
  const twice = Math.min(
    claimed,
    sum(returns, "claim", id, ({ received }) => received)
  )
  const owed = sum(returns, "exchange", id, ({ asked, received }) => Math.max(0, asked - received))
  const onTheirWay = Math.min(detail.awaited, owed)
  const gone = claimed + detail.received + detail.dismissed - twice + onTheirWay
  return Math.max(0, quantity - gone)
}

function sum(
  returns: readonly ReturnOfOrder[],
  wanted: "claim" | "exchange",
  lineId: string,
  pieces: (item: ReturnOfOrder["items"][number]) => number
): number {
  return returns
    .filter(({ canceled, of }) => !canceled && of === wanted)
    .flatMap(({ items }) => items.filter(({ line_id }) => line_id === lineId))
    .reduce((total, item) => total + pieces(item), 0)
}
