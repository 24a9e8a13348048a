import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { SHOWN_BY_ORDER } from "./payment"

const collectionRow = z.object({ payment_collection_id: z.string() })

/** The payment collections of an order. */
export async function paymentCollectionsOf(pg: Knex, orderId: string): Promise<string[]> {
  const rows: unknown[] = await pg("order_payment_collection")
    .where({ order_id: orderId })
    .whereNull("deleted_at")
    .select("payment_collection_id")
  return rows.map((row) => collectionRow.parse(row).payment_collection_id)
}

const shownRow = z.object({ reference: z.string().nullable() })

const SHOWN = `
  select distinct p.data ->> 'reference' as reference
  from order_payment_collection l
  join payment p on p.payment_collection_id = l.payment_collection_id and p.deleted_at is null
  where l.order_id = ? and l.deleted_at is null and ${SHOWN_BY_ORDER}`

/** The references of the payments that an order shows. */
export async function referencesShown(pg: Knex, orderId: string): Promise<(string | null)[]> {
  const shown: { rows: unknown[] } = await pg.raw(SHOWN, [orderId])
  return shown.rows.map((row) => shownRow.parse(row).reference)
}
