import { z } from "zod"

/** The slice of Medusa's query that links are read with. */
export interface GraphReader {
  graph(question: {
    entity: string
    fields: string[]
    filters: Record<string, unknown>
  }): Promise<{ data: unknown[] }>
}

const toCart = z.object({ cart_id: z.string() })
const toOrder = z.object({ order_id: z.string() })
const toCollection = z.object({ payment_collection_id: z.string() })

/** The cart that a payment collection was made for; null for one of an order alone. */
export async function cartOfCollection(
  query: GraphReader,
  paymentCollectionId: string
): Promise<string | null> {
  const { data } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["cart_id"],
    filters: { payment_collection_id: paymentCollectionId },
  })
  return data.length === 0 ? null : toCart.parse(data[0]).cart_id
}

/** The payment collection of a cart; null before its payment began. */
export async function collectionOfCart(query: GraphReader, cartId: string): Promise<string | null> {
  const { data } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["payment_collection_id"],
    filters: { cart_id: cartId },
  })
  return data.length === 0 ? null : toCollection.parse(data[0]).payment_collection_id
}

/** The order that a payment collection belongs to; null at checkout. */
export async function orderOfCollection(
  query: GraphReader,
  paymentCollectionId: string
): Promise<string | null> {
  const { data } = await query.graph({
    entity: "order_payment_collection",
    fields: ["order_id"],
    filters: { payment_collection_id: paymentCollectionId },
  })
  return data.length === 0 ? null : toOrder.parse(data[0]).order_id
}

/** The payment collections of an order. */
export async function collectionsOfOrder(query: GraphReader, orderId: string): Promise<string[]> {
  const { data } = await query.graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: { order_id: orderId },
  })
  return data.map((row) => toCollection.parse(row).payment_collection_id)
}

/** The order that was made of a cart; null before. */
export async function orderOfCart(query: GraphReader, cartId: string): Promise<string | null> {
  const { data } = await query.graph({
    entity: "order_cart",
    fields: ["order_id"],
    filters: { cart_id: cartId },
  })
  return data.length === 0 ? null : toOrder.parse(data[0]).order_id
}
