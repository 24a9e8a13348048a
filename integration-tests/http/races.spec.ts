import { expectPaidOnce } from "../support/books"
import { closeGate } from "../support/gate"
import { withShop, type Shop } from "../support/shop"

type Messenger = "notification" | "return page" | "cart completion"

const ORDERS: Messenger[][] = [
  ["notification", "return page", "cart completion"],
  ["notification", "cart completion", "return page"],
  ["return page", "notification", "cart completion"],
  ["return page", "cart completion", "notification"],
  ["cart completion", "notification", "return page"],
  ["cart completion", "return page", "notification"],
]

/** A cart whose shopper has just paid; nobody has told the store yet. */
async function paidCart(shop: Shop) {
  const captured = shop.listen("payment.captured")
  const placed = shop.listen("order.placed")
  const checkout = await shop.checkout("co")
  shop.sandbox.settle(checkout.reference, { status: "APPROVED", notify: false })
  return { ...checkout, captured, placed }
}

type PaidCart = Awaited<ReturnType<typeof paidCart>>

async function deliver(shop: Shop, messenger: Messenger, paid: PaidCart) {
  switch (messenger) {
    case "notification":
      shop.sandbox.notify(paid.reference)
      return shop.sandbox.idle()
    case "return page":
      await shop.poll(paid.session.id)
      return
    case "cart completion": {
      const answer = await shop.complete(paid.cart.id)
      expect([answer.status, answer.body.type]).toEqual([200, "order"])
    }
  }
}

/** Nothing is on its way any more and the sale stands as it should, told of once. */
async function expectOneSale(shop: Shop, { cart, reference, captured, placed }: PaidCart) {
  await shop.captured(cart.id)
  await shop.digested(reference)
  await shop.sweep()
  const order = await expectPaidOnce(shop, cart.id)
  const [payment] = order.payment_collections[0].payments
  expect(captured.data).toEqual([{ id: payment.id }])
  expect(placed.data).toHaveLength(1)
  expect(await shop.row(reference)).toMatchObject({ status: "approved", order_id: order.id })
  expect(await shop.anomalies()).toEqual([])
  return order
}

withShop("notifications, polls and completions in any order", {}, (shop) => {
  it.each(ORDERS.map((order) => ({ order, name: order.join(", then ") })))(
    "makes one order, one capture, one payment.captured: $name",
    async ({ order }) => {
      const paid = await paidCart(shop)
      for (const messenger of order) {
        await deliver(shop, messenger, paid)
      }
      await expectOneSale(shop, paid)
    }
  )

  it("makes one order when ten notifications, five completions and five polls arrive at once", async () => {
    const paid = await paidCart(shop)
    shop.sandbox.notify(paid.reference, { copies: 10 })
    await Promise.all([
      ...Array.from({ length: 5 }, () => deliver(shop, "cart completion", paid)),
      ...Array.from({ length: 5 }, () => deliver(shop, "return page", paid)),
    ])
    const order = await expectOneSale(shop, paid)
    expect(await shop.poll(paid.session.id)).toMatchObject({
      status: "approved",
      order_id: order.id,
    })
    const events = await shop.pg("payin_event").where({ reference: paid.reference })
    expect(events).toEqual([expect.objectContaining({ status: "processed" })])
  })

  it("changes nothing when notifications of a settled sale come again days later", async () => {
    const paid = await paidCart(shop)
    await deliver(shop, "notification", paid)
    const before = await expectOneSale(shop, paid)

    shop.advanceClock(3 * 24 * 3600 * 1000)
    shop.sandbox.notify(paid.reference, { copies: 3, body: { top_extra_params1: "again" } })
    shop.sandbox.notify(paid.reference, { status: "REJECTED" })
    await shop.digested(paid.reference)

    expect(await expectOneSale(shop, paid)).toEqual(before)
  })

  it("settles a cart that the storefront completed, without any notification", async () => {
    const paid = await paidCart(shop)
    const answer = await shop.complete(paid.cart.id).expect(200)
    expect(answer.body).toMatchObject({ type: "order" })

    const order = await expectOneSale(shop, paid)
    expect(order.id).toBe(answer.body.order.id)
    expect((await shop.row(paid.reference)).settled_at).not.toBeNull()
    expect(shop.sandbox.counters().notifications_sent).toBe(0)
  })

  it("writes one order transaction when a notification comes while Medusa is about to write it", async () => {
    const paid = await paidCart(shop)
    const gate = await closeGate(shop.pg, { table: "order_transaction", event: "insert" })
    const completion = shop.complete(paid.cart.id).then((answer) => answer.body.type)
    await gate.arrived()

    shop.sandbox.notify(paid.reference)
    await shop.sandbox.idle()
    // The notification is looked into; what follows from it is under way.
    await shop.until(async () => ((await shop.row(paid.reference)).leased_by ? true : null))
    await gate.open()

    expect(await completion).toBe("order")
    await expectOneSale(shop, paid)
  })

  it("books nothing on an order that Medusa rolls back a moment later", async () => {
    const paid = await paidCart(shop)
    await shop.stock("CAFE-GRANO", 0)
    // Core has made order and link, and will find no stock for it.
    const gate = await closeGate(shop.pg, {
      table: "cart",
      event: "update",
      when: "new.completed_at is not null and old.completed_at is null",
    })
    const completion = shop.complete(paid.cart.id).then((answer) => answer.status)
    await gate.arrived()
    shop.sandbox.notify(paid.reference)
    await shop.sandbox.idle()
    await shop.until(async () => ((await shop.row(paid.reference)).leased_by ? true : null))
    await gate.open()
    expect(await completion).toBe(400)
    await shop.digested(paid.reference)

    const { payment_collection_id } = await shop.row(paid.reference)
    expect(await shop.pg("payment").where({ payment_collection_id })).toEqual([])
    expect(await shop.ordersOf(paid.cart.id)).toEqual([])

    await shop.stock("CAFE-GRANO", 10)
    shop.advanceClock(60_000)
    await shop.sweep()
    await shop.captured(paid.cart.id)
    await expectPaidOnce(shop, paid.cart.id)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("leaves one session and one link when the same link request is posted twice at once", async () => {
    const cart = await shop.cart("co")
    const collection = await shop.collection(cart.id)
    const [one, two] = await Promise.all([
      shop.session(collection, "co"),
      shop.session(collection, "co"),
    ])

    expect(one.data.reference).toBe(two.data.reference)
    expect(shop.sandbox.counters().create).toBe(1)
    const sessions = await shop.pg("payment_session").where({ payment_collection_id: collection })
    expect(sessions).toHaveLength(1)
    const row = await shop.row(String(one.data.reference))
    expect(row).toMatchObject({
      session_id: sessions[0].id,
      status: "pending",
      superseded_at: null,
    })
  })

  it("leaves one session when two link requests are posted at once, and watches both links", async () => {
    const cart = await shop.cart("co")
    const collection = await shop.collection(cart.id)
    const sessions = await Promise.all([
      shop.session(collection, "co", { payment_method: "PSE" }),
      shop.session(collection, "co", { payment_method: "TRANSFIYA" }),
    ])

    const live = await shop.pg("payment_session").where({ payment_collection_id: collection })
    expect(live).toHaveLength(1)
    const rows = await shop.rowsOfCart(cart.id)
    expect(rows.map((row) => row.status)).toEqual(["pending", "pending"])
    expect(rows.filter((row) => row.superseded_at === null)).toEqual([
      expect.objectContaining({ session_id: live[0].id }),
    ])
    for (const session of sessions) {
      expect(await shop.poll(session.id)).toMatchObject({ status: "pending" })
    }
  })

  it("makes one order when the shopper chooses again at the moment the old link is paid", async () => {
    const paid = await paidCart(shop)
    shop.sandbox.notify(paid.reference, { copies: 3 })
    const sessions = ["TRANSFIYA", "BREB", "PSE"].map((payment_method) =>
      shop.session(paid.collection_id, "co", { payment_method })
    )
    await Promise.allSettled(sessions)
    await shop.workUntil(async () => (await shop.ordersOf(paid.cart.id)).at(0) ?? null)
    await expectOneSale(shop, paid)
  })

  it("makes one order of two paid links of one cart, and opens an anomaly for the second payment", async () => {
    const first = await shop.checkout("co", { payment_method: "PSE" })
    const second = await shop.session(first.collection_id, "co", { payment_method: "TRANSFIYA" })
    const references = [first.reference, String(second.data.reference)]
    const captured = shop.listen("payment.captured")
    references.forEach((reference) => shop.sandbox.settle(reference, { status: "APPROVED" }))

    await shop.captured(first.cart.id)
    // Known at once; which order has the other payment, as soon as there is one.
    const anomaly = await shop.until(
      async () => (await shop.anomalies("open")).find((open) => open.order_id !== null) ?? null
    )
    const order = await expectPaidOnce(shop, first.cart.id)
    const rows = await Promise.all(references.map((reference) => shop.row(reference)))
    const spare = rows.filter((row) => row.settled_at === null)
    expect(spare).toHaveLength(1)
    expect(anomaly).toMatchObject({
      kind: "duplicate_payment",
      transaction_id: spare[0].id,
      order_id: order.id,
    })
    expect(await shop.anomalies()).toHaveLength(1)
    expect(captured.data).toHaveLength(1)
  })
})
