import { expectPaidOnce } from "../support/books"
import type { Instance } from "../support/instance"
import type { World } from "./world"

/** More than a core has at once. */
const BURST = 6
const VOUCHERS = 3
/** Two products in each cart: who may not have one product's lock keeps the other's from everybody else. */
const WANTED = { "CAFE-GRANO": 1, "CHOCOLATE-90": 1 }

/** A cart whose shopper has just paid; nobody has told the store yet. */
export async function paidCart(world: World, instance: Instance) {
  const checkout = await instance.checkout("co")
  world.sandbox.settle(checkout.reference, { status: "APPROVED", notify: false })
  return checkout
}

/** One order, one capture, no refund, nothing for a person to look at. */
export async function expectOneSale(
  world: World,
  instance: Instance,
  { cart, reference }: { cart: { id: string }; reference: string }
) {
  const row = await world.settled(instance, reference)
  const order = await expectPaidOnce(instance, cart.id)
  expect(row.order_id).toBe(order.id)
  const open = await world.database.pg("payin_anomaly").where({ status: "open" })
  expect(open).toEqual([])
  return order
}

/** Payments for the same products that become known all at once, by notifications to the store's one address. */
export async function burst(world: World, instances: readonly Instance[]): Promise<void> {
  const before = await booked(world)
  const carts = await Promise.all(
    Array.from({ length: BURST }, (_, n) =>
      instances[n % instances.length].checkout("co", {}, WANTED)
    )
  )
  carts.forEach(({ reference }) => world.sandbox.settle(reference, { status: "APPROVED" }))
  for (const cart of carts) {
    await expectOneSale(world, instances[0], cart)
  }
  const after = await booked(world)
  expect(after).toEqual({ orders: before.orders + BURST, captures: before.captures + BURST })
}

/** Shoppers who pay by voucher and complete their carts at the same instant, each with the same products. */
export async function expectOrdersOfACrowd(world: World, instance: Instance): Promise<void> {
  const before = await booked(world)
  const checkouts = await Promise.all(
    Array.from({ length: BURST }, () =>
      instance.checkout("co", { payment_method: "EFECTY" }, WANTED)
    )
  )
  const carts = checkouts.map(({ cart }) => cart.id)
  const answers = await Promise.all(carts.map((id) => instance.complete(id)))
  expect(answers.map(({ status, body }) => [status, body.type])).toEqual(
    carts.map(() => [200, "order"])
  )
  expect((await booked(world)).orders).toBe(before.orders + BURST)
}

/** Carts that pay by voucher, each completed several times at the same instant: nothing but a lock stops a second order. */
export async function expectOneOrderOfDoubleClicks(
  world: World,
  clicks: readonly Instance[]
): Promise<void> {
  for (let n = 0; n < VOUCHERS; n++) {
    const { cart } = await clicks[0].checkout("co", { payment_method: "EFECTY" })
    const answers = await Promise.all(clicks.map((instance) => instance.complete(cart.id)))
    const orders = await clicks[0].ordersOf(cart.id)
    expect(orders).toHaveLength(1)
    expect(answers.map(({ status, body }) => [status, body.order?.id])).toEqual(
      clicks.map(() => [200, orders[0]])
    )
  }
  // Given back a moment after the answer.
  await world.until(async () => {
    const held = await world.database
      .pg("payin_order_lock")
      .where("payment_collection_id", "like", "cart_%")
    return held.length === 0 ? true : null
  })
}

async function booked({ database }: World): Promise<{ orders: number; captures: number }> {
  const { rows } = await database.pg.raw(
    `select (select count(*)::int from "order") as orders, (select count(*)::int from capture) as captures`
  )
  return rows[0]
}
