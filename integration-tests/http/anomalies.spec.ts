import { expectAwaiting, expectNothingBooked, expectPaidOnce } from "../support/books"
import { Desk } from "../support/desk"
import { withShop, type Shop } from "../support/shop"

const HOUR = 3_600_000

/** Time passes and the worker works: what a decision closed must stay closed. */
async function later(shop: Shop) {
  shop.advanceClock(HOUR)
  await shop.sweep()
  await shop.sweep()
}

/** A paid link whose cart costs more by now. */
async function replaced(shop: Shop) {
  const checkout = await shop.checkout("co")
  await shop.changeQuantity(checkout.cart.id, 2)
  shop.sandbox.settle(checkout.reference, { status: "APPROVED" })
  const desk = await Desk.open(shop)
  const anomaly = await desk.find("paid_after_replaced")
  await shop.digested(checkout.reference)
  return { ...checkout, desk, anomaly }
}

/** A voucher that was paid after its waiting order was canceled. */
async function canceled(shop: Shop) {
  const checkout = await shop.checkout("co", { payment_method: "EFECTY" })
  await shop.complete(checkout.cart.id).expect(200)
  const order_id = await expectAwaiting(shop, checkout.cart.id)
  const desk = await Desk.open(shop)
  await desk.http.post(`/admin/orders/${order_id}/cancel`).expect(200)
  shop.sandbox.settle(checkout.reference, { status: "APPROVED" })
  const anomaly = await desk.find("paid_after_canceled")
  await shop.digested(checkout.reference)
  return { ...checkout, order_id, desk, anomaly }
}

/** A paid cart whose stock ran out. */
async function outOfStock(shop: Shop) {
  const checkout = await shop.checkout("co")
  await shop.stock("CAFE-GRANO", 0)
  shop.sandbox.settle(checkout.reference, { status: "APPROVED" })
  const desk = await Desk.open(shop)
  const anomaly = await desk.find("paid_without_order")
  await shop.digested(checkout.reference)
  return { ...checkout, desk, anomaly }
}

/** Two links of one cart, both paid: one made the order. */
async function paidTwice(shop: Shop) {
  const first = await shop.checkout("co", { payment_method: "PSE" })
  const second = await shop.session(first.collection_id, "co", { payment_method: "TRANSFIYA" })
  const references = [first.reference, String(second.data.reference)]
  references.forEach((reference) => shop.sandbox.settle(reference, { status: "APPROVED" }))
  await shop.captured(first.cart.id)
  const desk = await Desk.open(shop)
  const anomaly = await shop.until(async () => {
    const open = await desk.find("duplicate_payment")
    return open.order_id === null ? null : open
  })
  await Promise.all(references.map((reference) => shop.digested(reference)))
  return { ...first, desk, anomaly }
}

withShop("anomalies", {}, (shop) => {
  it("paid after the cart changed can be accepted once the cart is changed back", async () => {
    const { cart, reference, desk, anomaly } = await replaced(shop)
    expect(anomaly).toMatchObject({
      actions: ["accept", "refund", "ignore"],
      facts: {
        reference,
        asked: { amount: "60000", currency: "COP" },
        arrived: { amount: "60000", currency: "COP" },
        cart: { amount: "108000", currency: "COP" },
      },
    })
    expect(await desk.refused(anomaly.id, { action: "accept", note: "Again." }, "same")).toMatch(
      /cart changed/
    )
    expect(await desk.look(anomaly.id)).toMatchObject({ status: "open" })

    await shop.changeQuantity(cart.id, 1)
    const accepted = await desk.decide(anomaly.id, { action: "accept", note: "Again." }, "same")
    expect(accepted).toMatchObject({ action: "accept", note: "Again.", refund_amount: null })
    await expectPaidOnce(shop, cart.id)
    await desk.decide(anomaly.id, { action: "accept" })
    await later(shop)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("paid after the cart changed never pays that cart once it is refunded", async () => {
    const { cart, collection_id, reference, desk, anomaly } = await replaced(shop)
    await desk.decide(anomaly.id, { action: "refund" })
    await shop.changeQuantity(cart.id, 1)
    await later(shop)
    const next = await shop.session(collection_id, "co")
    expect(next.data).toMatchObject({ status: "pending", amount: "60000" })
    expect(next.data.reference).not.toBe(reference)
    expect((await shop.complete(cart.id)).body.type).not.toBe("order")
    await expectNothingBooked(shop, cart.id)
    expect(await shop.poll(next.id)).toMatchObject({ status: "pending" })
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("paid for a canceled order can only be refunded or ignored, and is never captured", async () => {
    const { cart, order_id, desk, anomaly, reference } = await canceled(shop)
    expect(anomaly).toMatchObject({
      order_id,
      actions: ["refund", "ignore"],
      facts: { order: { id: order_id, display_id: expect.any(Number) } },
    })
    expect(await desk.refused(anomaly.id, { action: "accept" })).toMatch(/not possible/)
    expect(await desk.decide(anomaly.id, { action: "refund" })).toMatchObject({
      refund_amount: "60000",
    })
    await later(shop)
    await expectNothingBooked(shop, cart.id)
    expect(await shop.row(reference)).toMatchObject({ settled_at: null })
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("without an order for lack of stock gets its order by accept after a restock", async () => {
    const { cart, desk, anomaly } = await outOfStock(shop)
    expect(anomaly.facts).toMatchObject({ reason: expect.any(String), order: null })
    expect(await desk.refused(anomaly.id, { action: "accept" })).toMatch(/could not be put/)
    await expectNothingBooked(shop, cart.id)
    await shop.stock("CAFE-GRANO", 10)
    await desk.decide(anomaly.id, { action: "accept" })
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it.each(["refund", "ignore"])(
    "without an order makes none after a restock once an operator chose to %s it",
    async (action) => {
      const { cart, session, desk, anomaly } = await outOfStock(shop)
      await desk.decide(anomaly.id, { action })
      await shop.stock("CAFE-GRANO", 10)
      await later(shop)
      await shop.poll(session.id)
      const completion = await shop.complete(cart.id)
      expect(completion.body.type).not.toBe("order")
      await expectNothingBooked(shop, cart.id)
      expect(await shop.anomalies("open")).toEqual([])
    }
  )

  it("is either refunded or booked, not both, when the storefront completes at the same moment", async () => {
    const { cart, reference, desk, anomaly } = await outOfStock(shop)
    await shop.stock("CAFE-GRANO", 10)
    const [completion, decision] = await Promise.all([
      shop.complete(cart.id),
      desk.resolve(anomaly.id, { action: "refund" }),
    ])
    await later(shop)
    await shop.digested(reference)
    const row = await shop.row(reference)
    if (decision.status === 200) {
      expect(completion.body.type).not.toBe("order")
      expect(row).toMatchObject({ settled_at: null, excluded_at: expect.any(Date) })
      await expectNothingBooked(shop, cart.id)
    } else {
      expect(decision.status).toBe(409)
      expect(row).toMatchObject({ settled_at: expect.any(Date), excluded_at: null })
      await expectPaidOnce(shop, cart.id)
    }
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("paid twice is refunded once, and the order keeps the other payment", async () => {
    const { cart, desk, anomaly } = await paidTwice(shop)
    expect(anomaly.actions).toEqual(["refund", "ignore"])
    expect(await desk.decide(anomaly.id, { action: "refund" })).toMatchObject({
      refund_amount: "60000",
      refund_currency: "COP",
    })
    await later(shop)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])
  })
})
