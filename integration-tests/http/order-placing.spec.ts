import { Desk } from "../support/desk"
import { withShop, type Shop } from "../support/shop"

/** The order that Medusa makes of a cart, as soon as it can be seen beside its payment. */
async function orderInTheMaking(shop: Shop, cartId: string): Promise<string> {
  return shop.until(async () => {
    const found: { rows: { order_id: string }[] } = await shop.pg.raw(
      `select l.order_id from order_cart l
       join order_payment_collection p on p.order_id = l.order_id where l.cart_id = ?`,
      [cartId]
    )
    return found.rows.at(0)?.order_id ?? null
  })
}

/** What the levels say is reserved beyond what the reservations sum up to. */
async function surplus(shop: Shop): Promise<unknown[]> {
  const found: { rows: unknown[] } = await shop.pg.raw(
    `select l.inventory_item_id, l.reserved_quantity from inventory_level l
     where l.deleted_at is null and l.reserved_quantity <> coalesce((
       select sum(r.quantity) from reservation_item r
       where r.inventory_item_id = l.inventory_item_id and r.deleted_at is null), 0)`
  )
  return found.rows
}

withShop("an order that Medusa is still placing", {}, (shop) => {
  it("answers a cancel with 404 once its completion failed, and leaves no stock reserved", async () => {
    const desk = await Desk.open(shop)
    const { cart } = await shop.checkout("co")
    shop.sandbox.injectFault({ operation: "lookup", kind: "slow", ms: 1500, times: 3 })
    const completion = shop.complete(cart.id).then((answer) => answer)
    const id = await orderInTheMaking(shop, cart.id)
    const cancel = await desk.http.post(`/admin/orders/${id}/cancel`)
    expect(cancel.status).toBe(404)
    expect(await completion).toMatchObject({ status: 400 })
    expect(await surplus(shop)).toEqual([])
  })

  it("is canceled and refunded once when a cancel comes before it is placed", async () => {
    const desk = await Desk.open(shop)
    const { cart, reference } = await shop.checkout("co")
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
    shop.sandbox.injectFault({ operation: "lookup", kind: "slow", ms: 1500, times: 3 })
    const completion = shop.complete(cart.id).then((answer) => answer)
    const id = await orderInTheMaking(shop, cart.id)
    const cancel = await desk.http.post(`/admin/orders/${id}/cancel`)
    expect(await completion).toMatchObject({ status: 200, body: { order: { id } } })
    expect(cancel.status).toBe(200)
    expect(cancel.body.order.status).toBe("canceled")
    const refunds = await shop.pg("refund").select("amount")
    expect(refunds).toHaveLength(1)
    expect(await shop.pg("payin_payout").where({ source: "refund" }).select("id")).toHaveLength(1)
    expect(await surplus(shop)).toEqual([])
  })
})
