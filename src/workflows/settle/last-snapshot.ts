import type { Transaction } from "../../modules/ledger/rows"
import type { ApplyDeps } from "./apply"
import type { PaymentSnapshot } from "./payment-snapshot"

/**
 * The snapshot of money that was excluded from settlement just before: a running completion goes first,
 * and no later one takes a session that a failed one left authorized.
 */
export async function lastSnapshot(
  {
    core,
    read,
  }: Pick<ApplyDeps, "read"> & {
    core: Pick<ApplyDeps["core"], "betweenCompletions" | "endCanceledSessions">
  },
  { cart_id, payment_collection_id }: Pick<Transaction, "cart_id" | "payment_collection_id">
): Promise<PaymentSnapshot | null> {
  if (cart_id === null) {
    return read.place(payment_collection_id)
  }
  return core.betweenCompletions(cart_id, async () => {
    const place = await read.place(payment_collection_id)
    if (place !== null) {
      await core.endCanceledSessions(place)
    }
    return place
  })
}
