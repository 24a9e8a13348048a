import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { clawbackDue, type SoldOrder } from "../../domain/clawback"
import { coreAmount, coreRows } from "../../domain/core-row"
import { addAmounts, isPositive, majorAmount, type MajorAmount } from "../../domain/money"
import { roomsOf } from "../settle"
import { packedOf, type Packed } from "./parcel"
import { SOLD_LINE_FIELDS, soldLines } from "./sold-lines"

/** What a seller was paid for goods that came back or were paid back since. In major units. */
export interface Clawback {
  payout_id: string
  order_id: string
  beneficiary_id: string
  amount: MajorAmount
  currency: string
}

/** Newest first; a seller with more returns than this is asked order by order. */
const LIMIT = 500

const given = z.object({
  id: z.string(),
  account: z.string(),
  currency: z.string(),
  amount: z.string().transform((text) => majorAmount(text)),
  order_id: z.string(),
  fulfillment_id: z.string(),
  beneficiary_id: z.string(),
  canceled: z.boolean(),
  tax: z.boolean(),
})

// Only what may owe anything: a parcel that was canceled, an order with a refund or a return.
const GIVEN = `
  select p.id, p.account, p.currency, p.amount, p.order_id, p.fulfillment_id, p.beneficiary_id,
    f.canceled_at is not null as canceled, coalesce(r.tax, false) as tax
  from payin_payout p
  join fulfillment f on f.id = p.fulfillment_id
  left join payin_payout_rule r on r.id = p.rule_id
  where p.source = 'rule' and p.status in ('pending', 'approved', 'paid_elsewhere')
    and p.deleted_at is null and (
      f.canceled_at is not null
      or exists (
        select 1 from order_payment_collection c
        join payment m on m.payment_collection_id = c.payment_collection_id
        join refund b on b.payment_id = m.id and b.deleted_at is null
        where c.order_id = p.order_id and c.deleted_at is null)
      or exists (
        select 1 from order_item i
        where i.order_id = p.order_id and i.deleted_at is null
          and (i.return_received_quantity > 0 or i.return_dismissed_quantity > 0)))`

const moneyRows = coreRows(z.object({ amount: coreAmount }))
const soldOrder = z
  .object({
    items: soldLines,
    payment_collections: coreRows(
      z.object({ payments: coreRows(z.object({ captures: moneyRows, refunds: moneyRows })) })
    ),
  })
  .transform(({ items: lines, payment_collections }): SoldOrder => {
    const payments = payment_collections.flatMap((one) => one.payments)
    return {
      lines,
      captured: sum(payments.flatMap(({ captures }) => captures)),
      refunded: sum(payments.flatMap(({ refunds }) => refunds)),
    }
  })

/**
 * What sellers are to give back, of one payout, one order or one beneficiary: shown, and never taken by
 * itself (design.md 5). Only what is above zero is listed, newest first.
 */
export async function clawbacksOf(
  container: MedusaContainer,
  where: { payout_id: string } | { order_id: string } | { beneficiary_id: string }
): Promise<Clawback[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const [column, value] =
    "payout_id" in where
      ? ["id", where.payout_id]
      : "order_id" in where
        ? ["order_id", where.order_id]
        : ["beneficiary_id", where.beneficiary_id]
  const answer: { rows: unknown[] } = await pg.raw(
    `${GIVEN} and p.${column} = ? order by p.created_at desc, p.id limit ${LIMIT}`,
    [value]
  )
  const orders = new Map<string, Promise<{ sold: SoldOrder; packed: Packed[] } | null>>()
  const found: Clawback[] = []
  for (const row of answer.rows) {
    const { account, canceled, tax, ...payout } = given.parse(row)
    const { id: payout_id, order_id, beneficiary_id, currency, fulfillment_id } = payout
    const read = orders.get(order_id) ?? readOrder(container, order_id)
    orders.set(order_id, read)
    const order = await read
    if (order !== null) {
      const { gateway } = roomsOf(container)
      const lines = order.packed
        .filter((one) => one.fulfillment_id === fulfillment_id)
        .map(({ line_id: id, quantity }) => ({ id, quantity }))
      const amount = clawbackDue(
        { paid: payout.amount, tax, canceled, lines },
        order.sold,
        gateway.options.decimals[gateway.account(account).currency]
      )
      if (isPositive(amount)) {
        found.push({ payout_id, order_id, beneficiary_id, amount, currency })
      }
    }
  }
  return found
}

async function readOrder(
  container: MedusaContainer,
  orderId: string
): Promise<{ sold: SoldOrder; packed: Packed[] } | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: [
      ...SOLD_LINE_FIELDS.map((field) => `items.${field}`),
      "payment_collections.payments.captures.amount",
      "payment_collections.payments.refunds.amount",
    ],
    filters: { id: orderId },
  })
  return data.length === 0
    ? null
    : { sold: soldOrder.parse(data[0]), packed: await packedOf(container, orderId) }
}

function sum(rows: readonly { amount: MajorAmount }[]): MajorAmount {
  return rows.map(({ amount }) => amount).reduce(addAmounts, majorAmount(0))
}
