import type { SessionFacts } from "../../domain/settlement/facts"
import { bookableAmount } from "../../domain/payin/received-amount"
import { sameAmount, type MajorAmount } from "../../domain/money/amount"
import type { Transaction } from "../../modules/ledger/rows"
import type { ApplyDeps } from "./apply"
import type { PaymentSnapshot } from "../../medusa/payment-snapshot"

type OwnMoney = Pick<Transaction, "provider_id" | "currency" | "order_amount">

/**
 * How the session of this row stands. Nothing is replaced here. One among several sessions does not
 * count: Medusa authorizes whichever it reads first (core-flows complete-cart).
 *
 * @returns `ready` or `ended`: it is the only session of the collection, of the right amount;
 *   `missing`: {@link openOwnSession} would replace all sessions by it; `impossible`: nor can it be opened
 */
export function sessionOf({ collection, order }: PaymentSnapshot, row: Transaction): SessionFacts {
  const amount = bookableAmount(row)
  const sessions = collection.payment_sessions
  const live = sessions.find((one) => one.id === row.session_id)
  if (live !== undefined && sessions.length === 1 && sameAmount(live.amount, amount)) {
    const ended = live.status === "error" || live.status === "canceled"
    return { state: ended ? "ended" : "ready", id: live.id }
  }
  return { state: canOpenSession({ collection, order }, row, amount) ? "missing" : "impossible" }
}

/** Whether {@link openOwnSession} opens one. */
export function canOpenSession(
  { collection, order }: Pick<PaymentSnapshot, "collection" | "order">,
  { order_amount }: Pick<OwnMoney, "order_amount">,
  amount: MajorAmount
): boolean {
  return (
    order !== null ||
    sameAmount(collection.amount, amount) ||
    sameAmount(collection.amount, order_amount)
  )
}

/**
 * Replaces all sessions by one of this money. A cart is paid in full, or with the amount that a
 * person accepted; an order takes the paid amount, edited or not.
 *
 * @param amount of the session, in major units
 * @returns whether the session exists
 */
export async function openOwnSession(
  medusa: ApplyDeps["medusa"],
  place: PaymentSnapshot,
  { provider_id, currency, order_amount }: OwnMoney,
  amount: MajorAmount
): Promise<boolean> {
  const { collection } = place
  if (sameAmount(collection.amount, amount)) {
    await medusa.openSession(collection.id, provider_id)
    return true
  }
  if (!canOpenSession(place, { order_amount }, amount)) {
    return false
  }
  await medusa.openSessionOf(place, provider_id, { amount, currency })
  return true
}
