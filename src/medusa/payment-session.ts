import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { PaymentSessionStatus } from "@medusajs/framework/utils"

/**
 * Ends a session that nobody authorized. It is one statement, because Medusa's update reads first and writes
 * later: an authorization in between would be overwritten with an end.
 *
 * @param data what a storefront reads of it from now on
 */
export async function endOpenSession(
  pg: Knex,
  { id, provider_id }: { id: string; provider_id: string },
  data: object
): Promise<void> {
  await pg("payment_session")
    .where({ id, provider_id })
    .whereIn("status", ["pending", "requires_more", "pending_authorization"])
    .whereNull("authorized_at")
    .whereNull("deleted_at")
    .update({
      status: PaymentSessionStatus.ERROR,
      data: JSON.stringify(data),
      updated_at: pg.fn.now(),
    })
}

/** Cancels those of these sessions that are authorized: Medusa would complete the cart with them. */
export async function cancelAuthorizedSessions(pg: Knex, ids: readonly string[]): Promise<void> {
  await pg("payment_session")
    .whereIn("id", [...ids])
    .where({ status: PaymentSessionStatus.AUTHORIZED })
    .whereNull("deleted_at")
    .update({ status: PaymentSessionStatus.CANCELED, updated_at: pg.fn.now() })
}
