import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { IN_MEMORY } from "../../domain/installation/instances"
import { deleteDeadLock } from "../../medusa/repairs/dead-cart-lock"
import { PAYIN_LEDGER } from "../../modules/ledger"
import type { PayInLedgerService } from "../../modules/ledger/service"
import { lockingProvider } from "../../modules/ledger/this-process"
import { acquireOrderLock } from "./order-lock"

/**
 * A completion takes a second or two. A lock that is not free by then belongs to a process that
 * died.
 */
const LOCK_WAIT_MS = 10_000

const POSTGRES = "locking-postgres"

/**
 * Medusa's locking providers that by themselves let two completions of one cart run at once and
 * make two orders. The plugin guards both: `acquireCartLock` lets one completion of a cart run at a
 * time, in all processes. With this guard `locking-postgres` suits several processes
 * (docs/production.md#processes-locks-and-redis). The provider in memory knows one process only. In
 * `locking-postgres`, `acquire` without an owner takes an insert that another process made at the same
 * instant for its own (locking-postgres 2.21.2, advisory-lock.js).
 */
const LETTING_TWO_IN: readonly string[] = [IN_MEMORY, POSTGRES]

/**
 * Cart lock: waits until this request alone may complete the cart, where Medusa's own lock does not
 * ensure that. Removes the lock that a killed completion left behind. If our lock is not free in
 * time, we go on and rely on Medusa's lock.
 *
 * @returns releases the lock
 */
export async function acquireCartLock(
  container: MedusaContainer,
  cartId: string
): Promise<() => Promise<void>> {
  if (!LETTING_TWO_IN.includes(providerOf(container))) {
    return async () => undefined
  }
  await removeDeadLock(container, cartId)
  const ledger = container.resolve<PayInLedgerService>(PAYIN_LEDGER)
  const releaseLock = await acquireOrderLock(ledger, cartId, LOCK_WAIT_MS)
  return releaseLock ?? (async () => undefined)
}

/** Removes the lock that a killed completion left in Medusa's PostgreSQL locking. */
export async function removeDeadLock(container: MedusaContainer, cartId: string): Promise<void> {
  if (providerOf(container) !== POSTGRES) {
    return
  }
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  if (await deleteDeadLock(pg, cartId)) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`payin: removed the lock that a completion of ${cartId} left when it died`)
  }
}

function providerOf(container: MedusaContainer): string {
  return lockingProvider(container.resolve(Modules.LOCKING))
}
