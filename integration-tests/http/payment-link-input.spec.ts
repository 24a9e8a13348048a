import { BackOffice } from "../support/back-office"
import { CANARY } from "../support/personal-data"
import { withShop, type MarketCode, type Shop } from "../support/shop"
import { ONE_TRY } from "../support/shop-settings"

/** An order that was placed with Medusa's manual payment, which holds nothing: it owes all of it. */
async function manualOrder(shop: Shop, market: MarketCode = "co") {
  const cart = await shop.cart(market)
  const collection_id = await shop.collection(cart.id)
  await shop
    .http()
    .post(`/store/payment-collections/${collection_id}/payment-sessions`)
    .send({ provider_id: "pp_system_default" })
    .expect(200)
  const completed = await shop.complete(cart.id).expect(200)
  const order_id: string = completed.body.order.id
  return { office: await BackOffice.of(shop), order_id, total: cart.total }
}

async function sessionIds(shop: Shop): Promise<string[]> {
  const rows: { id: string }[] = await shop.pg("payment_session").orderBy("id")
  return rows.map(({ id }) => id)
}

const who = { legal_doc_type: CANARY.co.legal_doc_type, legal_doc: CANARY.co.legal_doc }

withShop("the input of a payment link", ONE_TRY, (shop) => {
  it("asks for customer data that order and earlier payments lack, before a session or link is made", async () => {
    const { office, order_id } = await manualOrder(shop)
    const sessions = await sessionIds(shop)

    const answer = await office.link(order_id)

    expect([answer.status, answer.body]).toMatchObject([
      400,
      {
        type: "invalid_data",
        field: "customer_data.legal_doc_type",
        fields: [{ name: "legal_doc_type" }, { name: "legal_doc" }],
      },
    ])
    expect(await sessionIds(shop)).toEqual(sessions)
    expect(shop.sandbox.counters().create).toBe(0)
  })

  it("makes a link for an order placed with manual payment, and publishes no second order or capture event", async () => {
    const { office, order_id, total } = await manualOrder(shop)
    const placed = shop.listen("order.placed")
    const captured = shop.listen("payment.captured")
    const { body } = await office.link(order_id, { customer_data: who }).expect(200)
    const { reference } = body.payment_link
    expect(body.payment_link).toMatchObject({ amount: String(total), currency: "COP" })

    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.settled(reference)
    shop.advanceClock(3_600_000)
    await shop.sweep()
    expect(await office.shown(order_id)).toMatchObject({
      payment_status: "captured",
      summary: { pending_difference: 0, paid_total: total },
    })
    expect(placed.data).toEqual([])
    expect(captured.data).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([])
  })

  it("publishes no second order.placed when the link uses the collection of another provider's checkout", async () => {
    const { office, order_id } = await manualOrder(shop)
    // As a provider leaves it whose payment is authorized later.
    await shop.pg("payment").delete()
    await shop.pg("payment_session").update({ status: "pending_authorization" })
    await shop.pg("payment_collection").update({ status: "awaiting" })
    const placed = shop.listen("order.placed")
    const { body } = await office.link(order_id, { customer_data: who }).expect(200)
    const { reference } = body.payment_link
    expect(await shop.pg("payment_collection")).toHaveLength(1)

    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.settled(reference)
    shop.advanceClock(3_600_000)
    await shop.sweep()
    expect(placed.data).toEqual([])
  })

  it("remembers the payer's document from the first link, without showing it", async () => {
    const { office, order_id } = await manualOrder(shop)
    await office.link(order_id, { customer_data: who }).expect(200)
    const { body, text } = await office.link(order_id, { replace: true }).expect(200)

    expect(body.payment_link.status).toBe("pending")
    expect(text).not.toContain(who.legal_doc)
    const { session_id } = await shop.row(body.payment_link.reference)
    const session = await shop.pg("payment_session").where({ id: session_id }).first()
    expect(JSON.stringify(session)).not.toContain(who.legal_doc)
  })

  it("asks for a method where the country has no ALL_METHODS, and uses the order's currency", async () => {
    const { office, order_id, total } = await manualOrder(shop, "pe")
    const customer_data = CANARY.pe

    const asked = await office.link(order_id, { customer_data })
    expect([asked.status, asked.body]).toMatchObject([
      400,
      { field: "payment_method", fields: [{ name: "payment_method" }] },
    ])
    const made = await office.link(order_id, { customer_data, payment_method: "QR" }).expect(200)
    expect(made.body.payment_link).toMatchObject({
      account: "pe",
      currency: "PEN",
      amount: String(total),
      payment_method: "QR",
    })
  })

  it("names the wrong field, makes no link and leaves the payment sessions unchanged", async () => {
    const { office, order_id } = await manualOrder(shop)
    const sessions = await sessionIds(shop)
    const wrongs: [field: string, wrong: object][] = [
      ["account", { account: "mx" }],
      ["account", { account: "pe" }],
      ["account", { account: "NOT AN ID" }],
      ["payment_method", { payment_method: "YAPE" }],
      ["customer_data.legal_doc_type", { customer_data: { legal_doc_type: "DNI" } }],
      ["expiration_time", { expiration_time: -5 }],
      ["description", { description: 7 }],
      ["replace", { replace: "yes" }],
      ["amount", { amount: "1" }],
      ["refund_destination", { refund_destination: {} }],
    ]

    for (const [field, wrong] of wrongs) {
      const answer = await office.link(order_id, { customer_data: who, ...wrong })
      expect([wrong, answer.status, answer.body]).toMatchObject([
        wrong,
        400,
        { type: "invalid_data", field, message: expect.stringContaining(field) },
      ])
      expect([wrong, await sessionIds(shop)]).toEqual([wrong, sessions])
    }
    expect(shop.sandbox.counters().create).toBe(0)
  })

  it("answers 404 for an unknown order, and 401 without a signed-in operator", async () => {
    const office = await BackOffice.of(shop)
    for (const id of ["order_unknown", "%00", "a%20b", "x".repeat(300)]) {
      expect((await office.link(id)).status).toBe(404)
    }
    await shop.http().post("/admin/payin/orders/order_unknown/payment-link").send({}).expect(401)
  })

  it("keeps the key unused after an unclear answer of the service, and makes the link with it later", async () => {
    const { office, order_id } = await manualOrder(shop)
    const ask = () => office.link(order_id, { customer_data: who }, "key-1")
    shop.sandbox.injectFault({ operation: "create", kind: "reset_after" })

    const failed = await ask()
    expect([failed.status, failed.body.message]).toEqual([500, expect.stringMatching(/try again/)])
    const made = await ask().expect(200)
    const rows = await shop.ledger.listPayinTransactions({ order_id })
    expect(rows).toHaveLength(2)
    expect(rows.filter((row) => row.superseded_at === null)).toMatchObject([
      { reference: made.body.payment_link.reference },
    ])
  })

  it("reports the reason when the service refuses, and makes a link on the next request", async () => {
    const { office, order_id } = await manualOrder(shop)
    const wanted = { customer_data: who, payment_method: "PSE" }
    shop.sandbox.configure({ limits: { COP: { PSE: { min: 1_000_000 } } } })

    const refused = await office.link(order_id, wanted)
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { type: "invalid_data", message: expect.stringMatching(/service refused the request/) },
    ])
    shop.sandbox.configure({ limits: { COP: {} } })
    await office.link(order_id, wanted).expect(200)
  })

  it("makes a link although the provider is switched off in the order's region", async () => {
    const { office, order_id } = await manualOrder(shop)
    await office.http
      .post(`/admin/regions/${shop.store.regions.co}`)
      .send({ payment_providers: ["pp_system_default"] })
      .expect(200)
    await office.link(order_id, { customer_data: who }).expect(200)
  })

  it("makes no link while another provider holds money for the order", async () => {
    const { office, order_id } = await manualOrder(shop)
    await shop.pg("payment").update({ provider_id: "pp_other_provider" })
    const answer = await office.link(order_id, { customer_data: who })
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringMatching(/pp_other_provider holds/),
    ])
  })

  it("makes no link while another provider's hold is captured in part: the rest may still be captured", async () => {
    const { office, order_id, total } = await manualOrder(shop)
    const payment: { id: string } = await shop.pg("payment").first()
    await office.http
      .post(`/admin/payments/${payment.id}/capture`)
      .send({ amount: 1000 })
      .expect(200)
    await shop.pg("payment").update({ provider_id: "pp_other_provider" })

    const answer = await office.link(order_id, { customer_data: who })

    expect([answer.status, answer.body.code]).toEqual([409, "payment_held"])
    const collections: { amount: string }[] = await shop.pg("payment_collection")
    expect(collections.map(({ amount }) => Number(amount))).toEqual([total])
  })
})
