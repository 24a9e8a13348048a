import type { MedusaContainer } from "@medusajs/framework/types"
import { eachRow } from "./each-row"
import { servicesOf } from "./index"
import { acquireOrderLock } from "./order-lock"

/** The lock's holder goes on: the next sweep comes back. */
const LOCK_WAIT_MS = 100

/**
 * Order lock: runs a sweep's work on every row, each under its order's lock. A locked row is left
 * to the next sweep. A failing row is logged and delays no other.
 *
 * @param lockKey the order of a row, or its payment collection while there is no order
 */
export async function eachUnderLock<Row>(
  container: MedusaContainer,
  rows: readonly Row[],
  { lockKey, name }: { lockKey: (row: Row) => string; name: (row: Row) => string },
  work: (row: Row) => Promise<void>
): Promise<void> {
  const { ledger } = servicesOf(container)
  await eachRow(container, rows, name, async (row) => {
    const releaseLock = await acquireOrderLock(ledger, lockKey(row), LOCK_WAIT_MS)
    if (releaseLock === null) {
      return
    }
    try {
      await work(row)
    } finally {
      await releaseLock()
    }
  })
}
