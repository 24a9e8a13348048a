import { Modules } from "@medusajs/framework/utils"
import { expectPaidOnce } from "../support/books"
import { Desk } from "../support/desk"
import { breakWriting } from "../support/gate"
import { withShop, type Shop } from "../support/shop"

const HOUR = 3_600_000

/** A sale of 60,000 that is through. */
async function sold(shop: Shop) {
  const checkout = await shop.checkout("co")
  shop.sandbox.settle(checkout.reference, { status: "APPROVED" })
  const order = await shop.captured(checkout.cart.id)
  await shop.digested(checkout.reference)
  return { ...checkout, order, payment: order.payment_collections[0].payments[0] }
}

withShop("a refund that no payout carries out", { options: { refunds: "payout" } }, (shop) => {
  it("of a canceled order is promised back once, as much as Medusa refunded", async () => {
    const { order } = await sold(shop)
    const desk = await Desk.open(shop)
    await desk.http.post(`/admin/orders/${order.id}/cancel`).expect(200)
    const anomaly = await desk.find("refund_without_payout")
    expect(anomaly).toMatchObject({
      order_id: order.id,
      actions: ["refund", "ignore"],
      facts: {
        amount: "60000",
        asked: { amount: "60000", currency: "COP" },
        customer: expect.stringMatching(/\./),
      },
    })
    expect(await desk.refused(anomaly.id, { action: "accept" })).toMatch(/not possible/)
    expect(await desk.decide(anomaly.id, { action: "refund" })).toMatchObject({
      refund_amount: "60000",
      refund_currency: "COP",
    })
    expect(await desk.decide(anomaly.id, { action: "refund" })).toMatchObject({
      refund_amount: "60000",
    })
    shop.advanceClock(HOUR)
    await shop.sweep()
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("in parts is promised back in parts, and never more than arrived", async () => {
    const { payment } = await sold(shop)
    const desk = await Desk.open(shop)
    const refund = (amount: number) =>
      desk.http.post(`/admin/payments/${payment.id}/refund`).send({ amount }).expect(200)
    await refund(25_000)
    const first = await desk.find("refund_without_payout")
    expect(await desk.decide(first.id, { action: "refund" })).toMatchObject({
      refund_amount: "25000",
    })
    await refund(35_000)
    const second = await desk.find("refund_without_payout")
    // As if a part of it had been promised by another way.
    await shop.pg("payin_anomaly").where({ id: first.id }).update({ refund_amount: "40000" })
    expect(await desk.decide(second.id, { action: "refund" })).toMatchObject({
      refund_amount: "20000",
    })
  })

  it("is not promised back when all that arrived is promised already", async () => {
    const { payment, reference } = await sold(shop)
    const desk = await Desk.open(shop)
    await desk.http
      .post(`/admin/payments/${payment.id}/refund`)
      .send({ amount: 60_000 })
      .expect(200)
    const anomaly = await desk.find("refund_without_payout")
    const { id, account } = await shop.row(reference)
    const { anomaly: other } = await shop.ledger.anomalies.open({
      kind: "refund_without_payout",
      subject: "ref_other",
      account,
      transaction_id: id,
      facts: {},
    })
    await shop
      .pg("payin_anomaly")
      .where({ id: other.id })
      .update({ status: "resolved", action: "refund", refund_amount: "60000" })
    expect(await desk.refused(anomaly.id, { action: "refund" })).toMatch(/given back already/)
    expect(await desk.look(anomaly.id)).toMatchObject({ status: "open", refund_amount: null })
  })

  it("ignored is closed, and the order stays as it is", async () => {
    const { payment, order } = await sold(shop)
    const desk = await Desk.open(shop)
    await desk.http
      .post(`/admin/payments/${payment.id}/refund`)
      .send({ amount: 60_000 })
      .expect(200)
    const anomaly = await desk.find("refund_without_payout")
    const decided = await desk.decide(anomaly.id, { action: "ignore", note: "Paid in cash." })
    expect(decided).toMatchObject({ refund_amount: null, note: "Paid in cash." })
    expect((await shop.order(order.id)).status).toBe("pending")
  })

  it("of a failed completion goes back once a person says so, and makes no order any more", async () => {
    const { cart, reference } = await shop.checkout("co")
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("refund_without_payout")
    await shop.digested(reference)
    expect(await desk.decide(anomaly.id, { action: "refund" })).toMatchObject({
      refund_amount: "60000",
    })
    await broken.mend()
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.sweep()
    expect(await shop.ordersOf(cart.id)).toEqual([])
    const refunds = await shop.pg("refund").select("id")
    expect(refunds.length).toBeGreaterThan(0)
    expect((await shop.complete(cart.id)).body.type).not.toBe("order")
    expect(await shop.anomalies("open")).toEqual([])
    const promised = await shop.pg("payin_anomaly").whereNotNull("refund_amount")
    expect(promised).toHaveLength(1)
  })

  it("of a failed completion that was ignored still pays the order", async () => {
    const { cart, reference } = await shop.checkout("co")
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("refund_without_payout")
    await shop.digested(reference)
    await desk.decide(anomaly.id, { action: "ignore" })
    await broken.mend()
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("leaves right sums when a process dies after it took a failed completion back", async () => {
    const { cart, reference, order } = await sold(shop)
    const [collection] = order.payment_collections
    await shop.container
      .resolve(Modules.PAYMENT)
      .updatePaymentCollections(collection.id, { amount: collection.amount })
    await shop
      .pg("payment_collection")
      .where({ id: collection.id })
      .update({
        captured_amount: 120_000,
        raw_captured_amount: JSON.stringify({ value: "120000", precision: 20 }),
      })
    await shop
      .pg("payin_transaction")
      .where({ reference })
      .update({ settled_at: null, apply_after: shop.pg.raw("now()") })
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })
})
