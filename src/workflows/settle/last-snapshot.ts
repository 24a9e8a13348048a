import type { Transaction } from "../../modules/ledger/rows"
import type { ApplyDeps } from "./apply"
import type { PaymentSnapshot } from "../../medusa/payment-snapshot"

/**
 * Reads the snapshot of money that was just excluded from settlement. Waits for a running completion
 * first. Ends the sessions that a failed completion left authorized, so that no later one uses them.
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
