import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaAmount, medusaRows } from "../domain/row/medusa-row"
import type { MajorAmount } from "../domain/money/amount"
import { cartOfCollection, collectionOfCart, orderOfCart, orderOfCollection } from "./links"
import { readOrder, type OrderRead } from "./order"

const sessionSchema = z.object({
  id: z.string(),
  provider_id: z.string(),
  status: z.string(),
  amount: medusaAmount,
  currency_code: z.string(),
  data: z.record(z.string(), z.unknown()).nullish(),
  created_at: z.coerce.date().nullish(),
  authorized_at: z.unknown(),
})
const moneyRow = z.object({ id: z.string(), amount: medusaAmount })
const paymentSchema = z.object({
  id: z.string(),
  amount: medusaAmount,
  payment_session_id: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  created_at: z.coerce.date().nullish(),
  captured_at: z.unknown(),
  canceled_at: z.coerce.date().nullish(),
  captures: medusaRows(moneyRow),
  refunds: medusaRows(moneyRow),
})
const collectionSchema = z.object({
  id: z.string(),
  amount: medusaAmount,
  currency_code: z.string(),
  captured_amount: medusaAmount.nullish(),
  refunded_amount: medusaAmount.nullish(),
  payment_sessions: medusaRows(sessionSchema),
  payments: medusaRows(paymentSchema),
})
const cartSchema = z.object({ id: z.string(), total: medusaAmount, currency_code: z.string() })
const costSchema = z.object({ total: medusaAmount })
const orderSchema = costSchema.extend({
  version: z.number(),
  created_at: z.coerce.date().nullish(),
  transactions: medusaRows(
    z.object({
      reference: z.string().nullish(),
      reference_id: z.string().nullish(),
      amount: medusaAmount,
    })
  ),
})

export type Session = z.infer<typeof sessionSchema>
export type Payment = z.infer<typeof paymentSchema>
export type Order = Pick<z.infer<typeof orderSchema>, "created_at" | "transactions"> &
  OrderRead & {
    /** What it cost when it was placed, before any edit. */
    placed_total: MajorAmount
  }

/** Medusa counts the versions of an order from here: each edit makes the next one. */
const PLACED_VERSION = 1

/** The payment in Medusa as it is now, with its cart and its order. Amounts in major units. */
export interface PaymentSnapshot {
  collection: z.infer<typeof collectionSchema>
  cart_id: string | null
  order: Order | null
  /**
   * Links that a process killed inside Medusa's completion left out: without them Medusa does not
   * connect the order.
   */
  missing_links: ("cart" | "collection")[]
}

/** Reads a payment collection with its sessions, payments, cart and order. */
export async function findSnapshot(
  container: MedusaContainer,
  paymentCollectionId: string
): Promise<PaymentSnapshot | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [collections, cart_id, ofCollection] = await Promise.all([
    query.graph({
      entity: "payment_collection",
      fields: [
        "id",
        "amount",
        "raw_amount",
        "currency_code",
        "captured_amount",
        "raw_captured_amount",
        "refunded_amount",
        "raw_refunded_amount",
        "payment_sessions.*",
        "payments.*",
        "payments.captures.*",
        "payments.refunds.*",
      ],
      filters: { id: paymentCollectionId },
    }),
    cartOfCollection(query, paymentCollectionId),
    orderOfCollection(query, paymentCollectionId),
  ])
  if (collections.data.length === 0) {
    return null
  }
  const collection = collectionSchema.parse(collections.data[0])
  // An undefined filter would match every row (docs/medusa.md#deleted-sessions).
  const ofCart = cart_id === null ? null : await orderOfCart(query, cart_id)
  const order_id = ofCollection ?? ofCart
  const missing_links: PaymentSnapshot["missing_links"] = []
  if (order_id !== null && ofCollection === null) {
    missing_links.push("collection")
  }
  if (order_id !== null && ofCart === null && cart_id !== null) {
    missing_links.push("cart")
  }
  return {
    collection,
    cart_id,
    order: order_id === null ? null : await findOrder(container, order_id),
    missing_links,
  }
}

/** The snapshot of a cart's payment once its collection is linked to an order; null before. */
export async function snapshotOfCart(
  container: MedusaContainer,
  cartId: string
): Promise<PaymentSnapshot | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const collection = await collectionOfCart(query, cartId)
  const order = collection === null ? null : await orderOfCollection(query, collection)
  return collection === null || order === null ? null : findSnapshot(container, collection)
}

export async function findOrder(
  container: MedusaContainer,
  orderId: string
): Promise<Order | null> {
  const order = await readOrder(container, orderId, {
    fields: ["created_at", "version", "transactions.*"],
    schema: orderSchema,
  })
  if (order === null) {
    return null
  }
  const { total, version, ...read } = order
  const placed =
    version === PLACED_VERSION
      ? null
      : await readOrder(container, orderId, {
          ...{ fields: [], schema: costSchema, version: PLACED_VERSION },
        })
  return { ...read, placed_total: placed?.total ?? total }
}

/** The cart's current price; null when the cart is gone. */
export async function findCartTotal(
  container: MedusaContainer,
  cartId: string
): Promise<{ total: MajorAmount; currency: string } | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart",
    fields: ["id", "currency_code", "total"],
    filters: { id: cartId },
  })
  if (data.length === 0) {
    return null
  }
  const cart = cartSchema.parse(data[0])
  return { total: cart.total, currency: cart.currency_code.toUpperCase() }
}
