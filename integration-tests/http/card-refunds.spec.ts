import { dayIn } from "../../src/domain/time/calendar-day"
import { sweepCards } from "../../src/workflows/card/sweep"
import { capture, cardOrder, cardRow, subscriptionsOf } from "../support/card-checkout"
import { percentOff } from "../demo/seed/promotion"
import { zoneAtNoon } from "../support/noon"
import { withShop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"
import { DESTINATION, PayoutDriver } from "../support/payout-driver"

withShop("a refund of a captured card", NO_APPROVALS, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  beforeEach(() => payoutDriver.fill(1_000_000))

  async function paid(amount?: number) {
    const sale = await cardOrder(shop)
    const admin = await shop.admin()
    await capture(admin, sale.payment_id, amount).expect(200)
    return { ...sale, admin }
  }

  async function payoutsOf(orderId: string) {
    const found = await payoutDriver.payouts.listPayinPayouts({ order_id: orderId })
    return found.map(({ id, source, status, amount }) => ({ id, source, status, amount }))
  }

  it("of a total with a fraction of a centavo opens no anomaly, and is paid out in whole pesos", async () => {
    await percentOff(shop.container, "TERCIO", 33.333)
    const sale = await cardOrder(shop, { items: { "CHOCOLATE-90": 1 }, promotion: "TERCIO" })
    const admin = await shop.admin()
    await capture(admin, sale.payment_id).expect(200)
    // 26 500 less 8 833.245, and 12 000 for shipping.
    expect(await cardRow(shop, sale.reference)).toMatchObject({
      order_amount: "29666.755",
      captured_amount: "29666.76",
    })
    shop.advanceClock(3 * 60_000)
    await sweepCards(shop.container)
    expect(await shop.anomalies()).toEqual([])

    await admin.post(`/admin/orders/${sale.order.id}/cancel`).expect(200)

    const [payout] = await payoutsOf(sale.order.id)
    expect(payout).toMatchObject({ source: "refund", amount: "29666" })
    expect(await shop.anomalies()).toEqual([])
  })

  it("of a total rounded up for the card pays out the rounded amount, and reconciliation agrees", async () => {
    await percentOff(shop.container, "TERCIO", 33.32077)
    const sale = await cardOrder(shop, { items: { "CHOCOLATE-90": 1 }, promotion: "TERCIO" })
    const admin = await shop.admin()
    await capture(admin, sale.payment_id).expect(200)
    expect(await shop.row(sale.reference)).toMatchObject({
      order_amount: "29669.99595",
      approved_amount: "29670",
    })
    const zone = zoneAtNoon()
    const { body } = await admin
      .get(
        `/admin/payin/reports/reconciliation?time_zone=${encodeURIComponent(zone)}&date=${dayIn(zone, new Date())}`
      )
      .expect(200)
    expect([body.mismatches, body.payout_mismatches]).toEqual([[], []])
    expect(body.totals).toMatchObject([{ account: "co", currency: "COP", unexplained: "0" }])

    await admin.post(`/admin/orders/${sale.order.id}/cancel`).expect(200)

    expect(await payoutsOf(sale.order.id)).toMatchObject([{ amount: "29670" }])
  })

  it("of a rest below one peso opens an anomaly instead of a payout", async () => {
    await percentOff(shop.container, "TERCIO", 33.333)
    const sale = await cardOrder(shop, { items: { "CHOCOLATE-90": 1 }, promotion: "TERCIO" })
    const admin = await shop.admin()
    await capture(admin, sale.payment_id).expect(200)
    await admin
      .post(`/admin/payments/${sale.payment_id}/refund`)
      .send({ amount: 29_666 })
      .expect(200)

    await admin.post(`/admin/orders/${sale.order.id}/cancel`).expect(200)

    expect(await payoutsOf(sale.order.id)).toMatchObject([{ amount: "29666" }])
    expect(await shop.anomalies("open")).toMatchObject([
      { kind: "refund_without_payout", facts: { amount: "0.755" } },
    ])
  })

  it("of a fractional total is requested in whole pesos at our route, and Medusa books the whole total", async () => {
    await percentOff(shop.container, "TERCIO", 33.333)
    const sale = await cardOrder(shop, { items: { "CHOCOLATE-90": 1 }, promotion: "TERCIO" })
    const admin = await shop.admin()
    await capture(admin, sale.payment_id).expect(200)

    await admin
      .post(`/admin/payin/orders/${sale.order.id}/refund`)
      .set("Idempotency-Key", "card-refund-centavos")
      .send({ amount: "29666", destination: DESTINATION })
      .expect(201)

    expect(await payoutsOf(sale.order.id)).toMatchObject([{ amount: "29666" }])
    const { payment_collections } = await shop.order(sale.order.id)
    const refunded = payment_collections[0].payments[0].refunds.map((one: { amount: unknown }) =>
      Number(one.amount)
    )
    expect(refunded).toEqual([29_666.755])
  })

  it("of a captured part can be made at our route, and the rest of the order be paid by a link", async () => {
    const { admin, order } = await paid(25_000)

    const link = await admin
      .post(`/admin/payin/orders/${order.id}/payment-link`)
      .set("Idempotency-Key", "card-rest-link")
      .send({})
    expect(link.status).toBeLessThan(300)
    expect((await shop.order(order.id)).payment_collections).toContainEqual(
      expect.objectContaining({ status: "completed", captured_amount: 25_000 })
    )
    const answer = await admin
      .post(`/admin/payin/orders/${order.id}/refund`)
      .set("Idempotency-Key", "card-part-refund")
      .send({ amount: "25000", destination: DESTINATION })
    expect(answer.status).toBeLessThan(300)
    expect((await payoutsOf(order.id)).map(({ amount }) => amount)).toEqual(["25000"])
    expect(shop.sandbox.cards.captures()).toHaveLength(1)
  })

  it("is not made by canceling an order that is being edited: the cancel is refused, the hold stays", async () => {
    const { order } = await cardOrder(shop)
    const admin = await shop.admin()
    await admin.post("/admin/order-edits").send({ order_id: order.id }).expect(200)

    const refused = await admin.post(`/admin/orders/${order.id}/cancel`).expect(409)

    expect(refused.body).toMatchObject({ code: "order_changing" })
    expect(shop.sandbox.cards.authorizations()).toMatchObject([{ hold: "held" }])
    await admin.delete(`/admin/order-edits/${order.id}`).expect(200)
    await admin.post(`/admin/orders/${order.id}/cancel`).expect(200)
  })

  it("cannot exceed what was captured", async () => {
    const { admin, payment_id, order } = await paid(25_000)

    await admin.post(`/admin/payments/${payment_id}/refund`).send({ amount: 26_000 }).expect(400)
    await admin.post(`/admin/payments/${payment_id}/refund`).send({ amount: 25_000 }).expect(200)

    expect((await payoutsOf(order.id)).map(({ amount }) => amount)).toEqual(["25000"])
    expect(await shop.anomalies()).toEqual([])
  })

  it("pays out what a canceled order had captured", async () => {
    const { admin, order } = await paid()

    await admin.post(`/admin/orders/${order.id}/cancel`).expect(200)

    expect(await payoutsOf(order.id)).toEqual([
      expect.objectContaining({ source: "refund", amount: "60000" }),
    ])
    const [{ id }] = await payoutsOf(order.id)
    await payoutDriver.bringIn(31, id, "awaiting_destination")
    expect(await shop.anomalies()).toEqual([])
  })

  it("restores captured money that is missing in the ledger, and pays out the refund", async () => {
    const { admin, payment_id, order, reference } = await paid()
    await shop.pg("payin_transaction").where({ reference }).delete()

    await admin.post(`/admin/payments/${payment_id}/refund`).send({ amount: 10_000 }).expect(200)

    expect(await shop.row(reference)).toMatchObject({ approved_amount: "60000" })
    expect((await payoutsOf(order.id)).length + (await payoutsOf("")).length).toBeLessThan(2)
    const all = await payoutDriver.payouts.listPayinPayouts({})
    expect(all.map(({ amount }) => amount)).toEqual(["10000"])
    const row = await subscriptionsOf(shop).cardTransactions.findByReference(reference)
    expect(row?.settled_at).toBeInstanceOf(Date)
  })
})
