import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { PayInLedgerService } from "../../modules/ledger/service"

/** Releases the order lock. */
export interface HeldOrderLock {
  (): Promise<void>
  /** Extends the lock to its full time. False: it was lost, for example in a long freeze. */
  renew(): Promise<boolean>
}

/** Waiters poll less and less often, because each poll is a write. */
const POLL_MS = { first: 25, most: 250 }

/**
 * Order lock: waits for the lock of an order, or of a payment collection while there is no order.
 * Medusa takes no lock when sessions are made, orders marked as paid or payments checked
 * (docs/medusa.md#two-posts-at-once). So everything in the plugin that decides by an order's
 * outstanding amount runs one at a time (docs/decisions/0007-leases-and-order-locks.md).
 *
 * @returns how to release the lock; null when it was not free in time
 */
export async function acquireOrderLock(
  ledger: PayInLedgerService,
  key: string,
  waitMs: number
): Promise<HeldOrderLock | null> {
  const owner = randomUUID()
  const until = Date.now() + waitMs
  let wait = POLL_MS.first
  while (!(await ledger.orderLocks.acquire(key, owner))) {
    if (Date.now() > until) {
      return null
    }
    await sleep(wait)
    wait = Math.min(wait * 2, POLL_MS.most)
  }
  return Object.assign(() => ledger.orderLocks.release(key, owner), {
    renew: () => ledger.orderLocks.renew(key, owner),
  })
}
