import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Shop } from "./shop"

/** Where orders can be looked at: a store of this process, or one that others serve. */
type Books = Pick<Shop, "http" | "ordersOf" | "order" | "pg">

/** An order as its shopper sees it. */
async function shownOrder(shop: Books, id: string) {
  const answer = await shop
    .http()
    .get(`/store/orders/${id}?fields=payment_status,*summary`)
    .expect(200)
  const order: { payment_status: string; summary: Record<string, unknown> } = answer.body.order
  return order
}

/**
 * Expects the end of every paid cart: one order, one payment, one capture and one order transaction
 * of the order's whole total, no refund. Returns the order.
 */
export async function expectPaidOnce(shop: Books, cartId: string) {
  const order = await expectPaid(shop, cartId, null)
  expect(order.payment_collections[0].status).toBe("completed")
  return order
}

/**
 * As {@link expectPaidOnce}, but a smaller amount was accepted: the rest of the order is
 * outstanding.
 */
export async function expectPaidPartly(shop: Books, cartId: string, paid: number) {
  return expectPaid(shop, cartId, paid)
}

/** @param part in major units; null: the whole order */
async function expectPaid(shop: Books, cartId: string, part: number | null) {
  const orders = await shop.ordersOf(cartId)
  expect(orders).toHaveLength(1)
  const order = await shop.order(orders[0])
  const paid = part ?? Number(order.total)
  expect(order.status).not.toBe("canceled")
  expect(order.payment_collections).toHaveLength(1)
  const [collection] = order.payment_collections
  expect(Number(collection.captured_amount)).toBe(paid)
  expect(Number(collection.refunded_amount ?? 0)).toBe(0)
  expect(collection.payments).toHaveLength(1)
  const [payment] = collection.payments
  expect(payment.canceled_at).toBeNull()
  expect(payment.captured_at).not.toBeNull()
  expect(payment.refunds).toEqual([])
  expect(payment.captures).toHaveLength(1)
  expect(Number(payment.captures[0].amount)).toBe(paid)
  expect(order.transactions).toHaveLength(1)
  expect(order.transactions[0]).toMatchObject({
    reference: "capture",
    reference_id: payment.captures[0].id,
  })
  expect(Number(order.transactions[0].amount)).toBe(paid)
  const shown = await shownOrder(shop, orders[0])
  expect(shown.payment_status).toBe(part === null ? "captured" : "partially_captured")
  expect(Number(shown.summary.pending_difference)).toBe(Number(order.total) - paid)
  const items = order.items.map((item: { id: string }) => item.id)
  const reserved = await shop.pg("reservation_item").whereNull("deleted_at")
  expect(reserved.filter((one) => items.includes(one.line_item_id))).toHaveLength(items.length)
  return order
}

/**
 * Expects an order that waits for its money: nothing paid, nothing captured, the payment awaited.
 */
export async function expectAwaiting(shop: Shop, cartId: string): Promise<string> {
  const orders = await shop.ordersOf(cartId)
  expect(orders).toHaveLength(1)
  await expectNothingBooked(shop, cartId)
  expect((await shownOrder(shop, orders[0])).payment_status).toBe("awaiting")
  return orders[0]
}

/**
 * Expects no money of this cart in Medusa: no payment, no capture, no refund, no order transaction.
 */
export async function expectNothingBooked(shop: Shop, cartId: string): Promise<void> {
  const collections = await shop.pg("cart_payment_collection").where({ cart_id: cartId })
  const ids = collections.map(
    (link: { payment_collection_id: string }) => link.payment_collection_id
  )
  expect(ids.length).toBeGreaterThan(0)
  expect(await shop.pg("payment").whereIn("payment_collection_id", ids)).toEqual([])
  const orders = await shop.ordersOf(cartId)
  expect(await shop.pg("order_transaction").whereIn("order_id", orders)).toEqual([])
}

interface Sums {
  counted: number
  raw: number
  paid: number
  refunded: number
  owes: number
  total: number
  /** Sum of its transactions. */
  sum: number
}

/** The payment sums of an order's current version: one row, if all is well. */
export async function booksOf(shop: Pick<Shop, "pg">, orderId: string): Promise<Sums[]> {
  const answer: { rows: Sums[] } = await shop.pg.raw(
    `select (s.totals ->> 'transaction_total')::float as counted,
       (s.totals -> 'raw_transaction_total' ->> 'value')::float as raw,
       (s.totals ->> 'paid_total')::float as paid,
       (s.totals ->> 'refunded_total')::float as refunded,
       (s.totals ->> 'pending_difference')::float as owes,
       (s.totals ->> 'current_order_total')::float as total,
       (select coalesce(sum(t.amount), 0)::float from order_transaction t
         where t.order_id = o.id and t.deleted_at is null) as sum
     from "order" o
     join order_summary s on s.order_id = o.id and s.version = o.version and s.deleted_at is null
     where o.id = ?`,
    [orderId]
  )
  return answer.rows
}

/** Expects that an order counts all its transactions, and owes the rest of its cost. */
export async function expectBooksAddUp(
  shop: Pick<Shop, "pg">,
  orderId: string,
  { paid, owes }: { paid: number; owes: number }
): Promise<void> {
  expect(await booksOf(shop, orderId)).toMatchObject([
    { counted: paid, raw: paid, paid, refunded: 0, sum: paid, owes },
  ])
}

/** Expects that reserved stock levels equal the reservations. */
export async function expectLevelsAddUp(pg: Knex): Promise<void> {
  const levels = await pg("inventory_level").sum("reserved_quantity as sum").first()
  const rows = await pg("reservation_item").whereNull("deleted_at").sum("quantity as sum").first()
  expect(Number(levels?.sum)).toBe(Number(rows?.sum))
}
