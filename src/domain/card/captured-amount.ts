import { captureProblem } from "./request"
import { compareAmounts, isPowerOfTenApart, type MajorAmount } from "../money/amount"

/** A hold, as far as it decides how much of it a person can book as captured. In major units. */
export interface CapturableHold {
  /** The held amount. */
  amount: MajorAmount
  currency: string
  /** The capture that the plugin asked for, while its outcome is open. */
  capture_amount: MajorAmount | null
}

/** A capture as the service told it. Null: it did not say. */
export interface ToldCapture {
  amount: MajorAmount | null
  currency: string | null
}

/**
 * What the decision `captured` books.
 * - `above_hold`: the person named more than is held
 * - `unit_suspected`: the service told the held amount times a power of ten
 * - `amount_needed`: the service told what a capture of this hold cannot be
 *
 * For the last two the person has to name the amount.
 */
export type CapturedAmount =
  | { outcome: "books"; amount: MajorAmount }
  | { outcome: "above_hold"; said: MajorAmount }
  | { outcome: "unit_suspected" | "amount_needed"; said: MajorAmount | null; currency: string }

/**
 * How much a person books who reports that a hold was captured. Never more than is held: what is
 * booked can be refunded, and anybody who knows the secret can write a webhook.
 *
 * Counts first: the amount that the person names, then the capture that the plugin asked for, then
 * what the service told, and without any of them the whole hold.
 */
export function capturedAmount(
  hold: CapturableHold,
  told: ToldCapture | null,
  named: MajorAmount | null
): CapturedAmount {
  const known = named ?? hold.capture_amount
  if (known !== null) {
    return captureProblem(known, hold.amount) !== null
      ? { outcome: "above_hold", said: known }
      : { outcome: "books", amount: known }
  }
  const said = told?.amount ?? null
  const currency = told?.currency ?? hold.currency
  if (currency !== hold.currency) {
    return { outcome: "amount_needed", said, currency }
  }
  if (said === null) {
    return { outcome: "books", amount: hold.amount }
  }
  if (isPowerOfTenApart(said, hold.amount)) {
    return { outcome: "unit_suspected", said, currency }
  }
  return captureProblem(said, hold.amount) !== null
    ? { outcome: "amount_needed", said, currency }
    : { outcome: "books", amount: said }
}

/** Whether an amount cannot have been captured of the hold: more than it holds. */
export function isAboveHold(
  { amount }: Pick<CapturableHold, "amount">,
  captured: MajorAmount
): boolean {
  return compareAmounts(captured, amount) > 0
}
