import { signTestWebhook } from "../../src/exports"
import { expectPaidOnce } from "../support/books"
import { capture, cardCheckout, cardOrder, cardRow } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { decidesAlone, Desk } from "../support/desk"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"

withShop("card webhooks", {}, (shop) => {
  const post = new CardPost(shop)

  /** An order whose card was asked and whose answer was lost. */
  const unanswered = async (token = "tok_test_approved") => {
    shop.sandbox.injectFault({ operation: "card_authorize", kind: "error_after", times: 1 })
    const sale = await cardOrder(shop, { token })
    expect(await cardRow(shop, sale.reference)).toMatchObject({ status: "unknown" })
    return sale
  }
  const payments = async (orderId: string) =>
    (await shop.order(orderId)).payment_collections[0].payments

  it("gives an order whose authorization got no answer one payment, which is captured once", async () => {
    post.open({ hold: true, copies: 3 })
    const { order, cart, reference } = await unanswered()
    expect(await payments(order.id)).toEqual([])

    await shop.sandbox.cards.releaseWebhooks()
    const [payment] = await shop.until(async () => {
      const made = await payments(order.id)
      return made.length > 0 ? made : null
    })
    await post.digested()
    expect(await payments(order.id)).toHaveLength(1)
    expect(await cardRow(shop, reference)).toMatchObject({
      status: "authorized",
      status_cause: "webhook",
      order_id: order.id,
    })
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)

    await capture(await shop.admin(), payment.id).expect(200)
    await post.digested()
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies()).toEqual([])
  })

  it("cancels an order whose card was declined after all", async () => {
    post.open({ hold: true })
    const { order, reference } = await unanswered("tok_test_declined")
    await shop.sandbox.cards.releaseWebhooks()
    await shop.until(async () => ((await shop.order(order.id)).status === "canceled" ? true : null))
    expect(await payments(order.id)).toEqual([])
    expect(await cardRow(shop, reference)).toMatchObject({ status: "declined" })
    expect(await shop.anomalies()).toEqual([])
  })

  it("books a capture that got no answer once, and publishes it once", async () => {
    post.open({ hold: true, copies: 2 })
    const { cart, reference, payment_id } = await cardOrder(shop)
    await post.told(reference)
    const heard = shop.listen("payment.captured")
    shop.sandbox.injectFault({ operation: "card_capture", kind: "error_after", times: 1 })
    const admin = await shop.admin()
    const refused = await capture(admin, payment_id)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(await cardRow(shop, reference)).toMatchObject({ status: "capture_unknown" })

    await shop.sandbox.cards.releaseWebhooks("reversed")
    await post.captured(cart.id)
    await post.digested()
    await post.told(reference)
    await post.sweep()
    await expectPaidOnce(shop, cart.id)
    expect(await cardRow(shop, reference)).toMatchObject({
      status: "captured",
      captured_amount: "60000",
      settled_at: expect.any(Date),
    })
    expect(shop.sandbox.cards.captures()).toHaveLength(1)
    expect(heard.data).toEqual([{ id: payment_id }])
    expect(await shop.anomalies()).toEqual([])
  })

  it("books no capture that nobody asked for, and books it once a person says that it was made", async () => {
    const { order, reference, payment_id } = await cardOrder(shop)
    await post.told(reference)
    await post.tell("transaction.captured", reference, { amount: "25000.50" })
    await post.tell("transaction.captured", reference, { amount: "25000.50", status: "APPROVED" })
    await post.digested()
    await post.sweep()
    expect(await payments(order.id)).toMatchObject([{ captures: [] }])
    expect(await shop.row(reference).catch(() => null)).toBeNull()
    const desk = await Desk.open(shop)
    const { id, actions } = await desk.find("status_changed_after_final")
    expect(actions).toEqual(["captured", "ignore"])

    await desk.decide(id, { action: "captured" })
    await shop.until(async () => {
      const [payment] = await payments(order.id)
      return payment.captures.length > 0 ? payment : null
    })
    await post.told(reference)
    await post.sweep()
    const [payment] = await payments(order.id)
    expect(payment).toMatchObject({ id: payment_id, captures: [{ amount: 25000.5 }] })
    expect(await shop.row(reference)).toMatchObject({ approved_amount: "25000.5" })
    // Medusa's operator cannot take more of it.
    const again = await capture(await shop.admin(), payment_id, 10)
    expect(again.status).toBeGreaterThanOrEqual(400)
  })

  it("makes no order of a cart whose card was never asked, whoever knows the secret", async () => {
    const { cart, reference } = await cardCheckout(shop)
    await post.tell("transaction.authorized", reference)
    await post.tell("transaction.captured", reference)
    await post.digested()
    await post.sweep()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "creating" })
    expect(await shop.ordersOf(cart.id)).toEqual([])
    expect(await shop.anomalies("open")).toMatchObject([
      { kind: "status_changed_after_final", facts: { said: "transaction.captured" } },
    ])
    // Another installation may have charged the card: it is asked once a person knows of none.
    expect((await shop.complete(cart.id)).body).toMatchObject({ type: "cart" })
    expect(shop.sandbox.cards.authorizations()).toEqual([])
    const desk = await Desk.open(shop)
    const { id } = await desk.find("status_changed_after_final")
    await desk.decide(id, { action: "ignore" })
    await shop.complete(cart.id).expect(200)
    expect(await cardRow(shop, reference)).toMatchObject({ status: "authorized" })
  })

  it("makes and pays the order of a cart whose card another installation charged, once a person says so", async () => {
    const { cart, reference } = await cardCheckout(shop)
    await post.tell("transaction.captured", reference)
    await post.digested()
    const desk = await Desk.open(shop)
    const { id, actions } = await desk.find("status_changed_after_final")
    expect(actions).toEqual(["captured", "ignore"])
    await desk.decide(id, { action: "captured" })
    await post.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(shop.sandbox.cards.authorizations()).toEqual([])
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("books a capture once when its webhook comes to Medusa's standard addresses", async () => {
    const { cart, reference } = await cardOrder(shop)
    const { transaction_id } = await cardRow(shop, reference)
    const transaction = {
      ...{ transaction_id: "taken", linked_transaction_id: transaction_id },
      ...{ transaction_type: "COMPLETION_TRANSACTION", amount: "60000.00", currency: "COP" },
    }
    await post.unansweredCapture(reference)
    const webhook = { event: "transaction.captured", data: { transaction } } as const
    const { body, headers } = signTestWebhook(webhook, { secret: CANARY.webhook_secret })
    for (const name of ["payin-card_co", "pp_payin-card_co"]) {
      await shop.http().post(`/hooks/payment/${name}`).set(headers).send(body).expect(200)
    }
    await post.digested()
    await post.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("books a capture once when its webhook comes before the webhook of the hold", async () => {
    post.open({ hold: true })
    const { cart, reference } = await unanswered()
    await post.taken(reference)
    await post.captured(cart.id)
    await shop.sandbox.cards.releaseWebhooks()
    await post.digested()
    await post.told(reference)
    await post.sweep()
    await expectPaidOnce(shop, cart.id)
    expect(await cardRow(shop, reference)).toMatchObject({
      status: "captured",
      transaction_id: expect.any(String),
    })
    expect(await shop.anomalies()).toEqual([])
  })

  it("makes the order of a cart whose completion died after the authorization was sent", async () => {
    const { cart, reference } = await cardCheckout(shop)
    await asked(reference)
    await post.taken(reference)
    await post.digested()
    await shop.workUntil(async () => {
      const { apply_after, order_id } = await cardRow(shop, reference)
      return order_id !== null && apply_after === null ? true : null
    })
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies()).toEqual([])
  })

  it("books nothing for a cart that changed, and an operator can refund the money", async () => {
    const { cart, reference } = await cardCheckout(shop)
    await asked(reference)
    await shop.changeQuantity(cart.id, 2)
    await post.taken(reference)
    await post.digested()
    const [anomaly] = await shop.until(async () => {
      const open = await shop.ledger.listPayinAnomalies({ status: "open" })
      return open.length > 0 ? open : null
    })
    const row = await shop.row(reference)
    expect(anomaly).toMatchObject({ kind: "captured_without_order", transaction_id: row.id })
    expect(await shop.ordersOf(cart.id)).toEqual([])

    const admin = await shop.admin()
    const { body } = await admin.get(`/admin/payin/anomalies/${anomaly.id}`).expect(200)
    expect(body.anomaly.actions).toEqual(["accept", "refund", "ignore"])
    const resolve = (action: string, key: string) =>
      admin
        .post(`/admin/payin/anomalies/${anomaly.id}/resolve`)
        .set("Idempotency-Key", key)
        .send({ action, note: "the shopper asked" })
    decidesAlone(shop)
    await resolve("accept", "accept-1").expect(409)
    const { body: refunded } = await resolve("refund", "refund-1").expect(200)
    expect(refunded.anomaly).toMatchObject({ status: "resolved", refund_amount: "60000" })
    await post.sweep()
    expect(await shop.ordersOf(cart.id)).toEqual([])
  })

  /** As a process leaves it that died between the service's answer and Medusa's order. */
  async function asked(reference: string): Promise<void> {
    const { id } = await cardRow(shop, reference)
    await shop
      .pg("payin_card_transaction")
      .where({ id })
      .update({ status: "unknown", sent_at: new Date(), transaction_id: `held-${reference}` })
  }
})
