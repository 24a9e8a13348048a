import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { getPaymentLink } from "../../src/exports"
import { BackOffice } from "../support/back-office"
import { breakWriting } from "../support/gate"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"
import { ONE_TRY } from "../support/shop-settings"

/** What one more bag of coffee costs. */
const GRAIN = 48_000

/** A paid order that grew by one bag of coffee: it owes the price of it. */
async function grownOrder(shop: Shop) {
  const { cart, reference } = await shop.checkout()
  shop.sandbox.settle(reference, { status: "APPROVED" })
  const order = await shop.captured(cart.id)
  const office = await BackOffice.of(shop)
  const order_id: string = order.id
  await office.edit(order_id, { "CAFE-GRANO": 2 })
  return { office, order_id, created: shop.sandbox.counters().create }
}

async function linkOf(office: BackOffice, orderId: string, body: Record<string, unknown> = {}) {
  const answer = await office.link(orderId, body).expect(200)
  const link: { reference: string; amount: string; transaction_id: string } =
    answer.body.payment_link
  return link
}

async function settled(shop: Shop, reference: string) {
  return shop.until(async () => {
    const row = await shop.row(reference)
    return row.settled_at === null ? null : row
  })
}

async function amountsOn(shop: Shop, orderId: string): Promise<number[]> {
  const { transactions } = await shop.order(orderId)
  return transactions.map((one: { amount: unknown }) => Number(one.amount)).sort()
}

withShop("payment links of orders", ONE_TRY, (shop) => {
  it("asks for what an edited order owes, and captures it on the order once it is paid", async () => {
    const { office, order_id } = await grownOrder(shop)
    const captured = shop.listen("payment.captured")
    const placed = shop.listen("order.placed")

    const { body } = await office.link(order_id).expect(200)

    expect(body.payment_link).toEqual({
      transaction_id: expect.stringMatching(/^payin_/),
      order_id,
      account: "co",
      reference: expect.stringMatching(/^pin_/),
      ticket: expect.any(String),
      payment_url: expect.stringMatching(/^http/),
      instructions: null,
      amount: String(GRAIN),
      currency: "COP",
      payment_method: "ALL_METHODS",
      expires_at: expect.stringMatching(/Z$/),
      status: "pending",
    })
    const { reference } = body.payment_link
    const row = await shop.row(reference)
    expect(row).toMatchObject({ order_id, cart_id: null })
    const fetched = () =>
      Promise.all(
        [{ order_id }, { session_id: String(row.session_id) }].map((of) =>
          getPaymentLink(shop.container, of)
        )
      )
    const link = { url: body.payment_link.payment_url, expires_at: row.expires_at }
    expect(await fetched()).toEqual([link, link])

    shop.sandbox.settle(reference, { status: "APPROVED", notify: { copies: 5 } })
    await settled(shop, reference)
    await shop.digested(reference)
    shop.advanceClock(3_600_000)
    await shop.sweep()
    expect(await office.shown(order_id)).toMatchObject({
      payment_status: "captured",
      summary: { pending_difference: 0, paid_total: 108_000 },
    })
    expect(await amountsOn(shop, order_id)).toEqual([GRAIN, 60_000])
    expect(await fetched()).toEqual([null, null])
    expect(captured.data).toHaveLength(1)
    expect(placed.data).toEqual([])
    expect(await shop.poll(String(row.session_id))).toMatchObject({ status: "approved", order_id })
    expect(await shop.anomalies()).toEqual([])
    const again = await office.link(order_id)
    expect([again.status, again.body]).toEqual([
      409,
      { type: "conflict", message: expect.stringMatching(/owes nothing/), code: "nothing_owed" },
    ])
  })

  it("gives the same link for the same link request; a request without fields returns the open link", async () => {
    const { office, order_id, created } = await grownOrder(shop)
    const wanted = { payment_method: "PSE", description: "One more bag" }
    const first = await linkOf(office, order_id, wanted)

    expect(await linkOf(office, order_id, wanted)).toEqual(first)
    expect(await linkOf(office, order_id)).toEqual(first)
    expect(shop.sandbox.counters().create).toBe(created + 1)
    expect(await linkOf(office, order_id, { payment_method: "BREB" })).not.toEqual(first)
    expect((await shop.row(first.reference)).superseded_at).not.toBeNull()
  })

  it("makes one link when two operators ask at once", async () => {
    const { office, order_id, created } = await grownOrder(shop)
    const wanted = { payment_method: "PSE" }
    const links = await Promise.all([1, 2, 3, 4].map(() => linkOf(office, order_id, wanted)))

    expect(new Set(links.map((link) => link.reference)).size).toBe(1)
    expect(shop.sandbox.counters().create).toBe(created + 1)
    const row = await shop.row(links[0].reference)
    const sessions = await shop
      .pg("payment_session")
      .where({ payment_collection_id: row.payment_collection_id })
    expect(sessions).toMatchObject([{ id: row.session_id }])
  })

  it("replaces a link once per Idempotency-Key, and answers the key again with the same link", async () => {
    const { office, order_id, created } = await grownOrder(shop)
    const first = await linkOf(office, order_id)
    const replace = (body: object = {}) =>
      office.link(order_id, { replace: true, ...body }, "key-1")

    const answers = [await replace().expect(200), await replace().expect(200)]
    const [second] = answers.map(({ body }) => body.payment_link)
    expect(answers[1].body).toEqual(answers[0].body)
    expect(second.reference).not.toBe(first.reference)
    expect(shop.sandbox.counters().create).toBe(created + 2)
    expect((await shop.row(first.reference)).superseded_at).not.toBeNull()
    expect(await linkOf(office, order_id)).toMatchObject({ reference: second.reference })

    expect((await replace({ description: "other" })).status).toBe(409)
    const keyless = await office.http.post(`/admin/payin/orders/${order_id}/payment-link`).send({})
    expect([keyless.status, keyless.body.field]).toEqual([400, "Idempotency-Key"])
    expect(shop.sandbox.counters().create).toBe(created + 2)
  })

  it("asks the service once although Medusa failed to keep the session of the link", async () => {
    const { office, order_id, created } = await grownOrder(shop)
    const broken = await breakWriting(shop.pg, { table: "payment_session", event: "update" })
    expect((await office.link(order_id, {}, "key-1")).status).toBe(500)
    const rows = await shop.ledger.listPayinTransactions({ order_id, status: "pending" })
    expect(rows).toHaveLength(1)

    await broken.mend()
    const { body } = await office.link(order_id, {}, "key-1").expect(200)
    expect(body.payment_link.reference).toBe(rows[0].reference)
    expect(shop.sandbox.counters().create).toBe(created + 1)
    shop.sandbox.settle(rows[0].reference, { status: "APPROVED" })
    await settled(shop, rows[0].reference)
    expect(await amountsOn(shop, order_id)).toEqual([GRAIN, 60_000])
  })

  it("makes a new link for another amount, and captures the link that is paid", async () => {
    const { office, order_id } = await grownOrder(shop)
    const older = await linkOf(office, order_id)
    const { session_id } = await shop.row(older.reference)
    const handedOut = () =>
      Promise.all(
        [{ order_id }, { session_id: String(session_id) }].map((of) =>
          getPaymentLink(shop.container, of)
        )
      )
    expect(await handedOut()).not.toContain(null)
    await office.edit(order_id, { "CAFE-GRANO": 3 })
    // It pays another amount than the order owes now.
    expect(await handedOut()).toEqual([null, null])
    const newer = await linkOf(office, order_id)
    expect([older.amount, newer.amount]).toEqual([String(GRAIN), String(2 * GRAIN)])

    shop.sandbox.settle(older.reference, { status: "APPROVED" })
    await settled(shop, older.reference)
    expect(await office.shown(order_id)).toMatchObject({
      summary: { pending_difference: GRAIN, paid_total: 60_000 + GRAIN },
    })

    const rest = await linkOf(office, order_id)
    expect(rest.amount).toBe(String(GRAIN))
    shop.sandbox.settle(rest.reference, { status: "APPROVED" })
    await settled(shop, rest.reference)
    expect(await office.shown(order_id)).toMatchObject({
      payment_status: "captured",
      summary: { pending_difference: 0 },
    })
    expect(await shop.anomalies()).toEqual([])

    shop.sandbox.settle(newer.reference, { status: "APPROVED" })
    const anomaly = await shop.until(async () => (await shop.anomalies("open")).at(0) ?? null)
    expect(anomaly).toMatchObject({
      kind: "duplicate_payment",
      transaction_id: newer.transaction_id,
      order_id,
    })
    expect(await amountsOn(shop, order_id)).toEqual([GRAIN, GRAIN, 60_000])
  })

  it("captures one of two links that are paid at the same moment, and opens an anomaly for the other", async () => {
    const { office, order_id } = await grownOrder(shop)
    const first = await linkOf(office, order_id, { payment_method: "PSE" })
    // A collection of its own: what another tool of the store may make for the same debt.
    const made = await office.http
      .post("/admin/payment-collections")
      .send({ order_id, amount: GRAIN })
      .expect(200)
    const posted = await office.http
      .post(`/admin/payment-collections/${made.body.payment_collection.id}/payment-sessions`)
      .send({
        provider_id: "pp_payin_co",
        data: { payment_method: "PSE", customer_data: CANARY.co },
      })
      .expect(200)
    const second = posted.body.payment_collection.payment_sessions[0].data.reference
    const captured = shop.listen("payment.captured")

    const references = [first.reference, second]
    references.forEach((one) => shop.sandbox.settle(one, { status: "APPROVED", notify: false }))
    references.forEach((one) => shop.sandbox.notify(one, { copies: 3 }))

    const anomaly = await shop.until(async () => {
      await shop.sweep()
      return (await shop.anomalies("open")).at(0) ?? null
    })
    await shop.until(async () => {
      const rows = await Promise.all(references.map((one) => shop.row(one)))
      return rows.some((row) => row.settled_at !== null) ? true : null
    })
    shop.advanceClock(5_000)
    await shop.sweep()
    await Promise.all(references.map((one) => shop.digested(one)))
    await shop.sweep()
    expect(anomaly).toMatchObject({ kind: "duplicate_payment", order_id })
    expect(await shop.anomalies()).toHaveLength(1)
    expect(captured.data).toHaveLength(1)
    expect(await amountsOn(shop, order_id)).toEqual([GRAIN, 60_000])
  })

  it("captures nothing on an order that was canceled while its link was open, and opens an anomaly", async () => {
    const { office, order_id } = await grownOrder(shop)
    const link = await linkOf(office, order_id)
    await cancelOrderWorkflow(shop.container).run({ input: { order_id } })
    await shop.until(async () => (await shop.row(link.reference)).superseded_at)
    const before = await amountsOn(shop, order_id)

    shop.sandbox.settle(link.reference, { status: "APPROVED" })
    const anomaly = await shop.until(
      async () =>
        (await shop.anomalies("open")).find((one) => one.kind === "paid_after_canceled") ?? null
    )
    expect(anomaly).toMatchObject({ transaction_id: link.transaction_id, order_id })
    expect(await amountsOn(shop, order_id)).toEqual(before)
    expect((await office.link(order_id)).body).toMatchObject({
      type: "conflict",
      message: expect.stringMatching(/is canceled/),
    })
  })
})
