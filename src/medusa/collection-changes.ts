import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"

// Whole rows, not columns: a column that is new cannot be forgotten here. What a lookup without
// news writes makes one reading too many, and lookups grow rare by themselves.
const PRINTS = `
  select asked.id, md5(concat_ws(' ', links.print, cards.print,
    (select string_agg(s::text, ' ' order by s.id) from payin_session s
      where s.payment_collection_id = asked.id and s.deleted_at is null),
    (select string_agg(concat(a.id, a.status, a.action), ' ' order by a.id) from payin_anomaly a
      where a.transaction_id = any(links.ids) and a.deleted_at is null),
    (select string_agg(a.id, ' ' order by a.id) from payin_anomaly a
      where a.subject = any(cards.ids) and a.status = 'open' and a.deleted_at is null),
    (select string_agg(concat(o.id, o.status), ' ' order by o.id) from "order" o
      where o.deleted_at is null and o.id = any(links.orders || cards.orders || array(
        select l.order_id from order_cart l
        where l.cart_id = any(links.carts || cards.carts) and l.deleted_at is null)::text[]))
  )) as print
  from unnest(:ids::text[]) asked(id)
  cross join lateral (
    select string_agg(t::text, ' ' order by t.id) as print, array_agg(t.id) as ids,
      array_agg(t.cart_id) as carts, array_agg(t.order_id) as orders
    from payin_transaction t
    where t.payment_collection_id = asked.id and t.deleted_at is null) links
  cross join lateral (
    select string_agg(t::text, ' ' order by t.id) as print, array_agg(t.id) as ids,
      array_agg(t.cart_id) as carts, array_agg(t.order_id) as orders
    from payin_card_transaction t
    where t.payment_collection_id = asked.id and t.deleted_at is null) cards`

const printRow = z.object({ id: z.string(), print: z.string() })

/**
 * Fingerprints of what the shopper's view of these payment collections is read from, in one
 * statement for all: where it is the same, so is the view, except for what time alone changes.
 */
export async function printsOf(
  container: MedusaContainer,
  paymentCollectionIds: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows }: { rows: unknown[] } = await pg.raw(PRINTS, {
    ids: [...paymentCollectionIds],
  })
  return new Map(
    rows.map((row) => {
      const { id, print } = printRow.parse(row)
      return [id, print]
    })
  )
}
