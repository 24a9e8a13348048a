import { bookableAmount } from "../../domain/received-amount"
import { sameAmount, type MajorAmount } from "../../domain/money"
import type { Transaction } from "../../modules/ledger/rows"
import type { ApplyDeps } from "./apply"
import type { Place, Session } from "./place"

type OwnMoney = Pick<Transaction, "provider_id" | "currency" | "order_amount">

/**
 * The live session of the collection, bound to this row. Any other session, or none, is replaced by
 * one that adopts this money. null when that failed. Several sessions are replaced too: Medusa
 * authorizes whichever it reads first (core-flows complete-cart).
 */
export async function ownSession(
  deps: ApplyDeps,
  row: Transaction,
  place: Place
): Promise<Session | null> {
  const amount = bookableAmount(row)
  const sessions = place.collection.payment_sessions
  let live = sessions.find((one) => one.id === row.session_id)
  if (live === undefined || sessions.length > 1 || !sameAmount(live.amount, amount)) {
    if (!(await openOwnSession(deps.core, place, row, amount))) {
      return null
    }
    const bound = await deps.ledger.transactions.find(row.id)
    const renewed = await deps.read.place(place.collection.id)
    live = renewed?.collection.payment_sessions.find((one) => one.id === bound?.session_id)
  }
  if (live?.status === "error" || live?.status === "canceled") {
    await deps.core.resetSession(live)
  }
  return live ?? null
}

/**
 * Replaces all sessions by one of this money. A cart is paid in full, or with the amount that a
 * person accepted; an order takes the paid amount, edited or not.
 *
 * @param amount of the session, in major units
 * @returns whether the session exists
 */
export async function openOwnSession(
  core: ApplyDeps["core"],
  place: Place,
  { provider_id, currency, order_amount }: OwnMoney,
  amount: MajorAmount
): Promise<boolean> {
  const { collection, order } = place
  if (sameAmount(collection.amount, amount)) {
    await core.openSession(collection.id, provider_id)
    return true
  }
  if (order === null && !sameAmount(collection.amount, order_amount)) {
    return false
  }
  await core.openSessionOf(place, provider_id, { amount, currency })
  return true
}
