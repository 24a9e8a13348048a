// Defect: a completion writes the order, its links, its reservations and its payment one after the other. A process that
// dies in between leaves an order without its cart or its payment collection.
// Hazard: docs/medusa.md#killed-completion
// Versions: 2.21.2
// Upstream: none known
// Test: integration-tests/http/anomalies-orphan.spec.ts `is shown once and stays uncanceled, and its money makes one other order`
// Gone when: no test notices; the test stages what a dying process leaves, so read the code of Medusa

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ORPHAN_AFTER_SECONDS, ORPHAN_WATCH_DAYS } from "../../domain/time/schedule"
import { databaseNow } from "../../tables/now"
import { oldestId } from "../oldest-id"

/** An order left by a killed completion, which Medusa shows as unpaid, or without its cart. */
export interface Orphan {
  order_id: string
  cart_id: string
  /** Id of the pay-in, or of the chosen card's transaction. */
  transaction_id: string | null
  card_transaction_id: string | null
  account: string
  lacks: "cart" | "payment_collection"
  reservations: number
}

const SAME_ITEMS = `
  (select array_agg((l.variant_id, i.quantity) order by l.variant_id, i.quantity)
     from order_item i join order_line_item l on l.id = i.item_id
     where i.order_id = o.id and i.version = o.version and i.deleted_at is null)
  = (select array_agg((l.variant_id, l.quantity::numeric) order by l.variant_id, l.quantity)
       from cart_line_item l where l.cart_id = c.id and l.deleted_at is null)`

// A shopper who saw no order may have changed the cart since: then one common item and the same
// address suffice.
const CHANGED_SINCE = `
  exists (select 1 from cart_line_item l where l.cart_id = c.id and l.updated_at > o.created_at)
  and exists (
    select 1 from order_item i
      join order_line_item ol on ol.id = i.item_id
      join cart_line_item cl on cl.cart_id = c.id and cl.variant_id = ol.variant_id
      where i.order_id = o.id and i.deleted_at is null)
  and exists (
    select 1 from order_address a join cart_address b
      on (a.first_name, a.last_name, a.address_1, a.postal_code, a.phone)
        is not distinct from (b.first_name, b.last_name, b.address_1, b.postal_code, b.phone)
      where a.id = o.shipping_address_id and b.id = c.shipping_address_id)`

// Medusa's completion writes the order first and links it afterwards, each in a transaction of its
// own (core-flows complete-cart, createOrdersStep, then createRemoteLinkStep). Read in SQL, because
// Medusa has no query for a missing link. Order ids contain their time, and created_at has no
// index.
const ORPHANS = `
  with fresh as (
    select o.* from "order" o
    where o.id >= ? and o.created_at < ? and o.deleted_at is null
      and not o.is_draft_order and o.status <> 'canceled'
      and not exists (
        select 1 from order_payment_collection p where p.order_id = o.id and p.deleted_at is null)
      and not exists (
        select 1 from payin_anomaly a
        where a.order_id = o.id and a.kind = 'orphan_order' and a.deleted_at is null)
  )
  select distinct on (o.id) o.id as order_id, c.id as cart_id, t.transaction_id,
    t.card_transaction_id, t.account,
    case when own.cart_id is null then 'cart' else 'payment_collection' end as lacks,
    (select count(*)::int from order_item i
       join reservation_item r on r.line_item_id = i.item_id and r.deleted_at is null
       where i.order_id = o.id and i.deleted_at is null) as reservations
  from fresh o
  left join order_cart own on own.order_id = o.id and own.deleted_at is null
  join cart c on c.deleted_at is null and (
    c.id = own.cart_id
    or (own.cart_id is null and c.customer_id = o.customer_id and c.email = o.email
        and c.region_id = o.region_id and c.currency_code = o.currency_code
        and c.sales_channel_id is not distinct from o.sales_channel_id and ((${SAME_ITEMS}) or (${CHANGED_SINCE}))))
  join (
    select id as transaction_id, null as card_transaction_id, account, cart_id, created_at,
      settled_at
    from payin_transaction where deleted_at is null
    union all
    select null, id, account, cart_id, created_at, settled_at
    from payin_card_transaction where deleted_at is null
  ) t on t.cart_id = c.id and t.created_at <= ?
  order by o.id, t.settled_at is null, t.transaction_id is null, t.created_at desc
  limit ?`

/**
 * Orders that nobody was shown yet, of carts with a link or a card of the plugin. An order without its cart is
 * recognised by the cart of our link or card: the same customer, e-mail, region, channel, currency and
 * items, or what a later change left of them.
 */
export async function orphanOrders(pg: Knex, limit: number): Promise<Orphan[]> {
  const found: { rows: Orphan[] } = await pg.raw(ORPHANS, [
    oldestId("order", ORPHAN_WATCH_DAYS),
    databaseNow(pg, -ORPHAN_AFTER_SECONDS),
    databaseNow(pg),
    limit,
  ])
  return found.rows
}
