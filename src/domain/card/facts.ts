import type { CardStatus } from "./state"
import type { MoneyDecision } from "../payin/late-money"
import type { MajorAmount } from "../money/amount"

/**
 * What decides the next step for one card payment: everything that matters of its row, and of what
 * Medusa holds of it. Read anew before each step. Amounts in major units.
 */
export interface CardFacts {
  card: {
    status: CardStatus
    /** It left the state in which it was claimed: that move has a schedule of its own. */
    moved: boolean
    /** The period that it pays; null at a checkout. */
    period_id: string | null
    /** The hold is to be voided. */
    unwanted: boolean
    /** The captured amount. Read only of a captured card. */
    taken: MajorAmount
    /** The ledger has its captured money. */
    in_ledger: boolean
  }
  /**
   * The captured money in the ledger: `unleased` while we do not hold its lease, `free` to be put to
   * an order, else the decision of the person who excluded it.
   */
  money: "unleased" | "free" | MoneyDecision
  /** The payment collection exists. */
  collection: boolean
  /** The cart as it costs now. Read only while there is neither order nor payment. */
  cart: { id: string; fits: boolean } | null
  /** The cart's id, also when there is an order or the cart is gone. */
  cart_id: string | null
  order: CardOrderFacts | null
  /** Medusa's payment of this card that was not canceled. Read only of a card that may pay. */
  payment: CardPaymentFacts | null
  session: CardSessionFacts
  /** A void ended the session too early: the hold has an order after all. */
  ended_early: boolean
  /** Captures of Medusa whose process died. */
  dead_captures: readonly string[]
  /** Whether a hold is captured now. Read only of a payment on an order. */
  capture: CaptureFacts
  /** This run ended Medusa's payment and session of a card that pays nothing. */
  ended: boolean
  /** The order of a card that pays nothing. Read only after `ended`. */
  unpaid: UnpaidFacts
}

interface CardOrderFacts {
  id: string
  canceled: boolean
  /** A process killed inside Medusa's completion left out a link of the order. */
  lacks_links: boolean
  /** Why it must not get the money; null while it owes it. */
  refuses: "order_canceled" | "order_in_other_currency" | "order_owes_nothing" | null
  /** We hold its order lock. */
  locked: boolean
}

interface CardPaymentFacts {
  id: string
  /** `unfinished`: Medusa began a capture and did not finish it; it may be running. */
  captures: "none" | "unfinished" | "made"
  /** What its captures sum up to. */
  booked: MajorAmount
  /** The captures equal the captured money. */
  fits: boolean
  /** It captured more than it refunded. */
  holds_money: boolean
  /** The order shows each of its captures. */
  on_order: boolean
}

/**
 * The session through which the card pays:
 * - `ready`: the card's own
 * - `ended`: the same, but at `error` or `canceled`
 * - `missing`: one can be opened
 * - `impossible`: the cart or the order is paid in another way
 *
 * `unannounced`: a completion died before it announced the order of this session.
 */
export type CardSessionFacts =
  | { state: "ready"; id: string; unannounced: boolean }
  | { state: "ended"; id: string }
  | { state: "missing" | "impossible" }

/**
 * - `not_due`: a person or a renewal captures it
 * - `in_question`: a person is asked what became of the card
 * - `paused`: the service does not answer
 * - `due`: this much of it, unless money is `arriving`. Right only under the order's lock.
 */
export type CaptureFacts =
  | { state: "not_due" | "in_question" | "paused" }
  | { state: "due"; take: "whole" | "nothing" | MajorAmount; arriving: string | null }

interface UnpaidFacts {
  /** Option `onPaymentFailed: "keep_order"`. */
  keeps_orders: boolean
  /** The order was placed on the hold that was voided. */
  was_paid: boolean
  /** Its card ended a moment ago: Medusa's cancel of the order cancels payments first. */
  is_fresh: boolean
  /**
   * Reason not to cancel the order. Read only of an order that `was_paid`, or under its lock.
   * - `coming`: another payment may still pay it
   * - `fulfilled`: goods left
   * - `renewal`: a renewal decides about it
   * - `other`: it does not wait, is paid, or another provider decides
   */
  reason_not_to_cancel: "coming" | "fulfilled" | "renewal" | "other" | null
  /** The period of that renewal. */
  renewal: string | null
}
