import { unsettleWithoutOrder } from "../../src/workflows/settle/vanished"
import { expectPaidOnce } from "../support/books"
import { Desk } from "../support/desk"
import { withShop } from "../support/shop"

const QUARTER_OF_AN_HOUR = 15 * 60_000

withShop("settled money whose order Medusa removed afterwards", {}, (shop) => {
  it("is left alone while its order is there, and checked once", async () => {
    const { cart, reference } = await shop.checkout()
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    await shop.digested(reference)
    shop.advanceClock(QUARTER_OF_AN_HOUR + 1000)
    expect(await unsettleWithoutOrder(shop.container)).toBe(0)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.ledger.application.uncheckedOrders(5)).toEqual([])
  })

  it("opens an anomaly when order, payment and cart are gone", async () => {
    const { cart, reference } = await shop.checkout()
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    await shop.digested(reference)
    const { order_id, payment_collection_id } = await shop.row(reference)
    // What core's compensation of a completion leaves behind.
    await shop
      .pg("capture")
      .whereIn("payment_id", shop.pg("payment").where({ payment_collection_id }).select("id"))
      .delete()
    await shop.pg("payment").where({ payment_collection_id }).delete()
    await shop.pg("order_cart").where({ order_id }).delete()
    await shop.pg("order_payment_collection").where({ order_id }).delete()
    await shop.pg("order").where({ id: order_id }).delete()
    await shop.pg("cart").where({ id: cart.id }).update({ deleted_at: shop.pg.fn.now() })

    expect(await unsettleWithoutOrder(shop.container)).toBe(0)
    shop.advanceClock(QUARTER_OF_AN_HOUR + 1000)
    expect(await unsettleWithoutOrder(shop.container)).toBe(1)
    await shop.sweep()
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("paid_without_order")
    expect(anomaly).toMatchObject({ facts: { reference } })
    await desk.decide(anomaly.id, { action: "refund", note: "its order is gone" })
    shop.advanceClock(QUARTER_OF_AN_HOUR + 1000)
    expect(await unsettleWithoutOrder(shop.container)).toBe(0)
    expect(await shop.anomalies("open")).toEqual([])
  })
})
