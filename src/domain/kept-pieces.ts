import { CARD_DECIMALS } from "./card-session"
import { isPositive, majorAmount, proportionOf, type MajorAmount } from "./money"

/** A line of an order; Medusa leaves its quantity as it was, whatever came back of it. */
export interface OrderedLine {
  id: string
  quantity: number
  detail?: {
    /** By claims; what came back damaged is in it too. */
    written_off: number
    /** Asked back and on its way. */
    awaited: number
    received: number
    /** Came back damaged. */
    dismissed: number
  } | null
}

export interface ReturnOfOrder {
  canceled: boolean
  /** What the pieces come back for, if not for money. */
  of: "claim" | "exchange" | null
  items: { line_id: string; asked: number; received: number }[]
}

export interface ClaimOfOrder {
  wrote_off: boolean
  /** Lines that it added. */
  added: string[]
}

export interface OrderChanges {
  returns: readonly ReturnOfOrder[]
  claims: readonly ClaimOfOrder[]
}

/** What a line costs. */
export interface PricedLine extends OrderedLine {
  variant_id?: string | null
  /** Null: whatever Medusa asks for it now. */
  unit_price: MajorAmount | null
  is_tax_inclusive?: boolean | null
  /** Of all its pieces, with taxes, before discounts. */
  original_total?: MajorAmount | null
}

/**
 * A line as a subscription goes on with it: the pieces that the shopper keeps, at the price agreed to. What a
 * claim sent for nothing makes a mistake good and is no present for ever: it costs what the same goods did in
 * this order, or else what Medusa asks for them now.
 */
export function keptLine<L extends PricedLine>(
  line: L,
  lines: readonly L[],
  changes: OrderChanges
): L {
  const quantity = piecesKept(line, changes)
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
 * How many pieces of a line a shopper keeps, and with a subscription gets again. What an exchange takes back
 * counts as gone at once, for the other goods are in the order already; what a claim wrote off is replaced by
 * what it added, and what it added beside that is a present.
 */
export function piecesKept(
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
  // A claim's pieces that come back were written off before.
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
