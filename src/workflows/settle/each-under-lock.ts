import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../domain/error-reason"
import { servicesOf } from "./index"
import { acquireOrderLock } from "./order-lock"

/** The lock's holder goes on: the next sweep comes back. */
const LOCK_WAIT_MS = 100

/**
 * Order lock: runs a sweep's work on every row, each under its order's lock. A locked row is left
 * to the next sweep. A failing row is logged and delays no other.
 */
export async function eachUnderLock<Row>(
  container: MedusaContainer,
  rows: readonly Row[],
  { turn, name }: { turn: (row: Row) => string; name: (row: Row) => string },
  work: (row: Row) => Promise<void>
): Promise<void> {
  const { ledger } = servicesOf(container)
  for (const row of rows) {
    const releaseLock = await acquireOrderLock(ledger, turn(row), LOCK_WAIT_MS)
    if (releaseLock === null) {
      continue
    }
    try {
      await work(row)
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(`payin: ${name(row)}: ${reasonOf(error)}`)
    } finally {
      await releaseLock()
    }
  }
}
