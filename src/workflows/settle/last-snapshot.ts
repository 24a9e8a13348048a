import type { Transaction } from "../../modules/ledger/rows"
import type { ApplyDeps } from "./apply"
import type { PaymentSnapshot } from "../../medusa/payment-snapshot"

/**
 * The snapshot of money that was excluded from settlement just before: a running completion goes first,
 * and no later one takes a session that a failed one left authorized.
 */
export async function lastSnapshot(
  {
    medusa,
    read,
  }: Pick<ApplyDeps, "read"> & {
    medusa: Pick<ApplyDeps["medusa"], "betweenCompletions" | "endPaidSessions">
  },
  {
    cart_id,
    payment_collection_id,
    reference,
  }: Pick<Transaction, "cart_id" | "payment_collection_id" | "reference">
): Promise<PaymentSnapshot | null> {
  if (cart_id === null) {
    return read.place(payment_collection_id)
  }
  return medusa.betweenCompletions(cart_id, async () => {
    const place = await read.place(payment_collection_id)
    if (place !== null && place.order === null) {
      await medusa.endPaidSessions(place, reference)
    }
    return place
  })
}
