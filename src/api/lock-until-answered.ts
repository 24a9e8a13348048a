import type { MedusaResponse } from "@medusajs/framework/http"
import { MOST_WAITERS } from "../domain/payin/request-limit"
import type { PayInLedgerService } from "../modules/ledger/service"
import { acquireOrderLock } from "../workflows/settle/order-lock"
import { LockWaiters } from "./lock-waiters"
import { onResponseEnd } from "./on-response-end"

/**
 * Making a payment link takes 20 s at most: all tries of one call end by then. A proxy often ends a
 * request after 30 s.
 */
const LOCK_WAIT_MS = 25_000

const waiters = new LockWaiters(MOST_WAITERS)

/**
 * Order lock: takes the lock of an order or a payment collection and releases it when Medusa
 * answers. false when it was not free in time, or too many wait for it.
 */
export async function holdLockUntilAnswered(
  ledger: PayInLedgerService,
  key: string,
  res: MedusaResponse
): Promise<boolean> {
  const releaseLock = await waiters.wait(key, () => acquireOrderLock(ledger, key, LOCK_WAIT_MS))
  if (releaseLock === null || releaseLock === false) {
    return false
  }
  // A lock that could not be released ends with its lease.
  onResponseEnd(res, () => void releaseLock().catch(() => undefined))
  return true
}

/** Runs work that waits for a lock of its own accord; false at once where too many are at it. */
export function whileFewWait<T>(key: string, work: () => Promise<T>): Promise<T | false> {
  return waiters.wait(key, work)
}
