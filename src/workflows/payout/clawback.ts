import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { goodwillOf, undueOf, type SoldOrder } from "../../domain/payout/clawback"
import { spentOn } from "../../domain/payout/rule"
import { medusaAmount } from "../../domain/row/medusa-row"
import {
  addAmounts,
  isPositive,
  leastAmount,
  majorAmount,
  subtractAmounts,
  sumAmounts,
  ZERO,
  type MajorAmount,
} from "../../domain/money/amount"
import { REFUND_UNBOOKED_SECONDS, REFUND_YOUNG_SECONDS } from "../../domain/time/schedule"
import { wireDecimals } from "../../domain/money/wire-decimals"
import { databaseNow } from "../../tables/now"
import type { Payout } from "../../modules/payouts/rows"
import { lackingCredits } from "../refund/credits"
import { servicesOf } from "../settle"
import {
  sentSharesThatMayFall,
  shareThatMayFall,
  sharesOfOrder,
  type ParcelShare,
} from "../../medusa/parcel-share"
import { orderMoney } from "../../medusa/order-money"
import { packedOf, type Packed } from "../../medusa/parcel"
import { SOLD_LINE_FIELDS, soldLines } from "../../medusa/sold-lines"

/** Clawback: what a seller owes back for goods that came back or were refunded since. In major units. */
export interface Clawback {
  payout_id: string
  order_id: string
  beneficiary_id: string
  amount: MajorAmount
  currency: string
}

type Sold = SoldOrder & { credited: MajorAmount; credited_since_refund: MajorAmount }

/** An order now, and the pieces of each of its fulfillments. */
interface Sale {
  sold: Sold
  /** Time of its newest refund. */
  refunded_at: Date | null
  packed: Packed[]
}

const soldGoods = z
  .object({ items: soldLines, total: medusaAmount, credit_line_total: medusaAmount.nullish() })
  .transform(({ items, total, credit_line_total }) => {
    const credited = credit_line_total ?? majorAmount(0)
    return { lines: items, total: addAmounts(total, credited), credited }
  })

/**
 * Clawback: money that sellers owe back, of one payout, one order or one beneficiary. It is shown,
 * and never collected automatically (docs/decisions/0024-seller-payouts.md). Only amounts above
 * zero, newest first.
 */
export async function clawbacksOf(
  container: MedusaContainer,
  where: { payout_id: string } | { order_id: string } | { beneficiary_id: string }
): Promise<Clawback[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const shares = await sentSharesThatMayFall(pg, where)
  const sales = new Map<string, Promise<Sale | null>>()
  const found: Clawback[] = []
  for (const share of shares) {
    const { id: payout_id, order_id, beneficiary_id, currency } = share
    const read = sales.get(order_id) ?? readSale(container, order_id)
    sales.set(order_id, read)
    const sale = await read
    const paid = paidFor(share)
    const amount = sale === null ? ZERO : subtractAmounts(paid, owedOf(container, share, sale))
    if (isPositive(amount)) {
      found.push({ payout_id, order_id, beneficiary_id, amount, currency })
    }
  }
  return found
}

/**
 * What was paid for a parcel: by its own payout, unless that pays for another parcel by now, and by
 * earlier payouts for canceled parcels.
 */
function paidFor({ given, canceled, amount, covering, covered_amount }: ParcelShare): MajorAmount {
  const own = given ? subtractAmounts(amount, covering) : ZERO
  return canceled ? own : addAmounts(own, covered_amount ?? ZERO)
}

/** The part of a seller's whole share that is owed now. */
export interface Owed {
  amount: MajorAmount
  /**
   * Whether it includes a refund that Medusa may still take back
   * (docs/medusa.md#new-key-per-retry).
   */
  young: boolean
}

/**
 * What a seller is owed now of a payout's share, less what earlier payouts paid of it, in major units.
 * It falls when goods come back or are refunded before the payout is sent, and rises when that is
 * undone. Refunds and their age are read in one query: in two, a refund that Medusa takes back in
 * between would count, and look old.
 */
export async function stillOwed(
  container: MedusaContainer,
  payout: Pick<Payout, "id" | "amount" | "order_amount" | "covered_amount">
): Promise<Owed> {
  const { id, amount, order_amount } = payout
  const covered = payout.covered_amount ?? ZERO
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const share = await shareThatMayFall(pg, id)
  if (share === null) {
    return { amount: subtractAmounts(order_amount, covered), young: false }
  }
  const sale = await readSale(container, share.order_id)
  // An order that cannot be read changes nothing.
  return sale === null
    ? { amount, young: false }
    : {
        amount: subtractAmounts(owedOf(container, share, sale), covered),
        young: await isYoung(container, share, sale),
      }
}

/**
 * What all sellers of an order are owed of it now, in major units: never more for a share than its
 * payout pays, and nothing for a canceled payout, unless it was paid after all. `spent` is what they get
 * with it: what left and did not come back, and what is owed beside it. Null for an order that cannot
 * be read.
 */
export async function owedToSellers(
  container: MedusaContainer,
  orderId: string
): Promise<{ owed: MajorAmount; spent: MajorAmount; credited: MajorAmount } | null> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const shares = await sharesOfOrder(pg, orderId)
  const sale = await readSale(container, orderId)
  if (sale === null) {
    return null
  }
  const now = shares.map((share) => ({
    ...share,
    covered: share.covered_amount ?? ZERO,
    owed: owedOf(container, share, sale),
  }))
  const owed = now.map(({ amount, covering, covered, owed: whole }) => {
    // The part that covers another share counts with that share.
    const own = subtractAmounts(amount, covering)
    return { amount: leastAmount(addAmounts(own, covered), whole) }
  })
  const spent = now.map((share) => ({ amount: spentOn(share) }))
  return { owed: sumAmounts(owed), spent: sumAmounts(spent), credited: sale.sold.credited }
}

/**
 * Whether the newest refund may still be taken back, or lack its credit line; by the database's
 * clock.
 */
async function isYoung(
  container: MedusaContainer,
  { currency }: ParcelShare,
  { sold, refunded_at }: Sale
): Promise<boolean> {
  if (refunded_at === null) {
    return false
  }
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { certain } = goodwillOf(
    sold,
    wireDecimals(servicesOf(container).gateway.options, currency)
  )
  const seconds = certain ? REFUND_YOUNG_SECONDS : REFUND_UNBOOKED_SECONDS
  const answer: { rows: { young: boolean }[] } = await pg.raw(
    "select ?::timestamptz > ? as young",
    [refunded_at, databaseNow(pg, -seconds)]
  )
  return answer.rows[0].young
}

function owedOf(
  container: MedusaContainer,
  share: ParcelShare,
  { sold, packed }: Sale
): MajorAmount {
  const { canceled, tax, order_amount, fulfillment_id } = share
  const lines = packed
    .filter((one) => one.fulfillment_id === fulfillment_id)
    .map(({ line_id: id, quantity }) => ({ id, quantity }))
  const undue = undueOf(
    { share: order_amount, goods: share.goods_amount, tax, canceled, lines },
    sold,
    wireDecimals(servicesOf(container).gateway.options, share.currency)
  )
  return subtractAmounts(order_amount, undue)
}

async function readSale(container: MedusaContainer, orderId: string): Promise<Sale | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  // Reads the money first: a refund booked in between is then missing as a whole, never in part.
  const { refunded_at, ...money } = await orderMoney(container, orderId)
  const lacking = sumAmounts(await lackingCredits(container, orderId))
  const { data } = await query.graph({
    entity: "order",
    fields: ["total", "credit_line_total", ...SOLD_LINE_FIELDS.map((field) => `items.${field}`)],
    filters: { id: orderId },
  })
  return data.length === 0
    ? null
    : {
        sold: withCredits({ ...soldGoods.parse(data[0]), ...money }, lacking),
        refunded_at,
        packed: await packedOf(container, orderId),
      }
}

/**
 * The order as it is once Medusa's missing credit lines are written. An open order change may keep
 * them out for weeks, while the refund is paid.
 */
function withCredits(sold: Sold, lacking: MajorAmount): Sold {
  const { credited, credited_since_refund } = sold
  return {
    ...sold,
    credited: addAmounts(credited, lacking),
    credited_since_refund: addAmounts(credited_since_refund, lacking),
  }
}
