import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow, createOrderFulfillmentWorkflow } from "@medusajs/medusa/core-flows"
import { closeOrphans } from "../../src/workflows/settle/orphans"
import { BackOffice } from "../support/back-office"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"
import { ONE_TRY } from "../support/shop-settings"
import {
  expectKept,
  expectReleased,
  lapse,
  sessionRow,
  told,
  waitingOrder,
  type Waiting,
} from "../support/voucher"

/** Longer than the first waits between two tries, shorter than a lease or a turn lasts. */
const MINUTE = 60_000

/** The voucher is rejected, and whatever follows from that has been done. */
async function rejected(shop: Shop, { reference }: Waiting): Promise<void> {
  const { fence } = await shop.row(reference)
  shop.sandbox.settle(reference, { status: "REJECTED" })
  await triedToEnd(shop, reference, fence)
}

/** Waits until somebody who tried to end a link has given its lease back. */
async function triedToEnd(shop: Shop, reference: string, fence: number): Promise<void> {
  await shop.until(async () => {
    const row = await shop.digested(reference)
    return row.end_attempts > 0 && row.fence > fence && row.leased_by === null ? true : null
  })
}

/** As if a link had been rejected that its service speaks of otherwise. */
async function calledRejected(shop: Shop, reference: string): Promise<void> {
  await shop
    .pg("payin_transaction")
    .where({ reference })
    .update({ status: "rejected", end_after: shop.pg.fn.now(), lookup_after: null })
}

withShop("orders that must not be canceled", ONE_TRY, (shop) => {
  it("stays when a lookup reports the rejected payment as approved", async () => {
    const waiting = await waitingOrder(shop)
    await calledRejected(shop, waiting.reference)
    shop.sandbox.settle(waiting.reference, { status: "APPROVED", notify: false })
    await shop.sweep()
    await expectKept(shop, waiting)
    expect(await shop.anomalies("open")).toMatchObject([{ kind: "status_changed_after_final" }])
    await shop.digested(waiting.reference)
    shop.advanceClock(MINUTE)
    await shop.sweep()
    await expectKept(shop, waiting)
    expect(await shop.anomalies("open")).toHaveLength(1)
  })

  it("stays while the service reports a rejected payment as pending again", async () => {
    const waiting = await waitingOrder(shop)
    await calledRejected(shop, waiting.reference)
    await shop.sweep()
    await expectKept(shop, waiting)
    expect(await sessionRow(shop, waiting.session.id)).toMatchObject({
      status: "pending_authorization",
    })
    expect((await shop.row(waiting.reference)).end_after).not.toBeNull()
  })

  it("stays while the service does not answer, and is released once it does", async () => {
    const waiting = await waitingOrder(shop)
    shop.sandbox.settle(waiting.reference, { status: "EXPIRED", notify: false })
    shop.sandbox.injectFault({ operation: "lookup", kind: "reset_before", times: "always" })
    await lapse(shop, waiting.reference)
    await shop.sweep()
    await expectKept(shop, waiting)
    expect((await sessionRow(shop, waiting.session.id)).status).toBe("pending_authorization")

    shop.sandbox.clearFaults()
    await shop.digested(waiting.reference)
    shop.advanceClock(MINUTE)
    await shop.sweep()
    await told(shop, waiting.reference)
    await expectReleased(shop, waiting)
  })

  it("is paid, not released, when the money came just before the lapse", async () => {
    const waiting = await waitingOrder(shop)
    shop.sandbox.settle(waiting.reference, { status: "APPROVED", notify: false })
    await shop
      .pg("payin_transaction")
      .where({ reference: waiting.reference })
      .update({ lapsed_at: shop.pg.fn.now(), end_after: shop.pg.fn.now(), lookup_after: null })
    await shop.sweep()
    await shop.sweep()
    await shop.captured(waiting.cart.id)
    expect((await sessionRow(shop, waiting.session.id)).status).toBe("authorized")
    await expectKept(shop, waiting)
    expect(await shop.anomalies()).toEqual([])
  })

  it("stays when a part of it was paid in another way", async () => {
    const waiting = await waitingOrder(shop)
    const { order_id } = waiting
    const office = await BackOffice.of(shop)
    const made = await office.http
      .post("/admin/payment-collections")
      .send({ order_id, amount: waiting.cart.total })
      .expect(200)
    await office.http
      .post(`/admin/payment-collections/${made.body.payment_collection.id}/mark-as-paid`)
      .send({ order_id })
      .expect(200)
    await office.edit(order_id, { "CAFE-GRANO": 2 })
    expect((await office.shown(order_id)).summary.pending_difference).toBeGreaterThan(0)
    await rejected(shop, waiting)
    await told(shop, waiting.reference)
    await expectKept(shop, waiting)
  })

  it("stays when nothing is left to pay", async () => {
    const waiting = await waitingOrder(shop)
    await (await BackOffice.of(shop)).credit(waiting.order_id, waiting.cart.total)
    await rejected(shop, waiting)
    await told(shop, waiting.reference)
    await expectKept(shop, waiting)
    expect((await sessionRow(shop, waiting.session.id)).status).toBe("error")
  })

  it("stays while it is edited, is reported after an hour of that, and is released when the edit ends", async () => {
    const waiting = await waitingOrder(shop)
    const admin = await shop.admin()
    await admin.post("/admin/order-edits").send({ order_id: waiting.order_id }).expect(200)
    await rejected(shop, waiting)
    await expectKept(shop, waiting)
    const problems = async () =>
      (await admin.get("/admin/payin/status").expect(200)).body.problems.filter(
        (one: { code: string }) => one.code === "order_kept"
      )
    expect(await problems()).toEqual([])
    await shop
      .pg("order_change")
      .where({ order_id: waiting.order_id })
      .update({ created_at: shop.pg.raw("created_at - interval '1 hour'") })
    expect(await problems()).toMatchObject([{ message: expect.stringContaining(waiting.order_id) }])

    await admin.delete(`/admin/order-edits/${waiting.order_id}`).expect(200)
    expect(await problems()).toEqual([])
    shop.advanceClock(60 * MINUTE)
    await shop.sweep()
    await told(shop, waiting.reference)
    await expectReleased(shop, waiting)
  })

  it("is released although a process died while it canceled the order", async () => {
    const waiting = await waitingOrder(shop)
    // Core opens the change of its credit line, and is killed before it confirms it.
    const orders = shop.container.resolve(Modules.ORDER)
    await orders.createOrderChange({ order_id: waiting.order_id, change_type: "credit_line" })
    await shop
      .pg("order_change")
      .where({ order_id: waiting.order_id })
      .update({ created_at: shop.pg.raw("created_at - interval '2 minutes'") })
    await rejected(shop, waiting)
    await told(shop, waiting.reference)
    await expectReleased(shop, waiting)
  })

  it("stays when a part of it is fulfilled", async () => {
    const waiting = await waitingOrder(shop, { "CAFE-GRANO": 2 })
    const { items } = await (await BackOffice.of(shop)).shown(waiting.order_id)
    await createOrderFulfillmentWorkflow(shop.container).run({
      input: { order_id: waiting.order_id, items: [{ id: items[0].id, quantity: 1 }] },
    })
    await rejected(shop, waiting)
    await told(shop, waiting.reference)
    await expectKept(shop, waiting)
  })

  it("stays when the shopper chose another provider", async () => {
    const waiting = await waitingOrder(shop)
    await shop
      .http()
      .post(`/store/payment-collections/${waiting.collection_id}/payment-sessions`)
      .send({ provider_id: "pp_system_default" })
      .expect(200)
    await rejected(shop, waiting)
    await told(shop, waiting.reference)
    await expectKept(shop, waiting)
  })

  it("stays, and is shown to a person, when a payment of another provider was given up meanwhile", async () => {
    const waiting = await waitingOrder(shop)
    const payments = shop.container.resolve(Modules.PAYMENT)
    const other = await payments.createPaymentSession(waiting.collection_id, {
      ...{ provider_id: "pp_system_default", currency_code: "cop" },
      ...{ amount: waiting.cart.total, data: {} },
    })
    const held = await payments.authorizePaymentSession(other.id, {})
    await payments.cancelPayment(held!.id)
    await shop.pg("payment_session").where({ id: other.id }).update({ status: "canceled" })
    await rejected(shop, waiting)
    await told(shop, waiting.reference)
    await expectKept(shop, waiting)
    const shown = () => shop.anomalies("open")
    expect(await shown()).toMatchObject([{ kind: "orphan_order", order_id: waiting.order_id }])

    await cancelOrderWorkflow(shop.container).run({ input: { order_id: waiting.order_id } })
    await closeOrphans(shop.container)
    expect(await shown()).toEqual([])
  })

  it("stays canceled, without a second cancel, when an operator had canceled it", async () => {
    const waiting = await waitingOrder(shop)
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: waiting.order_id } })
    await rejected(shop, waiting)
    await told(shop, waiting.reference)
    await expectReleased(shop, waiting)
    expect((await sessionRow(shop, waiting.session.id)).status).toBe("error")
  })

  it("stays while another link of the same cart is open, and is released with the last one", async () => {
    const waiting = await waitingOrder(shop)
    const other = await shop.session(waiting.collection_id, "co")
    await rejected(shop, waiting)
    await expectKept(shop, waiting)
    expect((await shop.row(waiting.reference)).end_after).not.toBeNull()

    await rejected(shop, { ...waiting, reference: String(other.data.reference) })
    await told(shop, String(other.data.reference))
    await expectReleased(shop, waiting)
    shop.advanceClock(MINUTE)
    await shop.sweep()
    await told(shop, waiting.reference)
    expect(waiting.heard("order.canceled")).toHaveLength(1)
  })

  it("is released once when its two links end at the same moment", async () => {
    const waiting = await waitingOrder(shop)
    const other = await shop.session(waiting.collection_id, "co")
    const references = [waiting.reference, String(other.data.reference)]
    const fences = await Promise.all(references.map(async (one) => (await shop.row(one)).fence))
    references.forEach((reference) => shop.sandbox.settle(reference, { status: "REJECTED" }))
    await Promise.all([shop.sweep(), shop.sweep()])
    for (const [n, reference] of references.entries()) {
      await triedToEnd(shop, reference, fences[n])
    }
    shop.advanceClock(MINUTE)
    await shop.sweep()
    await Promise.all(references.map((reference) => told(shop, reference)))
    await expectReleased(shop, waiting)
  })

  it("stays while the shopper's voucher is open when an operator's link is rejected", async () => {
    const waiting = await waitingOrder(shop)
    const office = await BackOffice.of(shop)
    await office.edit(waiting.order_id, { "CAFE-GRANO": 2 })
    const made = await office.link(waiting.order_id).expect(200)
    await rejected(shop, { ...waiting, reference: made.body.payment_link.reference })
    await expectKept(shop, waiting)

    await rejected(shop, waiting)
    await told(shop, waiting.reference)
    await expectReleased(shop, waiting)
  })

  it("stays a draft when the link that an operator made of it is rejected", async () => {
    const office = await BackOffice.of(shop)
    const order_id = await office.draft()
    const made = await office.link(order_id, { customer_data: CANARY.co }).expect(200)
    const { reference } = made.body.payment_link
    const { session_id } = await shop.row(reference)
    shop.sandbox.settle(reference, { status: "REJECTED" })
    await told(shop, reference)
    expect((await sessionRow(shop, String(session_id))).status).toBe("error")
    expect((await shop.order(order_id)).status).toBe("draft")
  })
})
