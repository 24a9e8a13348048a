import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"

const refundRow = z.object({
  id: z.string(),
  payment_id: z.string().nullable(),
  created_by: z.string().nullable(),
})

/** A Refund as Medusa keeps it. */
export type RefundRow = z.infer<typeof refundRow>

/**
 * Those of these Refunds that Medusa has. It writes one before it asks a provider, and deletes it when its
 * own call fails afterwards (medusa.md H8): one that is missing will never come back. Read inside `trx`,
 * because the payment module has no question that takes part in a transaction of ours.
 */
export async function refundRows(trx: Knex, ids: readonly string[]): Promise<RefundRow[]> {
  const rows: unknown[] = await trx("refund")
    .whereIn("id", [...ids])
    .whereNull("deleted_at")
    .select("id", "payment_id", "created_by")
  return rows.map((row) => refundRow.parse(row))
}
