import type { MedusaResponse } from "@medusajs/framework/http"
import type { PayInLedgerService } from "../modules/ledger/service"
import { acquireOrderLock } from "../workflows/settle/order-lock"
import { onResponseEnd } from "./on-response-end"

/**
 * Making a payment link takes 20 s at most: all tries of one call end by then. A proxy often ends a
 * request after 30 s.
 */
const LOCK_WAIT_MS = 25_000

/**
 * Order lock: takes the lock of an order or a payment collection and releases it when Medusa
 * answers.
 */
export async function holdLockUntilAnswered(
  ledger: PayInLedgerService,
  key: string,
  res: MedusaResponse
): Promise<boolean> {
  const releaseLock = await acquireOrderLock(ledger, key, LOCK_WAIT_MS)
  if (releaseLock === null) {
    return false
  }
  // A lock that could not be released ends with its lease.
  onResponseEnd(res, () => void releaseLock().catch(() => undefined))
  return true
}
