import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  COPIED_BY_RENEWALS,
  MAKES_READER,
  MAKES_SHARE,
  type OrderMakerKind,
} from "../../domain/order/maker"
import { compareAmounts, majorAmount } from "../../domain/money/amount"
import { customerAsMaker, makerOf } from "../../domain/payout/actor"
import { isByForm } from "../../domain/payout/methods"
import type { Payout } from "../../modules/payouts/rows"
import { notedOperator } from "../../medusa/noted-operator"
import {
  CUSTOMER,
  idsOf,
  makersOfReader,
  makersOfShare,
  notedMakers,
  readLackingPayment,
} from "../../medusa/order-makers"
import { forgivenOf } from "../refund/credits"

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

/**
 * Four eyes: who made a payout, by what Medusa and the plugin note of its order (`makerOf`).
 *
 * - Of a seller's share: the people who fulfilled and shipped the parcel, who wrote what the order
 *   contains, costs or owes, and who made it count as paid. Who marked the parcel as delivered
 *   counts only if that was before the share was booked (`fulfillersOf`).
 * - Of a refund by form, and of one for which an account was given on the refund page, even if an
 *   operator corrected it since: the people who gave the order or its customer their e-mail, or another
 *   one. The mail may have reached them and not the shopper. A customer among them may be anybody.
 *
 * A renewal's order is a copy: who wrote the orders before it counts, too.
 *
 * @param pg may be the transaction of the approval
 */
export async function orderMakers(pg: Knex, payout: MadeOfOrder): Promise<(string | null)[]> {
  const { order_id, fulfillment_id } = payout
  const from = notedIn(payout, await isNamedByMail(pg, payout))
  if (from === null || order_id === null) {
    return []
  }
  return from === "readers"
    ? readersOf(pg, payout)
    : madeOf(pg, order_id, MAKES_SHARE, (orders) =>
        makersOfShare(pg, { orders, order_id, fulfillment_id })
      )
}

/**
 * Four eyes: who may read the mail of a refund's order now, and so the address of its refund page or its
 * form. What says so can go, such as the order's customer, so they are kept with each address that is
 * made, and become makers once an account is given by one, or a form is chosen.
 */
export async function readersOf(
  pg: Knex,
  { source, order_id }: Pick<Payout, "source" | "order_id">
): Promise<(string | null)[]> {
  return source === "rule" || order_id === null
    ? []
    : madeOf(pg, order_id, MAKES_READER, (orders) => makersOfReader(pg, orders))
}

/** @param medusaNotes whom Medusa notes of an order and of those that it was copied from */
async function madeOf(
  pg: Knex,
  order_id: string,
  kinds: readonly OrderMakerKind[],
  medusaNotes: (orders: string[]) => Promise<string[]>
): Promise<(string | null)[]> {
  const copied = await idsOf(pg, COPIED, { order_id })
  const byMedusa = await medusaNotes([order_id, ...copied])
  const makers = await Promise.all(
    byMedusa.map(async (id) =>
      id.startsWith(CUSTOMER) ? customerAsMaker(id) : makerOf(await notedOperator(pg, id))
    )
  )
  const ofCopied = kinds.filter((kind) => COPIED_BY_RENEWALS.includes(kind))
  const noted = await Promise.all([
    notedMakers(pg, order_id, kinds),
    ...copied.map((id) => notedMakers(pg, id, ofCopied)),
  ])
  return [...makers, ...noted.flat()]
}

/** Whether who reads the mail of the order names the account, or ever did. */
async function isNamedByMail(
  pg: Knex,
  { id: payout_id, source, destination_from, payment_method = "" }: MadeOfOrder
): Promise<boolean> {
  return (
    isByForm({ payment_method }) ||
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

type MadeOfOrder = Pick<Payout, "source" | "order_id" | "fulfillment_id"> & {
  id?: string
  destination_from?: Payout["destination_from"]
  payment_method?: string
}

/** Of which people it is noted who made it; null: of none. */
function notedIn({ source, fulfillment_id }: MadeOfOrder, byMail: boolean) {
  if (source === "rule") {
    return fulfillment_id === null ? null : "sellers"
  }
  return byMail ? "readers" : null
}

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
  const { lacks, credited } = await readLackingPayment(pg, orderId)
  if (lacks || !credited || orderId === null) {
    return lacks
  }
  return compareAmounts(await forgivenOf(container, orderId), FORGIVEN) >= 0
}
