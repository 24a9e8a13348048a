/** A line of an order; core leaves its quantity as it was, whatever came back of it. */
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
