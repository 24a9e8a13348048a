import { z } from "zod"
import { medusaAmount } from "../domain/row/medusa-row"
import type { MajorAmount } from "../domain/money/amount"
import { PAYER_FIELDS, payerOf, payerSource } from "../domain/payin/payer"
import { orderOfCart, type GraphReader } from "./links"

const sessionSchema = z.object({ payment_collection_id: z.string() })
const sessionAmountSchema = z.object({ amount: medusaAmount })
const customerId = z.object({ customer_id: z.string().nullish() })
const cartLinkSchema = z.object({
  cart_id: z.string(),
  cart: customerId.extend({ completed_at: z.unknown() }).nullish(),
})
const orderLinkSchema = z.object({ order_id: z.string(), order: customerId.nullish() })

/** What a payment belongs to: its collection, its cart at checkout, its order afterwards. */
export interface CheckoutContext {
  payment_collection_id: string
  /** null for a collection that was made for an order alone (edits, draft orders). */
  cart_id: string | null
  order_id: string | null
  customer_id: string | null
}

/**
 * The id of the session's payment collection; null when the session is gone. Medusa gives a provider
 * neither collection nor cart (docs/medusa.md#provider-inputs), but commits the session's row before it
 * calls the provider.
 */
export async function findCollection(
  query: GraphReader,
  sessionId: string
): Promise<string | null> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["payment_collection_id"],
    filters: { id: sessionId },
  })
  return data.length === 0 ? null : sessionSchema.parse(data[0]).payment_collection_id
}

/**
 * The amount that Medusa captures when a session is paid, in major units. It never changes while
 * the session exists.
 *
 * @throws Error when the session is gone: then there is nothing to capture.
 */
export async function findSessionAmount(
  query: GraphReader,
  sessionId: string
): Promise<MajorAmount> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["amount", "raw_amount"],
    filters: { id: sessionId },
  })
  return sessionAmountSchema.parse(data[0]).amount
}

/**
 * Cart, order and customer of a payment collection. `order_id` is null while its cart is not completed:
 * then the order is not looked for.
 */
export async function findCheckoutContext(
  query: GraphReader,
  paymentCollectionId: string
): Promise<CheckoutContext> {
  const filters = { payment_collection_id: paymentCollectionId }
  const carts = await query.graph({
    entity: "cart_payment_collection",
    fields: ["cart_id", "cart.customer_id", "cart.completed_at"],
    filters,
  })
  const cart = carts.data.length === 0 ? null : cartLinkSchema.parse(carts.data[0])
  const checkout = {
    payment_collection_id: paymentCollectionId,
    cart_id: cart?.cart_id ?? null,
    order_id: null,
    customer_id: cart?.cart?.customer_id ?? null,
  }
  if (cart?.cart && cart.cart.completed_at == null) {
    // At checkout there is no order yet, so the query is saved.
    return checkout
  }
  const orders = await query.graph({
    entity: "order_payment_collection",
    fields: ["order_id", "order.customer_id"],
    filters,
  })
  const order = orders.data.length === 0 ? null : orderLinkSchema.parse(orders.data[0])
  return {
    ...checkout,
    order_id: order?.order_id ?? null,
    customer_id: checkout.customer_id ?? order?.order?.customer_id ?? null,
  }
}

/**
 * The payer's data in the order or cart. Read only when the shopper did not give everything:
 * addresses and customer cost two more queries.
 */
export async function findPayer(
  query: GraphReader,
  { order_id, cart_id }: CheckoutContext
): Promise<Record<string, string>> {
  const id = order_id ?? cart_id
  if (id === null) {
    return {}
  }
  const { data } = await query.graph({
    entity: order_id === null ? "cart" : "order",
    fields: PAYER_FIELDS,
    filters: { id },
  })
  return data.length === 0 ? {} : payerOf(payerSource.parse(data[0]))
}

const storeSchema = z.object({ name: z.string().nullish() })

/** What the store calls itself in Medusa's settings; null while nobody said. */
export async function findStoreName(query: GraphReader): Promise<string | null> {
  const { data } = await query.graph({ entity: "store", fields: ["name"], filters: {} })
  const store = storeSchema.safeParse(data[0])
  return store.success ? (store.data.name ?? null) : null
}

/** Whether the order of a payment exists. */
export async function hasOrder(
  query: GraphReader,
  { cart_id, order_id }: Pick<CheckoutContext, "cart_id" | "order_id">
): Promise<boolean> {
  return cart_id === null ? order_id !== null : (await orderOfCart(query, cart_id)) !== null
}
