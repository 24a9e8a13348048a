import { expectAwaiting, expectNothingBooked, expectPaidOnce } from "../support/books"
import { Desk } from "../support/desk"
import { breakWriting } from "../support/gate"
import { withShop, type Shop } from "../support/shop"
import { reservations, told, waitingOrder } from "../support/voucher"
import { reviewText } from "../../src/domain/session/shopper-view"

const HOUR = 3_600_000

async function later(shop: Shop) {
  shop.advanceClock(HOUR)
  await shop.sweep()
  await shop.sweep()
}

/** The service calls a pay-in approved and names no amount, and a person deals with it elsewhere. */
async function ignoredUnnamed(shop: Shop, reference: string): Promise<Desk> {
  shop.proxy.lie((answer) => ({ ...answer, amount: null }))
  shop.sandbox.settle(reference, { status: "APPROVED" })
  const desk = await Desk.open(shop)
  const { id } = await desk.find("unknown_status")
  expect(await shop.digested(reference)).toMatchObject({ status: "pending" })
  await desk.decide(id, { action: "ignore", note: "Given back in cash." })
  return desk
}

/** The service names the amount after all. */
async function named(shop: Shop, desk: Desk, reference: string) {
  shop.proxy.tellTheTruth()
  const { id } = await shop.row(reference)
  await desk.http.post(`/admin/payin/transactions/${id}/sync`).expect(200)
  expect(await shop.row(reference)).toMatchObject({ status: "approved", approved_amount: "60000" })
}

/** A pay-in that the service first called rejected, and approves afterwards. */
async function approvedAfterRejection(shop: Shop, arrived?: { amount: number }) {
  const checkout = await shop.checkout("co")
  shop.proxy.lie((answer) => ({ ...answer, status: "REJECTED" }))
  shop.sandbox.settle(checkout.reference, { status: "APPROVED", ...arrived })
  await shop.until(async () =>
    (await shop.row(checkout.reference)).status === "rejected" ? true : null
  )
  await shop.digested(checkout.reference)
  shop.proxy.tellTheTruth()
  shop.sandbox.notify(checkout.reference, { body: { top_response_message: "late" } })
  const desk = await Desk.open(shop)
  const anomaly = await desk.find("status_changed_after_final")
  await shop.digested(checkout.reference)
  return { ...checkout, desk, anomaly }
}

withShop("late answers of the service or Medusa", {}, (shop) => {
  afterEach(() => jest.restoreAllMocks())

  it("an approval after a rejection makes one order once an operator accepts it", async () => {
    const approved = shop.listen("payin.payment_approved")
    const { cart, reference, session, desk, anomaly } = await approvedAfterRejection(shop)
    await desk.decide(anomaly.id, { action: "accept" })
    const order = await expectPaidOnce(shop, cart.id)
    expect(await shop.row(reference)).toMatchObject({
      status: "approved",
      status_cause: "accepted_by_operator",
      settled_at: expect.any(Date),
    })
    expect(await shop.poll(session.id)).toMatchObject({ status: "approved", order_id: order.id })
    await desk.decide(anomaly.id, { action: "accept" })
    await later(shop)
    await expectPaidOnce(shop, cart.id)
    expect(approved.data).toHaveLength(1)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("an approval of another amount after a rejection, once accepted, opens an anomaly about the amount", async () => {
    const { cart, desk, anomaly } = await approvedAfterRejection(shop, { amount: 50_000 })
    await desk.decide(anomaly.id, { action: "accept" })
    await expectNothingBooked(shop, cart.id)
    expect((await desk.find("amount_mismatch")).facts).toMatchObject({
      arrived: { amount: "50000", currency: "COP" },
    })
  })

  it("an approval after a rejection makes no order when an operator refunds it in full", async () => {
    const { cart, reference, desk, anomaly } = await approvedAfterRejection(shop)
    expect(await desk.decide(anomaly.id, { action: "refund" })).toMatchObject({
      refund_amount: "60000",
      refund_currency: "COP",
    })
    await later(shop)
    expect((await shop.complete(cart.id)).body.type).not.toBe("order")
    await expectNothingBooked(shop, cart.id)
    expect(await shop.row(reference)).toMatchObject({
      status: "approved",
      approved_amount: "60000",
      excluded_at: expect.any(Date),
    })
    expect(await shop.anomalies("open")).toEqual([])
  })

  it.each(["accept", "ignore"])(
    "a status report fetched before an operator chose to %s opens no second anomaly",
    async (action) => {
      const { reference, desk, anomaly } = await approvedAfterRejection(shop)
      const { id } = await shop.row(reference)
      const { anomalies } = shop.ledger
      const report = anomalies.openWhile.bind(anomalies)
      // The service answered and the ledger was asked; between these two a person decides.
      jest.spyOn(anomalies, "openWhile").mockImplementationOnce(async (...what) => {
        await desk.decide(anomaly.id, { action })
        return report(...what)
      })
      await desk.http.post(`/admin/payin/transactions/${id}/sync`).expect(200)
      expect(await shop.anomalies()).toMatchObject([{ status: "resolved" }])
    }
  )

  it("an anomaly about an unknown status closes when ignored, and the pay-in can still be settled", async () => {
    const { cart, reference } = await shop.checkout("co")
    shop.proxy.lie((answer) => ({ ...answer, status: "ALMOST" }))
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("unknown_status")
    await shop.digested(reference)
    expect(anomaly).toMatchObject({
      actions: ["ignore"],
      facts: { reference, said: "ALMOST", asked: { amount: "60000", currency: "COP" } },
    })
    await desk.decide(anomaly.id, { action: "ignore" })
    const { id } = await shop.row(reference)
    await desk.http.post(`/admin/payin/transactions/${id}/sync`).expect(200)
    expect(await shop.anomalies("open")).toEqual([])

    shop.proxy.tellTheTruth()
    await desk.http.post(`/admin/payin/transactions/${id}/sync`).expect(200)
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("an approval without an amount is booked by nobody once ignored, also when the amount is named later", async () => {
    const { cart, collection_id, reference, session } = await shop.checkout("co")
    const desk = await ignoredUnnamed(shop, reference)
    const left = { status: "in_review", message: reviewText("left", "es"), order_id: null }
    expect(await shop.poll(session.id)).toMatchObject(left)
    expect((await shop.complete(cart.id)).body.type).not.toBe("order")

    await named(shop, desk, reference)
    await later(shop)
    expect((await shop.complete(cart.id)).body.type).not.toBe("order")
    await expectNothingBooked(shop, cart.id)
    expect(await shop.row(reference)).toMatchObject({ excluded_at: expect.any(Date) })
    expect(await shop.poll(session.id)).toMatchObject(left)
    expect(await shop.anomalies("open")).toEqual([])

    // The shopper may pay anew.
    const next = String((await shop.session(collection_id, "co")).data.reference)
    expect(next).not.toBe(reference)
    shop.sandbox.settle(next, { status: "APPROVED" })
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("an approval without an amount holds no order and no stock once ignored, whatever the service says then", async () => {
    const { order_id, reference, session } = await waitingOrder(shop)
    const desk = await ignoredUnnamed(shop, reference)
    await shop.sweep()
    expect(await told(shop, reference)).toMatchObject({ status: "pending" })
    expect(await shop.order(order_id)).toMatchObject({ status: "canceled" })
    expect(await reservations(shop, order_id)).toBe(0)
    const canceled = { status: "canceled", message: reviewText("left", "es") }
    expect(await shop.poll(session.id)).toMatchObject(canceled)

    await named(shop, desk, reference)
    await later(shop)
    expect(await shop.poll(session.id)).toMatchObject(canceled)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("an approval after an expiry holds no order and no stock once ignored", async () => {
    const { order_id, reference } = await waitingOrder(shop)
    shop.sandbox.settle(reference, { status: "EXPIRED" })
    expect(await shop.digested(reference)).toMatchObject({ status: "expired" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const desk = await Desk.open(shop)
    const { id } = await desk.find("status_changed_after_final")
    await shop.digested(reference)
    await desk.decide(id, { action: "ignore", note: "Given back in cash." })
    await shop.sweep()
    await told(shop, reference)
    expect(await shop.order(order_id)).toMatchObject({ status: "canceled" })
    expect(await reservations(shop, order_id)).toBe(0)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("a payment that its order shows incompletely is settled by accept, with one capture", async () => {
    const captured = shop.listen("payment.captured")
    const { cart, reference } = await shop.checkout("co", { payment_method: "EFECTY" })
    await shop.complete(cart.id).expect(200)
    await expectAwaiting(shop, cart.id)
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("settled_incompletely")
    await shop.digested(reference)
    expect(anomaly).toMatchObject({
      actions: ["accept", "refund", "ignore"],
      facts: { reason: expect.any(String), order: { display_id: expect.any(Number) } },
    })
    expect(await desk.refused(anomaly.id, { action: "accept" })).toMatch(/could not be put/)
    expect(await desk.refused(anomaly.id, { action: "refund" })).toMatch(/refund the order/)
    await broken.mend()
    await desk.decide(anomaly.id, { action: "accept" })
    await expectPaidOnce(shop, cart.id)
    expect(await shop.pg("capture").select("id")).toHaveLength(1)
    await later(shop)
    await expectPaidOnce(shop, cart.id)
    expect(captured.data.length).toBeGreaterThan(0)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("a booking by Medusa of money that an operator had excluded opens an anomaly", async () => {
    const { cart, reference } = await shop.checkout("co")
    await shop.stock("CAFE-GRANO", 0)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("paid_without_order")
    await shop.digested(reference)
    await desk.decide(anomaly.id, { action: "ignore" })
    // As if Medusa had asked us just before the decision, and wrote what we answered just after it.
    await shop.stock("CAFE-GRANO", 10)
    await shop.pg("payin_transaction").where({ reference }).update({ excluded_at: null })
    await shop.complete(cart.id).expect(200)
    await shop.captured(cart.id)
    await shop
      .pg("payin_transaction")
      .where({ reference })
      .update({ settled_at: null, excluded_at: shop.pg.raw("now()") })
    await later(shop)
    const seen = await desk.find("settled_incompletely")
    expect(seen).toMatchObject({
      facts: { reason: expect.stringMatching(/excluded/) },
      reason_text: {
        en: expect.stringMatching(/excluded/),
        es: expect.stringMatching(/había excluido/),
      },
    })
    await desk.decide(seen.id, { action: "accept" })
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])
  })
})
