import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { IN_MEMORY } from "../../domain/instances"
import { PAYIN_LEDGER } from "../../modules/ledger"
import type { PayInLedgerService } from "../../modules/ledger/service"
import { lockingProvider } from "../../modules/ledger/this-process"
import { waitForTurn } from "./order-turn"

/**
 * Medusa takes a cart's lock for 120 s, longer than a completion lasts; whoever held it this long
 * after died.
 */
const DEAD_AFTER_SECONDS = 300

/** A completion takes a second or two; a turn that does not come in this time belongs to a process that died. */
const TURN_WAIT_MS = 10_000

const POSTGRES = "locking-postgres"

/**
 * Medusa's locking providers under which two completions of one cart may run at once, and make two orders:
 * the first knows one process only; of the second, `acquire` without an owner takes the insert that another
 * one made at the same instant for its own (locking-postgres 2.21.2, advisory-lock.js).
 */
const LETTING_TWO_IN: readonly string[] = [IN_MEMORY, POSTGRES]

/**
 * Waits for a cart's turn to be completed, where Medusa's own lock does not see to it, and takes
 * away what a killed completion left of that lock. When the turn does not come, Medusa's lock
 * decides.
 *
 * @returns gives the turn back
 */
export async function takeCartTurn(
  container: MedusaContainer,
  cartId: string
): Promise<() => Promise<void>> {
  if (!LETTING_TWO_IN.includes(providerOf(container))) {
    return async () => undefined
  }
  await removeDeadLock(container, cartId)
  const ledger = container.resolve<PayInLedgerService>(PAYIN_LEDGER)
  const give = await waitForTurn(ledger, cartId, TURN_WAIT_MS)
  return give ?? (async () => undefined)
}

/**
 * Medusa's PostgreSQL locking keeps a taken lock in a row and honours no expiry when another asks
 * for it (docs/medusa.md#locks-that-never-expire). So after a killed completion nobody would
 * complete this cart any more. Never `locking.release`: Medusa takes the lock without an owner, so
 * that would release a living one too.
 */
export async function removeDeadLock(container: MedusaContainer, cartId: string): Promise<void> {
  if (providerOf(container) !== POSTGRES) {
    return
  }
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const removed: number = await pg("locking")
    .where({ id: cartId })
    // Written with the database's own now(): a clock that a test moved would take living locks away.
    .where("expiration", "<", pg.raw("now() - ? * interval '1 second'", [DEAD_AFTER_SECONDS]))
    .delete()
  if (removed > 0) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`payin: removed the lock that a completion of ${cartId} left when it died`)
  }
}

function providerOf(container: MedusaContainer): string {
  return lockingProvider(container.resolve(Modules.LOCKING))
}
