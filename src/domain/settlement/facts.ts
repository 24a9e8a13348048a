import type { AnomalyKind } from "../anomaly/kinds"
import type { MajorAmount } from "../money/amount"

/**
 * What decides the next step for one pay-in: everything that matters of its row, and of what Medusa
 * holds of it. Read anew before each step. Amounts in major units.
 */
export interface SettlementFacts {
  payment: {
    approved: boolean
    settled: boolean
    /** A person decided that this money pays nothing here. */
    excluded: boolean
    /** How the received amount differs from the requested one; null when it fits or was accepted. */
    differs: "amount_mismatch" | "currency_mismatch" | null
  }
  /** The payment collection exists. */
  collection: boolean
  /** The cart as it costs now. Read only while there is no order. */
  cart: { id: string; fits: boolean; total: MajorAmount; currency: string } | null
  /** Other paid money of the same cart goes first. Read only while there is no order. */
  superseded: boolean
  order: OrderFacts | null
  /** Medusa's payment of this money that was not canceled. */
  booked: BookedFacts | null
  /** Payments of this money that failed completions or bookings left, and that can be removed. */
  leftovers: readonly string[]
  /** The payout that already refunded this money, so that no order may use it. */
  went_back: string | null
  /** The collection's captured and refunded sums match its rows. */
  counted: boolean
  session: SessionFacts
}

interface OrderFacts {
  id: string
  canceled: boolean
  /** A process killed inside Medusa's completion left out a link of the order. */
  lacks_links: boolean
  /**
   * It shows the capture of a payment of this money that Medusa canceled, and counts it as paid
   * (docs/medusa.md#canceled-payments).
   */
  shows_canceled: boolean
  /** Why it must not get the money, as an anomaly; null while it owes it. */
  refuses: AnomalyKind | null
  /**
   * What it cost when it was placed, if the money was asked for another total of its cart, and nobody
   * accepted it for this order; null when it was asked for it.
   */
  other_total: MajorAmount | null
  /** We hold its order lock. */
  locked: boolean
}

interface BookedFacts {
  id: string
  /** What was captured, in major units; null: not captured. */
  captured: MajorAmount | null
  /** The captured amount is the one that Medusa should show. */
  fits: boolean
  /** It captured more than it refunded. */
  holds_money: boolean
  /** The order shows its capture. */
  on_order: boolean
}

/**
 * The collection's live session of this money:
 * - `ready`: the only one, of the right amount
 * - `ended`: the same, but at `error` or `canceled`
 * - `missing`: none, another amount, or one of several; one of ours can be opened
 * - `impossible`: the same, and the collection asks for another amount
 */
export type SessionFacts =
  { state: "ready" | "ended"; id: string } | { state: "missing" | "impossible" }
