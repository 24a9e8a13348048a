import { sameAmount, type MajorAmount } from "../money/amount"
import { bookableAmount, receivedDiffers, receivedFits, type Approval } from "./received-amount"

/** Approved money that is not booked. Amounts in major units. */
export interface UnbookedMoney extends Approval {
  account: string
  order_amount: MajorAmount
}

/** What a shopper is about to be asked for. */
export interface AboutToAsk {
  exact: MajorAmount
  currency: string
  /** The account that a link is asked of; null: a card is asked. */
  account: string | null
}

/**
 * Whether the shopper of a cart without an order has paid already:
 *
 * - `adopts`: a link of the same account takes over what arrived, so nothing is asked
 * - `arrived`: it arrived and is being booked
 * - `other_amount`: another amount or currency came than was asked, and a person decides
 *
 * Null: nothing arrived, or the cart costs something else since.
 */
export function paidAlready(
  money: readonly UnbookedMoney[],
  asked: AboutToAsk
): "adopts" | "arrived" | "other_amount" | null {
  if (money.some((one) => mayAdopt(one, asked))) {
    return "adopts"
  }
  const stays = money.filter(({ excluded_at }) => excluded_at === null)
  const same = stays.filter((one) => paysSame(one, asked))
  if (
    stays.some((one) => receivedDiffers(one) === "amount_mismatch") ||
    same.some((one) => receivedDiffers(one) !== null)
  ) {
    return "other_amount"
  }
  return same.length > 0 ? "arrived" : null
}

/** Whether a link of this account, or a session of it, takes over this money. */
export function mayAdopt(money: UnbookedMoney, { exact, currency, account }: AboutToAsk): boolean {
  return (
    money.account === account &&
    money.currency === currency &&
    receivedFits(money) &&
    sameAmount(bookableAmount(money), exact)
  )
}

/** Whether the cart still costs what was asked, or what a person accepted in its place. */
function paysSame(money: UnbookedMoney, { exact, currency }: AboutToAsk): boolean {
  return (
    money.currency === currency &&
    (sameAmount(money.order_amount, exact) || sameAmount(bookableAmount(money), exact))
  )
}
