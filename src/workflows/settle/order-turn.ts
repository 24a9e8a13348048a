import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { PayInLedgerService } from "../../modules/ledger/service"

/** Waiters ask ever more rarely: each question is a write. */
const POLL_MS = { first: 25, most: 250 }

/**
 * Waits for the lock of an order, or of a payment collection while there is no order. Medusa takes
 * no lock when sessions are made, orders marked as paid or payments checked
 * (docs/medusa.md#two-posts-at-once). So whatever of the plugin decides by what an order owes goes
 * one at a time (docs/decisions/0007-leases-and-order-locks.md).
 *
 * @returns how to release the lock; null when it did not come in time
 */
export async function waitForTurn(
  ledger: PayInLedgerService,
  key: string,
  waitMs: number
): Promise<(() => Promise<void>) | null> {
  const owner = randomUUID()
  const until = Date.now() + waitMs
  let wait = POLL_MS.first
  while (!(await ledger.turns.take(key, owner))) {
    if (Date.now() > until) {
      return null
    }
    await sleep(wait)
    wait = Math.min(wait * 2, POLL_MS.most)
  }
  return () => ledger.turns.give(key, owner)
}
