import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { undueOf, type SoldOrder } from "../../domain/clawback"
import { coreAmount, coreRows } from "../../domain/core-row"
import {
  addAmounts,
  compareAmounts,
  isPositive,
  majorAmount,
  subtractAmounts,
  type MajorAmount,
} from "../../domain/money"
import type { Payout } from "../../modules/payouts/rows"
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

const major = z.string().transform((text) => majorAmount(text))
const parcelShare = z.object({
  id: z.string(),
  account: z.string(),
  currency: z.string(),
  amount: major,
  exact_amount: major,
  order_id: z.string(),
  fulfillment_id: z.string(),
  beneficiary_id: z.string(),
  canceled: z.boolean(),
  tax: z.boolean(),
})

// A deleted rule still says what its share was taken of. Only what may be less than the whole: a parcel that
// was canceled, an order with a refund or a return.
const SHARES = `
  select p.id, p.account, p.currency, p.amount, p.exact_amount, p.order_id, p.fulfillment_id,
    p.beneficiary_id, f.canceled_at is not null as canceled, coalesce(r.tax, false) as tax
  from payin_payout p
  join fulfillment f on f.id = p.fulfillment_id
  left join payin_payout_rule r on r.id = p.rule_id
  where p.source = 'rule' and p.deleted_at is null and (
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

type ParcelShare = z.infer<typeof parcelShare>

/** An order as it stands now, and which pieces its parcels carry. */
interface Sale {
  sold: SoldOrder
  packed: Packed[]
}

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
    `${SHARES} and p.status in ('pending', 'approved', 'paid_elsewhere') and p.${column} = ?
     order by p.created_at desc, p.id limit ${LIMIT}`,
    [value]
  )
  const sales = new Map<string, Promise<Sale | null>>()
  const found: Clawback[] = []
  for (const row of answer.rows) {
    const share = parcelShare.parse(row)
    const { id: payout_id, order_id, beneficiary_id, currency } = share
    const read = sales.get(order_id) ?? readSale(container, order_id)
    sales.set(order_id, read)
    const sale = await read
    const owed = sale === null ? share.amount : owedOf(container, share, sale)
    const amount = subtractAmounts(share.amount, owed)
    if (isPositive(amount)) {
      found.push({ payout_id, order_id, beneficiary_id, amount, currency })
    }
  }
  return found
}

/**
 * What of a payout's amount the seller is still owed by now, in major units: less than all of it when goods
 * came back, or were paid back, before it was sent.
 */
export async function stillOwed(
  container: MedusaContainer,
  { id, amount }: Pick<Payout, "id" | "amount">
): Promise<MajorAmount> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const answer: { rows: unknown[] } = await pg.raw(`${SHARES} and p.id = ?`, [id])
  if (answer.rows.length === 0) {
    return amount
  }
  const share = parcelShare.parse(answer.rows[0])
  const sale = await readSale(container, share.order_id)
  return sale === null ? amount : smaller(amount, owedOf(container, share, sale))
}

function owedOf(
  container: MedusaContainer,
  share: ParcelShare,
  { sold, packed }: Sale
): MajorAmount {
  const { account, canceled, tax, exact_amount, fulfillment_id } = share
  const { gateway } = roomsOf(container)
  const lines = packed
    .filter((one) => one.fulfillment_id === fulfillment_id)
    .map(({ line_id: id, quantity }) => ({ id, quantity }))
  const undue = undueOf(
    { share: exact_amount, tax, canceled, lines },
    sold,
    gateway.options.decimals[gateway.account(account).currency]
  )
  return subtractAmounts(exact_amount, undue)
}

async function readSale(container: MedusaContainer, orderId: string): Promise<Sale | null> {
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

function smaller(a: MajorAmount, b: MajorAmount): MajorAmount {
  return compareAmounts(a, b) < 0 ? a : b
}

function sum(rows: readonly { amount: MajorAmount }[]): MajorAmount {
  return rows.map(({ amount }) => amount).reduce(addAmounts, majorAmount(0))
}
