// Defect: `locking-postgres` keeps a lock in a row and ignores its expiry when another process asks for it. After a
// killed completion nobody could complete the cart any more.
// Hazard: docs/medusa.md#locks-that-never-expire
// Versions: 2.21.2
// Upstream: none known
// Test: integration-tests/instances/postgres-locking.ts `make one order when the process that completes the cart is killed $where`
// Gone when: no test notices; the test passes with and without the defect, so read the code of Medusa

import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * Medusa locks a cart for 120 s, longer than a completion lasts. A lock that expired this long ago
 * belongs to a process that died.
 */
const DEAD_AFTER_SECONDS = 300

/**
 * Never call `locking.release` instead: Medusa locks without an owner, so that would release the lock of a
 * running completion too.
 *
 * @returns whether there was such a lock
 */
export async function deleteDeadLock(pg: Knex, cartId: string): Promise<boolean> {
  const removed: number = await pg("locking")
    .where({ id: cartId })
    // Written with the database's own now(): a clock that a test moved would take living locks
    // away.
    .where("expiration", "<", pg.raw("now() - ? * interval '1 second'", [DEAD_AFTER_SECONDS]))
    .delete()
  return removed > 0
}
