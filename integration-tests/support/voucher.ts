import type { Shop } from "./shop"

/** Every line of what a store's subscribers hear about payments and orders. */
const HEARD = [
  "payin.payment_pending",
  "payin.payment_approved",
  "payin.payment_failed",
  "payin.payment_expired",
  "order.canceled",
] as const
type Heard = (typeof HEARD)[number]

export interface Waiting {
  cart: { id: string; total: number }
  collection_id: string
  session: { id: string }
  reference: string
  order_id: string
  /** What was heard of this event since the order stood. */
  heard(name: Heard): unknown[]
}

/** An order that stands and waits until its EFECTY voucher is paid; its stock is reserved. */
export async function waitingOrder(shop: Shop, items?: Record<string, number>): Promise<Waiting> {
  const checkout = await shop.checkout("co", { payment_method: "EFECTY" }, items)
  const { body } = await shop.complete(checkout.cart.id).expect(200)
  const order_id: string = body.order.id
  expect(await reservations(shop, order_id)).toBeGreaterThan(0)
  const ears = new Map(HEARD.map((name) => [name, shop.listen(name)]))
  return { ...checkout, order_id, heard: (name) => ears.get(name)?.data ?? [] }
}

/** Waits until the end of a link was told to Medusa, whatever that meant. */
export async function told(shop: Shop, reference: string) {
  return shop.until(async () => {
    const row = await shop.row(reference)
    return row.ended_at !== null && row.end_after === null && row.leased_by === null ? row : null
  })
}

/** Time goes by until the link has lapsed; its service says nothing of it. */
export async function lapse(shop: Shop, reference: string): Promise<void> {
  const { lapses_at, created_at } = await shop.row(reference)
  if (lapses_at === null) {
    throw new Error(`${reference} never lapses`)
  }
  shop.advanceClock(lapses_at.getTime() - created_at.getTime() + 1000)
  await shop.reconcile()
}

/** How many pieces of stock are reserved for an order. */
export async function reservations(shop: Shop, order_id: string): Promise<number> {
  const order = await shop.order(order_id)
  const items = order.items.map((item: { id: string }) => item.id)
  // A numeric column comes back as text.
  const rows: { quantity: string }[] = await shop
    .pg("reservation_item")
    .whereIn("line_item_id", items)
    .whereNull("deleted_at")
  return rows.reduce((sum, row) => sum + Number(row.quantity), 0)
}

/** What a storefront could read of a session in Medusa's own table. */
export async function sessionRow(shop: Shop, id: string) {
  const row = await shop.pg("payment_session").where({ id }).first()
  const session: { status: string; data: Record<string, unknown> } = row
  return session
}

/** The order was canceled once, nothing was booked on it and its stock is free again. */
export async function expectReleased(shop: Shop, { order_id, heard }: Waiting): Promise<void> {
  const order = await shop.order(order_id)
  expect(order).toMatchObject({ status: "canceled", transactions: [] })
  expect(order.payment_collections.flatMap((one: { payments: unknown[] }) => one.payments)).toEqual(
    []
  )
  expect(await reservations(shop, order_id)).toBe(0)
  const levels: { reserved_quantity: string }[] = await shop.pg("inventory_level")
  expect(levels.map((level) => Number(level.reserved_quantity)).every((one) => one === 0)).toBe(
    true
  )
  await shop.until(async () => (heard("order.canceled").length > 0 ? true : null))
  expect(heard("order.canceled")).toEqual([{ id: order_id }])
}

/** The order still stands and waits, its stock reserved. */
export async function expectKept(shop: Shop, { order_id, heard }: Waiting): Promise<void> {
  expect((await shop.order(order_id)).status).not.toBe("canceled")
  expect(await reservations(shop, order_id)).toBeGreaterThan(0)
  expect(heard("order.canceled")).toEqual([])
}
