import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { UNBOOKED_KINDS } from "../../domain/anomaly-resolution"
import type { Payout } from "../../modules/payouts/rows"
import { applyDeps, roomsOf } from "../settle"
import { isHeld } from "../settle/booked"

/**
 * The last moment at which money of a failed completion could still pay an order: its refund is about to be
 * sent. From now on nobody books it, neither a pass nor a completion of the shopper's, and the verdict on it
 * is closed with the payout. A completion that is under way goes first.
 *
 * @returns whether the money may leave; otherwise it is to be looked at again
 */
export async function giveUpAdoption(
  container: MedusaContainer,
  { id: payoutId, transaction_id }: Payout
): Promise<boolean> {
  if (transaction_id === null) {
    return false
  }
  const { ledger } = roomsOf(container)
  const lease = await ledger.leases.take(transaction_id, randomUUID())
  if (lease === null) {
    return false
  }
  const row = lease.transaction
  // Marked by a decision, or by a process that died before it had looked: the mark alone proves nothing.
  const marked = row.set_aside_at !== null
  try {
    const tried = marked || (await ledger.anomalies.isOpen(row.id, UNBOOKED_KINDS))
    if (row.settled_at !== null || !tried) {
      return false
    }
    const { core, read } = applyDeps(container)
    const takeBack = () => ledger.leases.write(lease, { set_aside_at: null, apply_after: "now" })
    if (!marked) {
      await ledger.leases.write(lease, { set_aside_at: "now" })
    }
    try {
      if (row.cart_id !== null) {
        await core.afterCompletion(row.cart_id)
      }
      const place = await read.place(row.payment_collection_id)
      if (place === null || !isHeld(place, row)) {
        await ledger.anomalies.goesBack(row.id, UNBOOKED_KINDS, payoutId)
        return true
      }
    } catch (error) {
      if (!marked) {
        await takeBack()
      }
      throw error
    }
    await takeBack()
    return false
  } finally {
    await ledger.leases.give(lease)
  }
}
