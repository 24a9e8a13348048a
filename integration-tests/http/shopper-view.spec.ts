import { reviewText } from "../../src/domain/session/shopper-view"
import { BackOffice } from "../support/back-office"
import { postCard } from "../support/card-checkout"
import { Desk } from "../support/desk"
import { withShop } from "../support/shop"
import { ONE_TRY } from "../support/shop-settings"
import { waitingOrder } from "../support/voucher"

const SHOWN = { payment_url: null, instructions: null, order_id: null }
const IN_REVIEW = { ...SHOWN, status: "in_review", message: expect.stringMatching(/.{20,}\.$/) }

withShop("what a shopper is told while they wait", ONE_TRY, (shop) => {
  /** A paid cart that changed in the meantime, so that a person decides about its money. */
  async function paidAfterChange() {
    const first = await shop.checkout()
    await shop.changeQuantity(first.cart.id, 2)
    shop.sandbox.settle(first.reference, { status: "APPROVED" })
    await shop.digested(first.reference)
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("paid_after_replaced")
    return { ...first, desk, anomaly }
  }

  it("is the link that they started last, also once it ended, when an older one was paid", async () => {
    const { collection_id, session } = await paidAfterChange()
    const next = await shop.session(collection_id, "co")
    const pending = { ...SHOWN, status: "pending", payment_url: next.data.payment_url }
    expect(await shop.poll(next.id)).toEqual({ ...pending, message: null })
    expect(await shop.poll(session.id)).toEqual({ ...pending, message: null })

    const reference = String(next.data.reference)
    shop.sandbox.settle(reference, { status: "REJECTED" })
    await shop.digested(reference)
    expect(await shop.poll(next.id)).toMatchObject({ status: "rejected", order_id: null })
  })

  it("is that the store decides while their money waits, and what became of it then", async () => {
    const { session, desk, anomaly } = await paidAfterChange()
    expect(await shop.poll(session.id)).toEqual(IN_REVIEW)
    await desk.decide(anomaly.id, { action: "refund" })
    expect(await shop.poll(session.id)).toEqual({
      ...IN_REVIEW,
      message: expect.stringContaining("devuelve"),
    })
  })

  it("is not to pay again while late money waits: no link is made, and no card asked, until a person decided", async () => {
    const { collection_id, session, reference } = await shop.checkout()
    shop.sandbox.settle(reference, { status: "REJECTED" })
    await shop.digested(reference)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const desk = await Desk.open(shop)
    const { id } = await desk.find("status_changed_after_final")
    const message = reviewText("undecided", "es")
    expect(message).toMatch(/no pagues de nuevo/)
    expect(await shop.poll(session.id)).toMatchObject({ status: "in_review", message })
    const spanish = { "accept-language": "es" }
    const posted = [
      await shop.postSession(collection_id, "co", { payment_method: "PSE" }).set(spanish),
      await postCard(shop, collection_id, { token: "tok_test_approved" }).set(spanish),
    ]
    for (const { status, body } of posted) {
      expect([status, body]).toEqual([409, { type: "conflict", message, code: "money_arriving" }])
    }
    expect(await shop.pg("payin_transaction")).toHaveLength(1)
    await desk.decide(id, { action: "ignore" })
    await shop.session(collection_id, "co")
  })

  it("is not to pay again while a person is asked about another amount that came", async () => {
    const { collection_id, session, reference } = await shop.checkout()
    shop.sandbox.settle(reference, { status: "APPROVED", amount: 50_000 })
    const desk = await Desk.open(shop)
    const { id } = await desk.find("amount_mismatch")
    await shop.digested(reference)
    const message = reviewText("other_amount", "es")
    expect(await shop.poll(session.id)).toMatchObject({ status: "in_review", message })
    const spanish = { "accept-language": "es" }
    const posted = [
      await shop.postSession(collection_id, "co", { payment_method: "PSE" }).set(spanish),
      await postCard(shop, collection_id, { token: "tok_test_approved" }).set(spanish),
    ]
    for (const { status, body } of posted) {
      expect([status, body]).toEqual([409, { type: "conflict", message, code: "money_arriving" }])
    }
    expect(await shop.pg("payin_transaction")).toHaveLength(1)
    await desk.decide(id, { action: "ignore" })
    await shop.session(collection_id, "co")
  })

  it("is the order again as soon as a person accepts the money", async () => {
    const { cart, session, desk, anomaly } = await paidAfterChange()
    await shop.changeQuantity(cart.id, 1)
    await desk.decide(anomaly.id, { action: "accept" })
    const order = await shop.captured(cart.id)
    expect(await shop.poll(session.id)).toEqual({
      status: "approved",
      payment_url: null,
      instructions: null,
      order_id: order.id,
      message: null,
    })
  })

  it("is that their order was canceled, before and after its voucher is paid", async () => {
    const { session, order_id, reference } = await waitingOrder(shop)
    const admin = await shop.admin()
    await admin.post(`/admin/orders/${order_id}/cancel`).expect(200)
    const canceled = { status: "canceled", payment_url: null, instructions: null, order_id }
    expect(await shop.poll(session.id)).toEqual({
      ...canceled,
      message: expect.stringContaining("ya no se puede pagar"),
    })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.digested(reference)
    expect(await shop.poll(session.id)).toEqual({
      ...canceled,
      message: expect.stringContaining("devuelve"),
    })
  })

  it("is that the store decides while the service calls it paid and names no amount", async () => {
    const { cart, session, reference } = await shop.checkout()
    shop.proxy.lie((answer) => ({ ...answer, amount: null }))
    shop.sandbox.settle(reference, { status: "APPROVED" })
    expect(await shop.digested(reference)).toMatchObject({ status: "pending" })
    expect(await shop.poll(session.id)).toEqual(IN_REVIEW)

    shop.proxy.tellTheTruth()
    expect((await shop.complete(cart.id)).body.type).toBe("order")
    expect(await shop.poll(session.id)).toMatchObject({ status: "approved", message: null })
  })

  it("is not to pay an order again whose expired voucher was paid late", async () => {
    const { cart, session, collection_id, order_id, reference } = await waitingOrder(shop)
    shop.sandbox.settle(reference, { status: "EXPIRED" })
    expect(await shop.digested(reference)).toMatchObject({ status: "expired" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("status_changed_after_final")
    expect(await shop.poll(session.id)).toEqual({ ...IN_REVIEW, order_id })
    const office = await BackOffice.of(shop)
    const message = expect.stringContaining(`${reference} of order ${order_id} arrived`)
    const refused = { type: "conflict", message }
    expect((await office.link(order_id).expect(409)).body).toMatchObject(refused)
    const again = await shop.postSession(collection_id, "co", {})
    expect(again.body).toMatchObject(refused)

    await desk.decide(anomaly.id, { action: "accept" })
    expect((await shop.captured(cart.id)).id).toBe(order_id)
    expect(await shop.poll(session.id)).toMatchObject({ status: "approved", order_id })
  })

  it("is that their paid order was canceled", async () => {
    const { cart, session, reference } = await shop.checkout()
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const order = await shop.captured(cart.id)
    const admin = await shop.admin()
    await admin.post(`/admin/orders/${order.id}/cancel`).expect(200)
    expect(await shop.poll(session.id)).toMatchObject({ status: "canceled", order_id: order.id })
  })
})
