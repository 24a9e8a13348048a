import { BackOffice } from "../support/back-office"
import { closeGate } from "../support/gate"
import { calmSchedules } from "../support/lookups"
import { withShop, type Shop } from "../support/shop"
import { ONE_TRY } from "../support/shop-settings"

const TOTAL = 60_000

async function waitingOrder(shop: Shop) {
  const checkout = await shop.checkout("co", { payment_method: "EFECTY" })
  const answer = await shop.complete(checkout.cart.id).expect(200)
  const order_id: string = answer.body.order.id
  await calmSchedules(shop)
  return { ...checkout, order_id, office: await BackOffice.of(shop) }
}

/** A second payment collection of the order, which is what Medusa lets an operator mark as paid. */
async function collectionOf(office: BackOffice, order_id: string, amount = TOTAL): Promise<string> {
  const made = await office.http
    .post("/admin/payment-collections")
    .send({ order_id, amount })
    .expect(200)
  return made.body.payment_collection.id
}

const mark = (office: BackOffice, collection: string, order_id: string, provider_id?: string) =>
  office.http
    .post(`/admin/payment-collections/${collection}/mark-as-paid`)
    .send({ order_id, ...(provider_id && { provider_id }) })

const check = (office: BackOffice, order_id: string, payment_session_id: string) =>
  office.http
    .post(`/admin/orders/${order_id}/payment-sessions/authorize`)
    .send({ payment_session_id })

async function sessionsOf(shop: Shop, payment_collection_id: string) {
  const rows: { id: string; status: string }[] = await shop
    .pg("payment_session")
    .where({ payment_collection_id })
  return rows
}

withShop("orders that an operator marks as paid", ONE_TRY, (shop) => {
  it("are refused with our provider, before a link is made", async () => {
    const { office, order_id } = await waitingOrder(shop)
    const collection = await collectionOf(office, order_id)
    const { create } = shop.sandbox.counters()

    const refused = await mark(office, collection, order_id, "pp_payin_co")

    expect([refused.status, refused.body]).toEqual([
      400,
      {
        type: "not_allowed",
        field: "provider_id",
        message: expect.stringMatching(/cannot be marked as paid by hand.*payment-link/),
      },
    ])
    expect(shop.sandbox.counters().create).toBe(create)
    expect(await sessionsOf(shop, collection)).toEqual([])
  })

  it("withdraw the order's voucher, and money that it still brings is not booked a second time", async () => {
    const { office, order_id, reference, session } = await waitingOrder(shop)
    expect((await shop.poll(session.id)).payment_url).toMatch(/^http/)
    await mark(office, await collectionOf(office, order_id), order_id).expect(200)
    await shop.until(async () => (await shop.row(reference)).superseded_at)
    expect(await shop.poll(session.id)).toMatchObject({ order_id, payment_url: null })

    shop.sandbox.settle(reference, { status: "APPROVED" })
    const anomaly = await shop.until(async () => (await shop.anomalies("open")).at(0) ?? null)
    const row = await shop.digested(reference)
    expect(anomaly).toMatchObject({
      kind: "duplicate_payment",
      transaction_id: row.id,
      order_id,
    })
    expect(await office.shown(order_id)).toMatchObject({
      summary: { paid_total: TOTAL, pending_difference: 0 },
    })
  })

  it("are refused when a payment of ours is being booked on the order at the same moment", async () => {
    const { office, order_id, reference } = await waitingOrder(shop)
    const collection = await collectionOf(office, order_id)
    const gate = await closeGate(shop.pg, { table: "capture", event: "insert" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await gate.arrived()

    const marking = mark(office, collection, order_id).then(({ status, body }) => [status, body])
    await gate.open()

    expect(await marking).toEqual([
      409,
      { type: "conflict", message: expect.stringMatching(/owes nothing/), code: "nothing_owed" },
    ])
    expect(await office.shown(order_id)).toMatchObject({ summary: { paid_total: TOTAL } })
  })

  it("book a voucher once when an operator checks its status repeatedly while notifications come", async () => {
    const { office, order_id, reference, session } = await waitingOrder(shop)
    const captured = shop.listen("payment.captured")
    const early = await check(office, order_id, session.id).expect(200)
    expect(early.body).toMatchObject({ is_authorized: false })

    shop.sandbox.settle(reference, { status: "APPROVED", notify: { copies: 5 } })
    const checks = await Promise.all([1, 2, 3, 4, 5].map(() => check(office, order_id, session.id)))
    expect(checks.filter(({ status }) => status >= 500)).toEqual([])

    await shop.workUntil(async () => (await shop.row(reference)).settled_at)
    await shop.digested(reference)
    const order = await shop.order(order_id)
    expect(order.transactions).toHaveLength(1)
    expect(order.payment_collections[0].payments).toHaveLength(1)
    expect(order.payment_collections[0].payments[0].captures).toHaveLength(1)
    expect(captured.data).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([])
  })

  it("publish payment.captured when an operator's status check found a payment without a notification", async () => {
    const { office, order_id, reference, session } = await waitingOrder(shop)
    const captured = shop.listen("payment.captured")
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })

    const checked = await check(office, order_id, session.id).expect(200)
    expect(checked.body).toMatchObject({ is_authorized: true })
    shop.advanceClock(60_000)
    await shop.sweep()
    expect((await shop.row(reference)).settled_at).not.toBeNull()
    expect(captured.data).toHaveLength(1)
    expect(await office.shown(order_id)).toMatchObject({ payment_status: "captured" })
  })

  it("book nothing by a status check once the order was marked as paid", async () => {
    const { office, order_id, reference, session } = await waitingOrder(shop)
    await mark(office, await collectionOf(office, order_id), order_id).expect(200)
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })

    const checked = await check(office, order_id, session.id)
    expect([checked.status, checked.body.message]).toEqual([
      409,
      expect.stringMatching(/owes noth/),
    ])
    expect(await office.shown(order_id)).toMatchObject({ summary: { paid_total: TOTAL } })
  })

  it("are booked on orders that never had a payment link", async () => {
    const office = await BackOffice.of(shop)
    const order_id = await office.draft()
    const collection = await collectionOf(office, order_id, 48_000)
    await mark(office, collection, order_id).expect(200)
    expect(await office.shown(order_id)).toMatchObject({ summary: { pending_difference: 0 } })
  })
})
