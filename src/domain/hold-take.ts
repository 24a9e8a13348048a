import { CARD_DECIMALS } from "./card-session"
import { compareAmounts, isPositive, roundDown, type MajorAmount } from "./money"

/** What a hold was made for, unrounded, and what it holds. */
export interface HeldFor {
  exact_amount: MajorAmount
  amount: MajorAmount
}

/**
 * What of it can be asked for. Taxes and discounts leave fractions of a cent in what core says an order owes: who
 * paid all that can be paid owes nothing.
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
