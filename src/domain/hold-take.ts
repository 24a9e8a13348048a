import { CARD_DECIMALS } from "./card-session"
import {
  compareAmounts,
  isPositive,
  roundDown,
  roundToWire,
  sameAmount,
  type MajorAmount,
} from "./money"

/** What a hold was made for, unrounded, and what it holds. */
export interface HeldFor {
  exact_amount: MajorAmount
  amount: MajorAmount
}

/**
 * What the card is asked for when Medusa captures so much: Medusa asks unrounded, a card pays
 * cents.
 */
export function takenFor({ exact_amount, amount }: HeldFor, captured: MajorAmount): MajorAmount {
  return sameAmount(captured, exact_amount)
    ? amount
    : roundToWire(captured, CARD_DECIMALS, "half_up")
}

/**
 * What Medusa captures of money that was taken: for all that was held, all that the hold was made
 * for.
 */
export function capturedFor({ exact_amount, amount }: HeldFor, taken: MajorAmount): MajorAmount {
  return sameAmount(taken, amount) ? exact_amount : taken
}

/**
 * What of it can be asked for. Taxes and discounts leave fractions of a cent in what Medusa says an
 * order owes: who paid all that can be paid owes nothing.
 *
 * @param outstanding of the order, in major units
 */
export function payableOf(outstanding: MajorAmount): MajorAmount {
  return roundDown(outstanding, CARD_DECIMALS)
}

/**
 * What nobody is asked about may be taken of a hold: no more than its order still owes. Between hold and capture
 * a person may have collected, or changed the order: then the rest is not the store's.
 *
 * @param outstanding of the order, in major units; zero or less: it owes nothing
 */
export function takeOfHold(
  { exact_amount, amount }: HeldFor,
  outstanding: MajorAmount
): "whole" | "nothing" | MajorAmount {
  if (compareAmounts(outstanding, exact_amount) >= 0) {
    return "whole"
  }
  const owed = payableOf(outstanding)
  if (!isPositive(owed)) {
    return "nothing"
  }
  return compareAmounts(owed, amount) >= 0 ? "whole" : owed
}
