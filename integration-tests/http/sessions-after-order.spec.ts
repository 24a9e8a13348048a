import type { RefusalCode } from "../../src/domain/error/refusal-code"
import { getPaymentLink } from "../../src/exports"
import { BackOffice } from "../support/back-office"
import { cardOrder } from "../support/card-checkout"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"
import { ONE_TRY } from "../support/shop-settings"

const TOTAL = 60_000

async function waitingOrder(shop: Shop) {
  const checkout = await shop.checkout("co", { payment_method: "EFECTY" })
  const answer = await shop.complete(checkout.cart.id).expect(200)
  const order_id: string = answer.body.order.id
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

async function sessionsOf(shop: Shop, payment_collection_id: string) {
  const rows: { id: string; status: string }[] = await shop
    .pg("payment_session")
    .where({ payment_collection_id })
  return rows
}

withShop("payment sessions after the order", ONE_TRY, (shop) => {
  const post = (id: string) =>
    shop.postSession(id, "co", { payment_method: "PSE", customer_data: CANARY.co })

  async function expectRefused(collection_id: string, message: RegExp, code: RefusalCode) {
    const before = await sessionsOf(shop, collection_id)
    const { create } = shop.sandbox.counters()
    const answer = await post(collection_id)
    expect([answer.status, answer.body]).toEqual([
      409,
      { type: "conflict", message: expect.stringMatching(message), code },
    ])
    expect(await sessionsOf(shop, collection_id)).toEqual(before)
    expect(shop.sandbox.counters().create).toBe(create)
  }

  it("a second tab of a paid order gets no new link, and the payment keeps its session", async () => {
    const { cart, collection_id, reference } = await shop.checkout()
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    await expectRefused(collection_id, /owes nothing/, "nothing_owed")
  })

  it("an order that waits for its voucher may be paid in another way, and is captured once", async () => {
    const { collection_id, order_id, reference, office } = await waitingOrder(shop)
    const answer = await post(collection_id).expect(200)
    const [session] = answer.body.payment_collection.payment_sessions
    expect(await shop.row(session.data.reference)).toMatchObject({ order_id })

    shop.sandbox.settle(session.data.reference, { status: "APPROVED" })
    await shop.settled(session.data.reference)
    expect(await office.shown(order_id)).toMatchObject({ payment_status: "captured" })
    await expectRefused(collection_id, /owes nothing/, "nothing_owed")
    expect(await shop.anomalies()).toEqual([])

    shop.sandbox.settle(reference, { status: "APPROVED" })
    const anomaly = await shop.until(async () => (await shop.anomalies("open")).at(0) ?? null)
    expect(anomaly).toMatchObject({ kind: "duplicate_payment", order_id })
  })

  it("nobody names a refund account for an order: only its shopper has its cart, and anybody may have its payment", async () => {
    const { collection_id, order_id } = await waitingOrder(shop)
    const before = await sessionsOf(shop, collection_id)
    const link = await getPaymentLink(shop.container, { order_id })
    const refund_destination = { ...CANARY.refund_destination, account_type: "AHORRO" }
    for (const [language, says] of [
      ["en", /only while the order is not placed/],
      ["es", /solo antes de hacer el pedido/],
    ] as const) {
      const answer = await shop
        .postSession(collection_id, "co", {
          ...{ payment_method: "PSE", customer_data: CANARY.co, refund_destination },
        })
        .set("accept-language", language)
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          type: "invalid_data",
          field: "refund_destination",
          message: expect.stringMatching(says),
        },
      ])
    }
    expect(await sessionsOf(shop, collection_id)).toEqual(before)
    expect(await getPaymentLink(shop.container, { order_id })).toEqual(link)
  })

  it("a shopper whose payment arrived with another amount is not asked a second time", async () => {
    const { collection_id, order_id, reference } = await waitingOrder(shop)
    shop.sandbox.settle(reference, { status: "APPROVED", amount: 50_000 })
    await shop.until(async () => (await shop.anomalies("open")).at(0) ?? null)
    await expectRefused(
      collection_id,
      new RegExp(`${reference} of order ${order_id} arrived`),
      "money_arriving"
    )
  })

  it("a canceled order accepts no further payment", async () => {
    const { collection_id, order_id, office } = await waitingOrder(shop)
    await office.http.post(`/admin/orders/${order_id}/cancel`).send({}).expect(200)
    await expectRefused(collection_id, /is canceled/, "order_canceled")
  })

  it("an order whose card is only held is not paid a second time", async () => {
    const { order, collection_id } = await cardOrder(shop)
    const other = await collectionOf(await BackOffice.of(shop), order.id)

    for (const id of [collection_id, other]) {
      await expectRefused(
        id,
        /pp_payin-card_co holds a payment of order .* captured or canceled/,
        "payment_held"
      )
    }
  })

  it("Medusa's admin route refuses a wrong value or too large an amount, and keeps the live session", async () => {
    const { collection_id, order_id, office } = await waitingOrder(shop)
    const before = await sessionsOf(shop, collection_id)
    const ask = (id: string, data: object) =>
      office.http
        .post(`/admin/payment-collections/${id}/payment-sessions`)
        .send({ provider_id: "pp_payin_co", data })

    const wrong = await ask(collection_id, { payment_method: "YAPE" })
    expect([wrong.status, wrong.body]).toMatchObject([400, { field: "payment_method" }])
    const larger = await collectionOf(office, order_id, 2 * TOTAL)
    const refused = await ask(larger, { payment_method: "PSE", customer_data: CANARY.co })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/asks for 120000, while its order owes 60000/),
    ])
    expect(await sessionsOf(shop, collection_id)).toEqual(before)

    const made = await ask(collection_id, { payment_method: "PSE", own: "value" }).expect(200)
    const [session] = made.body.payment_collection.payment_sessions
    expect(Object.keys(session.data)).not.toContain("own")
  })

  it("an operator cannot put a refund account into a shopper's session, nor say whose a card is, and keeps the live session", async () => {
    const { collection_id, office } = await waitingOrder(shop)
    const before = await sessionsOf(shop, collection_id)
    const { bank, account_number } = CANARY.refund_destination
    const refund_destination = { bank, account_number, account_type: "AHORRO" }
    const data = { payment_method: "PSE", customer_data: CANARY.co, refund_destination }
    const path = `/admin/payment-collections/${collection_id}/payment-sessions`
    const refused = await office.http.post(path).send({ provider_id: "pp_payin_co", data })
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        ...{ type: "invalid_data", field: "refund_destination" },
        message: expect.stringMatching(/orders\/:id\/refund/),
      },
    ])
    const card = { provider_id: "pp_payin-card_co", data: { customer_data: CANARY.co } }
    const answer = await office.http.post(path).send(card)
    expect([answer.status, answer.body.field]).toEqual([400, "customer_data.legal_doc"])
    expect(await sessionsOf(shop, collection_id)).toEqual(before)
    expect(await shop.pg("payin_transaction").whereNotNull("refund_destination_sealed")).toEqual([])
  })

  it("Medusa's admin route leaves one session and one link when several requests come at once", async () => {
    const { collection_id, office } = await waitingOrder(shop)
    const { create } = shop.sandbox.counters()
    const ask = () =>
      office.http
        .post(`/admin/payment-collections/${collection_id}/payment-sessions`)
        .send({
          provider_id: "pp_payin_co",
          data: { payment_method: "PSE", customer_data: CANARY.co },
        })
        .expect(200)
    await Promise.all([ask(), ask(), ask()])
    expect(await sessionsOf(shop, collection_id)).toHaveLength(1)
    expect(shop.sandbox.counters().create).toBe(create + 1)
  })
})
