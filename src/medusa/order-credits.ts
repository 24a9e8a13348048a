import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { medusaAmount } from "../domain/row/medusa-row"

const row = z.object({
  payments: z.array(
    z.object({
      id: z.string(),
      refunds: z.array(z.object({ id: z.string(), amount: medusaAmount })),
    })
  ),
  entries: z.array(
    z.object({
      reference: z.string().nullable(),
      reference_id: z.string().nullable(),
      amount: medusaAmount,
      at: z.coerce.date(),
      version: z.number(),
    })
  ),
  credited: medusaAmount,
  credits: z.array(
    z.object({ at: z.coerce.date(), amount: medusaAmount, refund_id: z.string().nullable() })
  ),
})

// Medusa copies the credit lines into each new version of the order. Their actions exist once, with
// their time.
const MONEY_OF_ORDER = `
  select
    (select coalesce(json_agg(json_build_object('id', p.id, 'refunds',
        (select json_agg(json_build_object('id', r.id, 'amount', r.amount::text) order by r.id)
          from refund r where r.payment_id = p.id and r.deleted_at is null))), '[]')
      from order_payment_collection l
      join payment p on p.payment_collection_id = l.payment_collection_id
        and (cast(:providers as text[]) is null or p.provider_id = any(:providers))
      where l.order_id = o.id and l.deleted_at is null
        and exists (select 1 from refund r where r.payment_id = p.id and r.deleted_at is null)) as payments,
    (select coalesce(json_agg(json_build_object('reference', t.reference,
        'reference_id', t.reference_id, 'amount', t.amount::text, 'at', t.created_at,
        'version', t.version)
        order by t.created_at, t.id), '[]')
      from order_transaction t where t.order_id = o.id and t.deleted_at is null) as entries,
    (select coalesce(json_agg(json_build_object('at', a.created_at, 'amount', a.amount::text,
        'refund_id', case when a.reference = 'refund' then a.reference_id end)), '[]')
      from order_change_action a
      join order_change c on c.id = a.order_change_id and c.status = 'confirmed' and c.deleted_at is null
      where a.order_id = o.id and a.action = 'CREDIT_LINE_ADD' and a.amount > 0
        and a.deleted_at is null) as credits,
    (select coalesce(sum(c.amount), 0)::text from order_credit_line c
      where c.order_id = o.id and c.version = o.version and c.deleted_at is null) as credited
  from "order" o where o.id = :order_id and o.deleted_at is null`

/** The refunds of an order's payments, its entries, and its credit lines. */
export type CreditsRead = z.infer<typeof row>

/**
 * Reads the refunds, entries and credit lines of an order in one statement; null without such an order.
 *
 * @param providers whose payments count; null: all
 */
export async function readCredits(
  pg: Knex,
  orderId: string,
  providers: string[] | null
): Promise<CreditsRead | null> {
  const found: { rows: unknown[] } = await pg.raw(MONEY_OF_ORDER, { providers, order_id: orderId })
  return found.rows.length === 0 ? null : row.parse(found.rows[0])
}
