import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaAmount } from "../../domain/row/medusa-row"
import { sameAmount } from "../../domain/money/amount"
import type { Transaction } from "../../modules/ledger/rows"
import { servicesOf } from "../settle"
import { payableLink } from "../settle/shopper-view"
import { orderOfCollection } from "../../medusa/links"
import { findOwingOrder, type OwingOrder } from "../../medusa/owing-order"
import { collectionsOf, obstacleToPaying } from "./owing"
import { isOfBuyer } from "./payer"

/** An open payment link. */
export interface PaymentLink {
  url: string
  expires_at: Date | null
}

/** Payment collections, and which of their links may be handed out. */
interface Payable {
  collections: readonly string[]
  pays(link: Transaction): boolean | Promise<boolean>
}

const priced = z.object({ amount: medusaAmount })

/**
 * The link by which an order or a session's payment can be paid now; null when nothing is owed, money
 * arrived, or no link is open that pays exactly what is owed. What somebody else began to pay for an
 * order in another name is not handed out: a refund would go to that person. Makes no link and calls
 * nobody.
 */
export async function openPaymentLink(
  container: MedusaContainer,
  of: { order_id: string } | { session_id: string }
): Promise<PaymentLink | null> {
  const payable =
    "order_id" in of
      ? await ofOrder(container, of.order_id)
      : await ofSession(container, of.session_id)
  for (const id of payable?.collections ?? []) {
    const open = await payableLink(container, id)
    if (open !== null && (await payable?.pays(open.link))) {
      return { url: open.url, expires_at: open.link.expires_at }
    }
  }
  return null
}

async function ofSession(container: MedusaContainer, sessionId: string): Promise<Payable | null> {
  const known = await servicesOf(container).ledger.sessions.find(sessionId)
  if (known === null) {
    return null
  }
  const { payment_collection_id: id } = known
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const orderId = await orderOfCollection(query, id)
  if (orderId !== null) {
    const payable = await ofOrder(container, orderId)
    return payable && { ...payable, collections: [id] }
  }
  const { data } = await query.graph({
    entity: "payment_collection",
    fields: ["amount", "raw_amount"],
    filters: { id },
  })
  const asked = data.map((one) => priced.parse(one).amount).at(0)
  return asked === undefined
    ? null
    : { collections: [id], pays: (link) => sameAmount(link.order_amount, asked) }
}

async function ofOrder(container: MedusaContainer, orderId: string): Promise<Payable | null> {
  const order = await findOwingOrder(container, orderId)
  return order === null || (await obstacleToPaying(container, order)) !== null
    ? null
    : { collections: collectionsOf(order), pays: (link) => paysDebt(container, order, link) }
}

async function paysDebt(
  container: MedusaContainer,
  order: OwingOrder,
  link: Transaction
): Promise<boolean> {
  const { ledger } = servicesOf(container)
  return sameAmount(link.order_amount, order.owed.outstanding) && isOfBuyer(ledger, order, link)
}
