import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { requestsOfRefunds } from "../../medusa/refund"

/**
 * The operators' requests for the refunds of these payouts, including a refund that Medusa took
 * back.
 */
export async function requestsOf(
  trx: Knex.Transaction,
  payouts: readonly Record<string, unknown>[]
): Promise<string[]> {
  const refund_ids = payouts.flatMap(({ refund_id }) =>
    typeof refund_id === "string" ? [refund_id] : []
  )
  if (refund_ids.length === 0) {
    return []
  }
  return requestsOfRefunds(trx, refund_ids)
}
