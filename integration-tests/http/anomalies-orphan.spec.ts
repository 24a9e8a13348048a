import { Modules } from "@medusajs/framework/utils"
import { unsettleCanceled } from "../../src/workflows/settle/canceled"
import { freeCanceled } from "../../src/medusa/repairs/left-stock"
import { reportOrphans, closeOrphans } from "../../src/workflows/settle/orphans"
import { breakWriting } from "../support/gate"
import { expectLevelsAddUp, expectPaidOnce } from "../support/books"
import { Desk } from "../support/desk"
import { withShop, type Shop } from "../support/shop"

const MINUTES = 60_000

/** As if a process had been killed inside Medusa's completion, right after it wrote the order. */
async function killedAfterOrder(shop: Shop, cartId: string, keep: ("cart" | "payment")[] = []) {
  const [orderId] = await shop.ordersOf(cartId)
  const order = await shop.order(orderId)
  const [collection] = order.payment_collections
  const orders = shop.container.resolve(Modules.ORDER)
  await orders.deleteOrderTransactions(order.transactions.map((one: { id: string }) => one.id))
  const payments = await shop.pg("payment").where({ payment_collection_id: collection.id })
  await shop
    .pg("capture")
    .whereIn(
      "payment_id",
      payments.map(({ id }) => id)
    )
    .delete()
  await shop.pg("payment").where({ payment_collection_id: collection.id }).delete()
  await shop
    .pg("payment_session")
    .where({ payment_collection_id: collection.id })
    .update({ status: "pending", authorized_at: null })
  await shop
    .pg("payment_collection")
    .where({ id: collection.id })
    .update({ status: "awaiting", captured_amount: 0, raw_captured_amount: null })
  if (!keep.includes("cart")) {
    await shop.pg("order_cart").where({ order_id: orderId }).delete()
  }
  if (!keep.includes("payment")) {
    await shop.pg("order_payment_collection").where({ order_id: orderId }).delete()
  }
  await shop
    .pg("payin_transaction")
    .where({ cart_id: cartId })
    .update({
      settled_at: null,
      order_id: null,
      placed_seen_at: null,
      captured_event_at: null,
      apply_after: shop.pg.raw("now()"),
    })
  return orderId
}

async function sold(shop: Shop) {
  const checkout = await shop.checkout("co")
  shop.sandbox.settle(checkout.reference, { status: "APPROVED" })
  await shop.captured(checkout.cart.id)
  await shop.until(async () => ((await shop.row(checkout.reference)).placed_seen_at ? true : null))
  return checkout
}

withShop("an order without a payment after a killed completion", {}, (shop) => {
  it("is shown once and stays uncanceled, and its money makes one other order", async () => {
    const { cart, reference } = await sold(shop)
    const orphan = await killedAfterOrder(shop, cart.id)
    await shop.sweep()
    await shop.captured(cart.id)
    const paid = await expectPaidOnce(shop, cart.id)
    expect(paid.id).not.toBe(orphan)

    await reportOrphans(shop.container)
    expect(await shop.anomalies()).toEqual([])
    shop.advanceClock(6 * MINUTES)
    await reportOrphans(shop.container)
    await reportOrphans(shop.container)
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("orphan_order")
    expect(anomaly).toMatchObject({
      order_id: orphan,
      transaction_id: (await shop.row(reference)).id,
      facts: {
        cart_id: cart.id,
        lacks: "cart",
        reservations: 1,
        order: { id: orphan, display_id: expect.any(Number) },
        reference,
        asked: { amount: "60000", currency: "COP" },
      },
      actions: ["ignore"],
    })
    expect((await shop.order(orphan)).status).toBe("pending")
    expect(await shop.anomalies()).toHaveLength(1)

    await desk.decide(anomaly.id, { action: "ignore" })
    await reportOrphans(shop.container)
    expect(await shop.anomalies()).toHaveLength(1)
    await expectPaidOnce(shop, cart.id)
  })

  it("with its cart but without its payment is linked to the payment again and paid once", async () => {
    const { cart } = await sold(shop)
    const order = await killedAfterOrder(shop, cart.id, ["cart"])
    await shop.sweep()
    await shop.captured(cart.id)
    expect((await expectPaidOnce(shop, cart.id)).id).toBe(order)
    shop.advanceClock(6 * MINUTES)
    expect(await reportOrphans(shop.container)).toBe(0)
  })

  it.each([
    ["that waits for its voucher", "EFECTY"],
    ["whose payment was never written", "PSE"],
  ])(
    "with its payment collection but without its cart, %s, is paid once and stays the only order",
    async (_, payment_method) => {
      const { cart, reference } = await shop.checkout("co", { payment_method })
      if (payment_method === "EFECTY") {
        await shop.complete(cart.id).expect(200)
        await shop.pg("order_cart").where({ cart_id: cart.id }).delete()
        shop.sandbox.settle(reference, { status: "APPROVED" })
      } else {
        shop.sandbox.settle(reference, { status: "APPROVED" })
        await shop.captured(cart.id)
        await killedAfterOrder(shop, cart.id, ["payment"])
        await shop.sweep()
      }
      await shop.captured(cart.id)
      await expectPaidOnce(shop, cart.id)
      expect(await shop.pg("order")).toHaveLength(1)
      expect(await shop.anomalies("open")).toEqual([])
    }
  )

  it("with its cart but without its payment is shown until it is paid", async () => {
    const { cart, reference } = await shop.checkout("co", { payment_method: "EFECTY" })
    await shop.complete(cart.id).expect(200)
    const [orderId] = await shop.ordersOf(cart.id)
    await shop.pg("order_payment_collection").where({ order_id: orderId }).delete()
    shop.advanceClock(6 * MINUTES)
    await reportOrphans(shop.container)
    expect(await shop.anomalies("open")).toEqual([
      expect.objectContaining({
        kind: "orphan_order",
        order_id: orderId,
        facts: expect.objectContaining({ lacks: "payment_collection", reference }),
      }),
    ])

    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("leaves no open anomaly once an operator canceled it", async () => {
    const { cart } = await sold(shop)
    const orphan = await killedAfterOrder(shop, cart.id)
    await shop.sweep()
    await shop.captured(cart.id)
    shop.advanceClock(6 * MINUTES)
    await reportOrphans(shop.container)
    await closeOrphans(shop.container)
    expect(await shop.anomalies("open")).toMatchObject([{ order_id: orphan }])

    const admin = await shop.admin()
    await admin.post(`/admin/orders/${orphan}/cancel`).send({}).expect(200)
    await closeOrphans(shop.container)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("without its stock reservation is paid, and the missing reservation is shown once", async () => {
    const { cart, reference } = await sold(shop)
    const order = await killedAfterOrder(shop, cart.id, ["cart", "payment"])
    await shop.pg("reservation_item").delete()
    await shop.sweep()
    expect((await shop.captured(cart.id)).id).toBe(order)
    shop.advanceClock(6 * MINUTES)
    await shop.sweep()
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("settled_incompletely")
    expect(anomaly).toMatchObject({
      order_id: order,
      facts: { reference, lacks: "reservations", items: 1 },
    })
    expect(await desk.refused(anomaly.id, { action: "refund" })).toMatch(/refund the order/)
    await shop.sweep()
    expect(await shop.anomalies()).toHaveLength(1)
  })

  it("is recognised when its shopper, who saw no order, changed the cart since", async () => {
    const { cart } = await sold(shop)
    const orphan = await killedAfterOrder(shop, cart.id)
    const changed = { quantity: 3, updated_at: shop.pg.raw("now()") }
    await shop.pg("cart_line_item").where({ cart_id: cart.id }).update(changed)
    shop.advanceClock(6 * MINUTES)
    expect(await reportOrphans(shop.container)).toBe(1)
    expect(await shop.anomalies("open")).toContainEqual(
      expect.objectContaining({ kind: "orphan_order", order_id: orphan })
    )
  })

  it("that cannot be shown keeps no other from being shown", async () => {
    const orphans = []
    for (const { cart } of [await sold(shop), await sold(shop)]) {
      orphans.push(await killedAfterOrder(shop, cart.id))
    }
    const [failing, other] = orphans.sort()
    shop.advanceClock(6 * MINUTES)
    const when = `new.order_id = '${failing}'`
    const broken = await breakWriting(shop.pg, { table: "payin_anomaly", event: "insert", when })
    await reportOrphans(shop.container)
    const shown = async () => (await shop.anomalies("open")).map(({ order_id }) => order_id)
    expect(await shown()).toEqual([other])
    await broken.mend()
    await reportOrphans(shop.container)
    expect((await shown()).sort()).toEqual([failing, other])
  })

  it("is not reported when its email or quantities differ from the cart or it is a draft", async () => {
    const { cart } = await sold(shop)
    const orphan = await killedAfterOrder(shop, cart.id)
    const others = await shop.pg("order").where({ id: orphan }).first()
    await shop.pg("order").where({ id: orphan }).update({ email: "somebody.else@example.com" })
    shop.advanceClock(6 * MINUTES)
    expect(await reportOrphans(shop.container)).toBe(0)

    await shop.pg("order").where({ id: orphan }).update({ email: others.email })
    await shop.pg("order").where({ id: orphan }).update({ is_draft_order: true })
    expect(await reportOrphans(shop.container)).toBe(0)

    await shop.pg("order").where({ id: orphan }).update({ is_draft_order: false })
    await shop.pg("order_item").where({ order_id: orphan }).update({ quantity: 2 })
    expect(await reportOrphans(shop.container)).toBe(0)

    await shop.pg("order_item").where({ order_id: orphan }).update({ quantity: 1 })
    expect(await reportOrphans(shop.container)).toBe(1)
  })

  describe("an order that was canceled at the moment of its payment", () => {
    it("is found for a week from the booking, however long before the money was approved", async () => {
      const { cart, reference } = await sold(shop)
      const [order] = await shop.ordersOf(cart.id)
      await shop.settled(reference)
      const approved = new Date(Date.now() - 30 * 24 * 60 * MINUTES)
      const row = () => shop.pg("payin_transaction").where({ reference })
      await row().update({ status_changed_at: approved })
      await shop.pg("order").where({ id: order }).update({ status: "canceled" })
      await row().update({ settled_at: approved })
      expect(await unsettleCanceled(shop.container)).toBe(0)
      await row().update({ settled_at: new Date() })
      expect(await unsettleCanceled(shop.container)).toBe(1)
    })

    it("is shown with its captured money, which one decision refunds", async () => {
      const { cart, reference } = await sold(shop)
      const [order] = await shop.ordersOf(cart.id)
      await shop.settled(reference)
      expect(await unsettleCanceled(shop.container)).toBe(0)
      // A cancelation that read the payments before the capture was there leaves exactly this.
      await shop.pg("order").where({ id: order }).update({ status: "canceled" })
      expect(await unsettleCanceled(shop.container)).toBe(1)
      await shop.sweep()
      const desk = await Desk.open(shop)
      const anomaly = await desk.find("paid_after_canceled")
      expect(anomaly).toMatchObject({ order_id: order, facts: { reference } })
      const decided = await desk.decide(anomaly.id, { action: "refund", note: "canceled" })
      expect(decided).toMatchObject({ status: "resolved" })
      expect(await unsettleCanceled(shop.container)).toBe(0)
      await shop.sweep()
      expect(await shop.anomalies("open")).toEqual([])
    })

    it("keeps no stock that its completion reserved after the cancelation", async () => {
      const { cart } = await sold(shop)
      const standing = await sold(shop)
      const [order] = await shop.ordersOf(cart.id)
      const [other] = await shop.ordersOf(standing.cart.id)
      const reserved = async (id: string) => {
        const lines = shop.pg("order_item").where({ order_id: id }).select("item_id")
        return shop.pg("reservation_item").whereIn("line_item_id", lines).whereNull("deleted_at")
      }
      await shop
        .pg("order")
        .where({ id: order })
        .update({ status: "canceled", canceled_at: shop.pg.fn.now() })
      // Core may still be at it.
      expect(await freeCanceled(shop.container)).toBe(0)
      expect(await reserved(order)).toHaveLength(1)
      shop.advanceClock(600_000)
      const both = await Promise.all([freeCanceled(shop.container), freeCanceled(shop.container)])
      expect(Math.max(...both)).toBe(1)
      expect(await reserved(order)).toEqual([])
      expect(await reserved(other)).toHaveLength(1)
      await expectLevelsAddUp(shop.pg)
      expect(await freeCanceled(shop.container)).toBe(0)
    })
  })
})
