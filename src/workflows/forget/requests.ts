import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { REQUEST } from "../../medusa/refund"

const row = z.object({ request_id: z.string().nullable() })

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
  const rows: unknown[] = await trx("refund")
    .whereIn("id", refund_ids)
    .select(trx.raw("metadata ->> ? as request_id", [REQUEST]))
  return rows.flatMap((found) => row.parse(found).request_id ?? [])
}
