import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"

/** Names the operator's request in a Refund's metadata, so that what was asked with it is found again. */
export const REQUEST = "payin_request"

const refundRow = z.object({
  id: z.string(),
  payment_id: z.string().nullable(),
  created_by: z.string().nullable(),
  request_id: z.string().nullable(),
  destination_sealed: z.string().nullable(),
})

/** A Refund as Medusa keeps it, with what we keep of the request that it was booked for. */
export type RefundRow = z.infer<typeof refundRow>

/**
 * Those of these Refunds that Medusa has. It writes one before it asks a provider, and deletes it
 * when its own call fails afterwards (docs/medusa.md#new-key-per-retry): one that is missing will
 * never come back. Read inside `trx`, because the payment module has no question that takes part in
 * a transaction of the plugin.
 */
export async function refundRows(trx: Knex, ids: readonly string[]): Promise<RefundRow[]> {
  const rows: unknown[] = await trx("refund as r")
    .leftJoin("payin_operator_request as q", "q.id", trx.raw("r.metadata ->> ?", [REQUEST]))
    .whereIn("r.id", [...ids])
    .whereNull("r.deleted_at")
    .select("r.id", "r.payment_id", "r.created_by", "q.id as request_id", "q.destination_sealed")
  return rows.map((row) => refundRow.parse(row))
}
