import { expectAwaiting, expectNothingBooked, expectPaidOnce } from "../support/books"
import { breakWriting } from "../support/gate"
import { withShop, type Shop } from "../support/shop"
import { ONE_TRY } from "../support/shop-settings"

/** An order that stands and waits until the voucher is paid. */
async function waitingOrder(shop: Shop) {
  const captured = shop.listen("payment.captured")
  const checkout = await shop.checkout("co", { payment_method: "EFECTY" })
  const answer = await shop.complete(checkout.cart.id).expect(200)
  expect(answer.body.type).toBe("order")
  const order_id: string = answer.body.order.id
  return { ...checkout, order_id, captured }
}

async function sessionOf(shop: Shop, collection_id: string) {
  const sessions = await shop.pg("payment_session").where({ payment_collection_id: collection_id })
  expect(sessions).toHaveLength(1)
  return sessions[0]
}

withShop("payments that are paid later", ONE_TRY, (shop) => {
  it("places an order that waits for EFECTY, and captures it when the voucher is paid", async () => {
    const { cart, session, reference, order_id, captured } = await waitingOrder(shop)
    expect(await expectAwaiting(shop, cart.id)).toBe(order_id)
    expect(await shop.poll(session.id)).toMatchObject({
      status: "pending",
      order_id,
      payment_url: expect.stringMatching(/^http/),
    })
    expect(captured.data).toEqual([])

    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    await shop.digested(reference)
    const order = await expectPaidOnce(shop, cart.id)
    expect(order.id).toBe(order_id)
    expect(captured.data).toEqual([{ id: order.payment_collections[0].payments[0].id }])
    expect(await shop.poll(session.id)).toMatchObject({ status: "approved", order_id })
    expect(await shop.anomalies()).toEqual([])
  })

  it("captures a waiting order once when notifications, completions and polls come at the same moment", async () => {
    const { cart, session, reference, captured } = await waitingOrder(shop)
    shop.sandbox.settle(reference, { status: "APPROVED", notify: { copies: 10 } })
    await Promise.all([
      ...Array.from({ length: 5 }, () => shop.complete(cart.id).expect(200)),
      ...Array.from({ length: 5 }, () => shop.poll(session.id)),
    ])
    await shop.captured(cart.id)
    await shop.digested(reference)
    await shop.sweep()
    await expectPaidOnce(shop, cart.id)
    expect(captured.data).toHaveLength(1)
  })

  it("places no order for PSE before it is paid, and the same session can be tried again", async () => {
    const { cart, collection_id, session, reference } = await shop.checkout("co")
    for (let attempt = 0; attempt < 2; attempt++) {
      const refused = await shop.complete(cart.id).expect(400)
      expect(refused.body).toMatchObject({ type: "not_allowed" })
      expect(await sessionOf(shop, collection_id)).toMatchObject({
        id: session.id,
        status: "pending",
      })
      expect(await shop.ordersOf(cart.id)).toEqual([])
    }
    await expectNothingBooked(shop, cart.id)

    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
    const answer = await shop.complete(cart.id).expect(200)
    expect(answer.body.type).toBe("order")
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(shop.sandbox.counters().create).toBe(1)
  })

  it("ends a rejected payment, and a new one of the same cart gives the order", async () => {
    const { cart, collection_id, session, reference } = await shop.checkout("co")
    const response_message = "Fondos insuficientes"
    shop.sandbox.settle(reference, { status: "REJECTED", response_message, notify: false })
    await shop.complete(cart.id).expect(400)
    expect(await shop.poll(session.id)).toMatchObject({
      status: "rejected",
      payment_url: null,
      order_id: null,
      message: response_message,
    })
    const next = await shop.session(collection_id, "co")
    expect(next.data).toMatchObject({ status: "pending" })
    expect(next.data.reference).not.toBe(reference)

    shop.sandbox.settle(String(next.data.reference), { status: "APPROVED" })
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies()).toEqual([])
  })

  it("keeps cart and session while the service fails, and makes the order once it answers", async () => {
    const { cart, collection_id, session, reference } = await shop.checkout("co")
    shop.sandbox.injectFault({ operation: "lookup", kind: "reset_before", times: "always" })
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })

    const answer = await shop.complete(cart.id).expect(200)
    expect(answer.body).toMatchObject({
      type: "cart",
      cart: { id: cart.id },
      error: { type: "payment_authorization_error" },
    })
    expect(await sessionOf(shop, collection_id)).toMatchObject({
      id: session.id,
      status: "pending",
    })
    await expectNothingBooked(shop, cart.id)
    expect(await shop.ordersOf(cart.id)).toEqual([])

    shop.sandbox.clearFaults()
    expect((await shop.complete(cart.id).expect(200)).body.type).toBe("order")
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("looks up again, and makes the order, after the lookup of a notification failed", async () => {
    const { cart, reference } = await shop.checkout("co")
    shop.sandbox.injectFault({ operation: "lookup", kind: "error_before", times: "always" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.until(async () => {
      const [event] = await shop.pg("payin_event").where({ reference })
      return event?.last_error ? event : null
    })
    await expectNothingBooked(shop, cart.id)

    shop.sandbox.clearFaults()
    shop.advanceClock(60_000)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    const events = await shop.until(async () => {
      const kept = await shop.pg("payin_event").where({ reference })
      return kept.some(({ status }) => status === "received") ? null : kept
    })
    expect(events).toEqual([expect.objectContaining({ status: "processed", last_error: null })])
  })

  it("captures a waiting order by an older link, and opens an anomaly when its voucher is paid too", async () => {
    const older = await shop.checkout("co")
    const voucher = await shop.session(older.collection_id, "co", { payment_method: "EFECTY" })
    await shop.complete(older.cart.id).expect(200)
    const order_id = await expectAwaiting(shop, older.cart.id)

    shop.sandbox.settle(older.reference, { status: "APPROVED" })
    await shop.captured(older.cart.id)
    expect((await expectPaidOnce(shop, older.cart.id)).id).toBe(order_id)
    expect(await shop.anomalies()).toEqual([])

    const reference = String(voucher.data.reference)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const anomaly = await shop.until(async () => (await shop.anomalies("open")).at(0) ?? null)
    const { id } = await shop.digested(reference)
    expect(anomaly).toMatchObject({ kind: "duplicate_payment", transaction_id: id, order_id })
    await expectPaidOnce(shop, older.cart.id)
  })

  it("captures a waiting order although Medusa failed at first to write its transaction", async () => {
    const { cart, reference, order_id, captured } = await waitingOrder(shop)
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    expect(await shop.digested(reference)).toMatchObject({ apply_error: expect.any(String) })
    expect(captured.data).toEqual([])
    expect((await shop.order(order_id)).transactions).toEqual([])

    await broken.mend()
    shop.advanceClock(3_600_000)
    await shop.sweep()
    await shop.captured(cart.id)
    expect((await expectPaidOnce(shop, cart.id)).id).toBe(order_id)
    expect(captured.data).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([
      expect.objectContaining({ kind: "settled_incompletely", status: "resolved", order_id }),
    ])
  })

  it("opens an anomaly about an order that Medusa failed to capture several times", async () => {
    const { cart, reference, order_id } = await waitingOrder(shop)
    const broken = await breakWriting(shop.pg, { table: "capture", event: "insert" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const opened = await shop.until(async () => {
      await shop.digested(reference)
      shop.advanceClock(3_600_000)
      await shop.sweep()
      return (await shop.anomalies("open")).at(0) ?? null
    })
    expect(opened).toMatchObject({ kind: "settled_incompletely", order_id })
    expect((await shop.row(reference)).apply_attempts).toBeGreaterThan(3)

    await broken.mend()
    shop.advanceClock(3_600_000)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])
  })
})
