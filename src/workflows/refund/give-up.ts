import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { AnomalyKind } from "../../domain/anomaly"
import { UNBOOKED_KINDS } from "../../domain/anomaly-resolution"
import { isCardProvider } from "../../domain/provider-id"
import type { Reference } from "../../domain/reference"
import type { Payout } from "../../modules/payouts/rows"
import { applyDeps, roomsOf } from "../settle"
import { hasPlace, isHeld } from "../settle/booked"

const OF_A_CARD: readonly AnomalyKind[] = [...UNBOOKED_KINDS, "captured_without_order"]

/**
 * The last moment at which money of a failed completion could still pay an order: its refund is about to be
 * sent. From now on nobody books it, neither a pass nor a completion of the shopper's, and the verdict on it
 * is closed with the payout. A completion that is under way goes first. What a card paid pays no other order, and
 * its own may still be shown by its pass: where that order stands, the money stays.
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
  const { ledger, subscriptions } = roomsOf(container)
  const lease = await ledger.leases.take(transaction_id, randomUUID())
  if (lease === null) {
    return false
  }
  const row = lease.transaction
  const isCard = isCardProvider(row.provider_id)
  const kinds = isCard ? OF_A_CARD : UNBOOKED_KINDS
  // Marked by a decision, or by a process that died before it had looked: the mark alone proves nothing.
  const marked = row.set_aside_at !== null
  try {
    // What a card paid is settled from its first moment and finds no other order: no verdict is waited for.
    const tried = isCard || marked || (await ledger.anomalies.isOpen(row.id, kinds))
    if (!tried || (row.settled_at !== null && !isCard)) {
      return false
    }
    const { core, read } = applyDeps(container)
    const takeBack = async () => {
      if (isCard) {
        await ledger.leases.write(lease, { set_aside_at: null })
        await wakeCard(subscriptions, row.reference)
      } else {
        await ledger.leases.write(lease, { set_aside_at: null, apply_after: "now" })
      }
    }
    if (!marked) {
      await ledger.leases.write(lease, { set_aside_at: "now" })
    }
    try {
      if (row.cart_id !== null) {
        await core.afterCompletion(row.cart_id)
      }
      const place = await read.place(row.payment_collection_id)
      // A card's transaction may be missing still, which its own pass writes.
      if (place === null || !(isCard ? hasPlace(place, row) : isHeld(place, row))) {
        await ledger.anomalies.goesBack(row.id, kinds, payoutId)
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

/** Its own pass looks again: it stood still for the mark. */
async function wakeCard(
  { cardTransactions, cardWatch }: ReturnType<typeof roomsOf>["subscriptions"],
  reference: Reference
): Promise<void> {
  const card = await cardTransactions.findByReference(reference)
  if (card !== null) {
    await cardWatch.wake(card.id)
  }
}
