import { CARD_DECIMALS } from "./session"
import {
  compareAmounts,
  isPositive,
  roundDown,
  roundToWire,
  sameAmount,
  type MajorAmount,
} from "../money/amount"

/** The order amount that a hold was made for, unrounded, and the amount it holds. */
export interface HeldFor {
  order_amount: MajorAmount
  amount: MajorAmount
}

/**
 * The amount to capture on the card for an amount that Medusa captures. Medusa's amounts are
 * unrounded, a card pays cents.
 */
export function takenFor({ order_amount, amount }: HeldFor, captured: MajorAmount): MajorAmount {
  return sameAmount(captured, order_amount)
    ? amount
    : roundToWire(captured, CARD_DECIMALS, "half_up")
}

/** The amount for Medusa's capture row. If the whole hold was captured, the exact order amount. */
export function capturedFor({ order_amount, amount }: HeldFor, taken: MajorAmount): MajorAmount {
  return sameAmount(taken, amount) ? order_amount : taken
}

/**
 * The part of an outstanding amount that a card can pay. Taxes and discounts leave fractions of a
 * cent in the amount an order owes; an order that owes less than a cent is paid.
 *
 * @param outstanding of the order, in major units
 */
export function payableOf(outstanding: MajorAmount): MajorAmount {
  return roundDown(outstanding, CARD_DECIMALS)
}

/**
 * The amount that may be captured of a hold without asking a person. It never exceeds what the
 * order still owes: since the hold, a person may have collected money or changed the order.
 *
 * @param outstanding of the order, in major units; zero or less: it owes nothing
 */
export function capturableOfHold(
  { order_amount, amount }: HeldFor,
  outstanding: MajorAmount
): "whole" | "nothing" | MajorAmount {
  if (compareAmounts(outstanding, order_amount) >= 0) {
    return "whole"
  }
  const owed = payableOf(outstanding)
  if (!isPositive(owed)) {
    return "nothing"
  }
  return compareAmounts(owed, amount) >= 0 ? "whole" : owed
}
