import { unsettleWithoutOrder } from "../../src/workflows/settle/vanished"
import { expectPaidOnce } from "../support/books"
import { capture, cardOrder, cardRow } from "../support/card-checkout"
import { Desk } from "../support/desk"
import { withShop } from "../support/shop"

const QUARTER_OF_AN_HOUR = 15 * 60_000

withShop("settled money whose order Medusa removed afterwards", {}, (shop) => {
  /** Writes the rows that Medusa's compensation of a completion leaves behind. */
  async function remove(
    cartId: string,
    { order_id, payment_collection_id }: { order_id: string | null; payment_collection_id: string }
  ): Promise<void> {
    await shop
      .pg("capture")
      .whereIn("payment_id", shop.pg("payment").where({ payment_collection_id }).select("id"))
      .delete()
    await shop.pg("payment").where({ payment_collection_id }).delete()
    await shop.pg("order_cart").where({ order_id }).delete()
    await shop.pg("order_payment_collection").where({ order_id }).delete()
    await shop.pg("order").where({ id: order_id }).delete()
    await shop.pg("cart").where({ id: cartId }).update({ deleted_at: shop.pg.fn.now() })
  }

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
    await remove(cart.id, { order_id, payment_collection_id })

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

  it("opens an anomaly when a card paid it, and is checked once", async () => {
    const { cart, reference, order, payment_id } = await cardOrder(shop)
    await capture(await shop.admin(), payment_id).expect(200)
    const { payment_collection_id } = await cardRow(shop, reference)
    await shop.run("payin-cards")
    expect(await shop.row(reference)).toMatchObject({ settled_at: expect.any(Date) })
    await remove(cart.id, { order_id: order.id, payment_collection_id })

    expect(await unsettleWithoutOrder(shop.container)).toBe(0)
    shop.advanceClock(QUARTER_OF_AN_HOUR + 1000)
    await shop.run("payin-orphans", "payin-cards")
    expect(await shop.ledger.application.uncheckedOrders(5)).toEqual([])
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("captured_without_order")
    expect(anomaly).toMatchObject({ facts: { reference } })
    await desk.decide(anomaly.id, { action: "refund", note: "its order is gone" })
    shop.advanceClock(QUARTER_OF_AN_HOUR + 1000)
    await shop.run("payin-orphans", "payin-cards")
    expect(await shop.anomalies("open")).toEqual([])
    expect(await shop.ledger.application.uncheckedOrders(5)).toEqual([])
  })
})
