import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import {
  COPIED_BY_RENEWALS,
  MAKES_READER,
  MAKES_SHARE,
  type OrderMakerKind,
} from "../../domain/order-maker"
import { compareAmounts, majorAmount } from "../../domain/money"
import { customerAsMaker, makerOf } from "../../domain/payout-actor"
import { MANUAL_PROVIDER_ID } from "../../domain/provider-id"
import type { Payout } from "../../modules/payouts/rows"
import { notedOperator } from "../../medusa/noted-operator"
import { listed } from "../../tables/listed"
import { forgivenOf } from "../refund/credits"
import { SHOWN_BY_ORDER } from "../../medusa/payment"

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
const CUSTOMER = "cus_"

/**
 * Who gave the order another e-mail, to which the store sends the address of the refund page: by an
 * edit, or by a transfer to another customer or guest (docs/medusa.md#another-e-mail). A customer
 * who asked for a transfer counts once it gave the order another e-mail.
 */
const READERS = `
  select distinct noted.by as id
  from order_change g
  join order_change_action a on a.order_change_id = g.id and a.deleted_at is null
  cross join lateral unnest(array[g.created_by, g.requested_by, g.confirmed_by]) as noted(by)
  where g.order_id = any(:orders) and g.deleted_at is null and noted.by is not null
    and (a.action = 'UPDATE_ORDER_PROPERTIES' and a.details ->> 'type' = 'email'
      or a.action = 'TRANSFER_CUSTOMER' and (
        noted.by not like '${CUSTOMER}%'
        or g.status = 'confirmed'
          and lower(a.details ->> 'new_email') <> lower(a.details ->> 'original_email')))`

/**
 * Whom the plugin noted (src/api/admin/order-makers.ts). Of an order without a cart whose draft
 * nobody is noted to have made, everybody counts who was making a draft then whose id never came.
 */
const NOTED = `
  select n.maker as id from payin_order_maker n
  where n.subject_id = :order_id and n.kind = any(:kinds)
  union
  select n.maker from "order" o join payin_order_maker n on n.subject_id = o.customer_id
  where o.id = :order_id and n.kind = any(:kinds)
  union
  select n.maker from payin_order_maker n join "order" o on o.id = :order_id
  where n.subject_id is null and n.kind = any(:kinds)
    and o.created_at between n.created_at - interval '1 hour' and n.created_at + interval '1 day'
    and not exists (select 1 from order_cart c where c.order_id = o.id)
    and not exists (
      select 1 from payin_order_maker d where d.subject_id = o.id and d.kind = 'drafted')`

/** The orders that the order of a renewal was copied from (workflows/renew/renewing-cart.ts). */
const COPIED = `
  select s.order_id as id from payin_cycle c
  join payin_subscription s on s.id = c.payin_subscription_id
  where c.order_id = :order_id and s.order_id <> :order_id
  union
  select e.order_id from payin_cycle c
  join payin_cycle e on e.payin_subscription_id = c.payin_subscription_id and e.number < c.number
  where c.order_id = :order_id and e.order_id is not null`

/** Whether an account for a payout was ever given on the refund page: a shopper does nothing else. */
const GIVEN_ON_PAGE = `
  select subject_id as id from payin_payout_audit
  where subject_id = :payout_id and actor_type = 'shopper' limit 1`

const makerRow = z.object({ id: z.string() })

/**
 * Four eyes: who made a payout, by what Medusa and the plugin note of its order (`makerOf`).
 *
 * - Of a seller's share: the people who fulfilled and shipped the parcel, who wrote what the order
 *   contains, costs or owes, and who made it count as paid. Who marked the parcel as delivered
 *   counts once the share is booked (`fulfillersOf`).
 * - Of a refund for which an account was given on the refund page, even if an operator corrected it
 *   since: the people who gave the order or its customer their e-mail, or another one. The mail may
 *   have reached them and not the shopper. A customer among them may be anybody.
 *
 * A renewal's order is a copy: who wrote the orders before it counts, too.
 *
 * @param pg may be the transaction of the approval
 */
export async function orderMakers(pg: Knex, payout: MadeOfOrder): Promise<(string | null)[]> {
  const { order_id, fulfillment_id } = payout
  const from = notedIn(payout, await wasGivenOnPage(pg, payout))
  if (from === null || order_id === null) {
    return []
  }
  const { medusas, kinds } = from
  const copied = await idsOf(pg, COPIED, { order_id })
  const orders = [order_id, ...copied]
  const byMedusa = await idsOf(pg, medusas, {
    orders,
    ...(medusas === MAKERS && { order_id, fulfillment_id }),
  })
  const makers = await Promise.all(
    byMedusa.map(async (id) =>
      id.startsWith(CUSTOMER) ? customerAsMaker(id) : makerOf(await notedOperator(pg, id))
    )
  )
  const ofCopied = kinds.filter((kind) => COPIED_BY_RENEWALS.includes(kind))
  const noted = await Promise.all([
    idsOf(pg, NOTED, { order_id, kinds: [...kinds] }),
    ...copied.map((id) => idsOf(pg, NOTED, { order_id: id, kinds: ofCopied })),
  ])
  return [...makers, ...noted.flat()]
}

async function wasGivenOnPage(
  pg: Knex,
  { id: payout_id, source, destination_from }: MadeOfOrder
): Promise<boolean> {
  return (
    destination_from === "page" ||
    (source !== "rule" &&
      payout_id !== undefined &&
      (await idsOf(pg, GIVEN_ON_PAGE, { payout_id })).length > 0)
  )
}

/**
 * Four eyes: who shipped a parcel or marked it as delivered, for the share that is booked then. Who
 * does it later made nothing of it.
 */
export async function fulfillersOf(pg: Knex, fulfillmentId: string): Promise<string[]> {
  return idsOf(
    pg,
    "select maker as id from payin_order_maker where subject_id = :fulfillmentId and kind = 'fulfilled'",
    { fulfillmentId }
  )
}

async function idsOf(
  pg: Knex,
  sql: string,
  bindings: Record<string, string | string[] | null>
): Promise<string[]> {
  const answer: { rows: unknown[] } = await pg.raw(sql, bindings)
  return answer.rows.map((row) => makerRow.parse(row).id)
}

type MadeOfOrder = Pick<Payout, "source" | "order_id" | "fulfillment_id"> & {
  id?: string
  destination_from?: Payout["destination_from"]
}

/** Where it is noted who made it; null: nowhere. */
function notedIn(
  { source, fulfillment_id }: MadeOfOrder,
  onPage: boolean
): { medusas: string; kinds: readonly OrderMakerKind[] } | null {
  if (source === "rule") {
    return fulfillment_id === null ? null : { medusas: MAKERS, kinds: MAKES_SHARE }
  }
  return onPage ? { medusas: READERS, kinds: MAKES_READER } : null
}

const paidRow = z.object({ lacks: z.boolean(), credited: z.boolean() })

const LACKS = `
  with paid as (
    select p.id, p.provider_id from order_payment_collection l
    join payment p on p.payment_collection_id = l.payment_collection_id and p.deleted_at is null
    where l.order_id = :order_id and l.deleted_at is null and ${SHOWN_BY_ORDER}
  )
  select not exists (select 1 from paid where provider_id <> '${MANUAL_PROVIDER_ID}')
    or exists (select 1 from paid where provider_id = '${MANUAL_PROVIDER_ID}')
    as lacks,
    exists (
      select 1 from order_credit_line c join "order" o on o.id = c.order_id
      where o.id = :order_id and c.version = o.version and c.deleted_at is null) as credited`

/** Less is rounding. */
const FORGIVEN = majorAmount("0.01")

/**
 * Four eyes: whether a part of an order's price was received by no provider: it was marked as paid
 * by hand, its debt was forgiven, or it cost nothing. Money of other providers than this plugin's is
 * real. Medusa writes a credit line for a refund above what was owed, too: that forgives nothing.
 */
export async function lacksPayment(
  container: MedusaContainer,
  orderId: string | null
): Promise<boolean> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const answer: { rows: unknown[] } = await pg.raw(LACKS, { order_id: orderId })
  const { lacks, credited } = paidRow.parse(answer.rows[0])
  if (lacks || !credited || orderId === null) {
    return lacks
  }
  return compareAmounts(await forgivenOf(container, orderId), FORGIVEN) >= 0
}
