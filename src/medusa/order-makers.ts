import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import type { OrderMakerKind } from "../domain/order/maker"
import { MANUAL_PROVIDER_ID } from "../domain/options/provider-id"
import { listed } from "../tables/listed"
import { BOOKED_FOR_ORDER, SHOWN_BY_ORDER } from "./payment"

/** Actions of an order's changes that say what it contains, costs or owes. */
const PRICING = listed([
  "ITEM_ADD",
  "ITEM_REMOVE",
  "ITEM_UPDATE",
  "ITEM_ADJUSTMENTS_REPLACE",
  "PROMOTION_ADD",
  "PROMOTION_REMOVE",
  "SHIPPING_ADD",
  "SHIPPING_REMOVE",
  "SHIPPING_UPDATE",
  "CREDIT_LINE_ADD",
  "WRITE_OFF_ITEM",
])

const MAKERS = `
  select distinct by as id from (
    select unnest(array[f.created_by, f.marked_shipped_by]) as by
    from fulfillment f where f.id = :fulfillment_id
    union all
    select unnest(array[g.created_by, g.requested_by, g.confirmed_by])
    from order_change g
    where g.order_id = any(:orders) and g.status = 'confirmed' and g.deleted_at is null
      and exists (
        select 1 from order_change_action a
        where a.order_change_id = g.id and a.action in ${PRICING} and a.deleted_at is null)
    union all
    select k.created_by from order_payment_collection l
    join payment p on p.payment_collection_id = l.payment_collection_id and p.deleted_at is null
    join capture k on k.payment_id = p.id and k.deleted_at is null
    where l.order_id = :order_id and l.deleted_at is null and p.provider_id = '${MANUAL_PROVIDER_ID}'
  ) as noted where by is not null`

/** How the ids of Medusa's customers begin (customer module, models/customer). */
export const CUSTOMER = "cus_"

/**
 * Who gave the order another e-mail, to which the store sends the address of the refund page: by an
 * edit, or by a transfer to another customer or guest (docs/medusa.md#another-e-mail). A store may
 * also write to the customer of the order, so a transfer that leaves the order its e-mail counts. A
 * customer who asked for a transfer counts once it was accepted, unless the mail stays where it was.
 */
const READERS = `
  select distinct noted.by as id
  from order_change g
  join order_change_action a on a.order_change_id = g.id and a.deleted_at is null
  left join customer c on c.id = a.reference_id
  cross join lateral unnest(array[g.created_by, g.requested_by, g.confirmed_by]) as noted(by)
  where g.order_id = any(:orders) and g.deleted_at is null and noted.by is not null
    and (a.action = 'UPDATE_ORDER_PROPERTIES' and a.details ->> 'type' = 'email'
        and a.details ->> 'old' is distinct from a.details ->> 'new'
      or a.action = 'TRANSFER_CUSTOMER' and (
        noted.by not like '${CUSTOMER}%'
        or g.status = 'confirmed'
          and (lower(c.email) is distinct from lower(a.details ->> 'original_email')
            or lower(a.details ->> 'new_email') <> lower(a.details ->> 'original_email'))))`

/**
 * The customers that an order ever had: now, of its cart, before and after each change of it. Medusa does
 * not write from whom a transfer takes an order.
 */
const CUSTOMERS = `
  select o.customer_id as id from "order" o where o.id = :order_id
  union
  select c.customer_id from order_cart l join cart c on c.id = l.cart_id where l.order_id = :order_id
  union
  select unnest(case a.action
    when 'TRANSFER_CUSTOMER' then array[a.reference_id]
    else array[a.details ->> 'old', a.details ->> 'new'] end)
  from order_change_action a
  where a.order_id = :order_id and a.deleted_at is null
    and (a.action = 'TRANSFER_CUSTOMER'
      or a.action = 'UPDATE_ORDER_PROPERTIES' and a.details ->> 'type' = 'customer_id')`

/** The e-mails that an order ever had. */
const EMAILS = `
  select o.email from "order" o where o.id = :order_id
  union
  select unnest(case a.action
    when 'TRANSFER_CUSTOMER' then array[a.details ->> 'original_email', a.details ->> 'new_email']
    else array[a.details ->> 'old', a.details ->> 'new'] end)
  from order_change_action a
  where a.order_id = :order_id and a.deleted_at is null
    and (a.action = 'TRANSFER_CUSTOMER'
      or a.action = 'UPDATE_ORDER_PROPERTIES' and a.details ->> 'type' = 'email')`

/**
 * Whom the plugin noted (src/api/admin/order-makers.ts). An order without a cart may come from a draft
 * whose maker is not noted. Then everybody counts who began a draft at that time and never got its id.
 */
const NOTED = `
  select n.maker as id from payin_order_maker n
  where n.subject_id = :order_id and n.kind = any(:kinds)
  union
  select n.maker from payin_order_maker n join "order" o on o.id = :order_id
  where n.subject_id is null and n.kind = any(:kinds)
    and o.created_at between n.created_at - interval '1 hour' and n.created_at + interval '1 day'
    and not exists (select 1 from order_cart c where c.order_id = o.id)
    and not exists (
      select 1 from payin_order_maker d where d.subject_id = o.id and d.kind = 'drafted')`

/**
 * Who gave a customer of the order another e-mail, or a customer who has one of its e-mails, or gave one of
 * its e-mails to any customer (modules/payouts/order-makers `noteMail`). It begins
 * with the notes, which are few: Medusa has no index of its customers' e-mails in one case.
 */
const MAILED_CUSTOMER = `
  select n.maker as id from payin_order_maker n
  where n.subject_id in (${CUSTOMERS}) and n.kind = 'mailed' and n.deleted_at is null
  union
  select n.maker from payin_order_maker n join customer c on c.id = n.subject_id
  where n.kind = 'mailed' and n.deleted_at is null
    and lower(c.email) in (select lower(e.email) from (${EMAILS}) as e)
  union
  select n.maker from payin_order_maker n
  where n.kind = 'mailed' and n.deleted_at is null and n.subject_id in (
    select 'mail:' || encode(sha256(convert_to(lower(btrim(e.email) collate "C"), 'UTF8')), 'hex')
    from (${EMAILS}) as e)`

const makerRow = z.object({ id: z.string() })

/** The ids that a statement answers, each as `id`. */
export async function idsOf(
  pg: Knex,
  sql: string,
  bindings: Record<string, string | string[] | null>
): Promise<string[]> {
  const answer: { rows: unknown[] } = await pg.raw(sql, bindings)
  return answer.rows.map((row) => makerRow.parse(row).id)
}

/**
 * Whom Medusa notes of a seller's share: the people who fulfilled and shipped the parcel, who wrote what these
 * orders contain, cost or owe, and who made the order count as paid.
 */
export async function makersOfShare(
  pg: Knex,
  of: { orders: string[]; order_id: string; fulfillment_id: string | null }
): Promise<string[]> {
  return idsOf(pg, MAKERS, of)
}

/** Whom Medusa notes for another e-mail of these orders. */
export async function makersOfReader(pg: Knex, orders: string[]): Promise<string[]> {
  return idsOf(pg, READERS, { orders })
}

/** Whom the plugin noted to have had a part in an order, in one of these ways. */
export async function notedMakers(
  pg: Knex,
  order_id: string,
  kinds: readonly OrderMakerKind[]
): Promise<string[]> {
  return [
    ...(await idsOf(pg, NOTED, { order_id, kinds: [...kinds] })),
    ...(kinds.includes("mailed") ? await idsOf(pg, MAILED_CUSTOMER, { order_id }) : []),
  ]
}

const paidRow = z.object({ lacks: z.boolean(), credited: z.boolean() })

// What a canceled payment brought goes back if Medusa undid its completion: it does not pay the order then.
const LACKS = `
  with paid as (
    select p.id, p.provider_id from order_payment_collection l
    join payment p on p.payment_collection_id = l.payment_collection_id and p.deleted_at is null
    where l.order_id = :order_id and l.deleted_at is null and ${SHOWN_BY_ORDER}
      and not exists (
        select 1 from refund r
        where r.payment_id = p.id and r.deleted_at is null and not ${BOOKED_FOR_ORDER})
  )
  select not exists (select 1 from paid where provider_id <> '${MANUAL_PROVIDER_ID}')
    or exists (select 1 from paid where provider_id = '${MANUAL_PROVIDER_ID}')
    as lacks,
    exists (
      select 1 from order_credit_line c join "order" o on o.id = c.order_id
      where o.id = :order_id and c.version = o.version and c.deleted_at is null) as credited`

/**
 * Whether an order lacks a payment by a provider, all or in part, and whether credit lines reduce what it
 * costs.
 */
export async function readLackingPayment(
  pg: Knex,
  orderId: string | null
): Promise<{ lacks: boolean; credited: boolean }> {
  const answer: { rows: unknown[] } = await pg.raw(LACKS, { order_id: orderId })
  return paidRow.parse(answer.rows[0])
}
