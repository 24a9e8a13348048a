import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { cancelOrderWorkflow, refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { PayInPayoutsService } from "../../src/modules/payouts/service"
import { expectPaidOnce } from "../support/books"
import { signedInCustomer } from "../support/people"
import { withShop, type Shop } from "../support/shop"
import { STRICT } from "../support/shop-settings"

const EXPLANATION = {
  type: "not_allowed",
  code: "refunds_blocked",
  message: expect.stringMatching(
    /captured through PayIn.*no refund call.*Return the money outside/
  ),
}

async function soldOrder(shop: Shop) {
  const { cart, reference } = await shop.checkout()
  shop.sandbox.settle(reference, { status: "APPROVED" })
  const order = await shop.captured(cart.id)
  const payment: { id: string; amount: number } = order.payment_collections[0].payments[0]
  return { cart, reference, order, payment }
}

/** An order that Medusa's own manual payment was captured for. */
async function soldOtherwise(shop: Shop) {
  const cart = await shop.cart()
  const collection_id = await shop.collection(cart.id)
  await shop
    .http()
    .post(`/store/payment-collections/${collection_id}/payment-sessions`)
    .send({ provider_id: "pp_system_default" })
    .expect(200)
  const completed = await shop.complete(cart.id).expect(200)
  const order = await shop.order(completed.body.order.id)
  const payment: { id: string } = order.payment_collections[0].payments[0]
  const admin = await shop.admin()
  await admin.post(`/admin/payments/${payment.id}/capture`).send({}).expect(200)
  return { admin, order, payment }
}

async function refundsOf(shop: Shop, paymentId: string) {
  const rows: { id: string; amount: string }[] = await shop
    .pg("refund")
    .where({ payment_id: paymentId })
    .whereNull("deleted_at")
  return rows
}

async function payoutsOf(shop: Shop) {
  const payouts = shop.container.resolve<PayInPayoutsService>("payinPayouts")
  return payouts.listPayinPayouts({}, { order: { created_at: "asc" } })
}

withShop("guards of captured money", STRICT, (shop) => {
  it("refuse to refund or cancel a paid order after Medusa's own checks, explain it and change nothing", async () => {
    const { cart, order, payment } = await soldOrder(shop)
    const admin = await shop.admin()
    const refunds = [{}, { amount: 1000 }, { amount: payment.amount, note: "returned" }]
    const guarded: [path: string, body: object][] = [
      ...refunds.map((body): [string, object] => [`payments/${payment.id}/refund`, body]),
      [`orders/${order.id}/cancel`, {}],
    ]
    for (const [path, body] of guarded) {
      const answer = await admin.post(`/admin/${path}`).send(body)
      expect([path, body, answer.status, answer.body]).toEqual([path, body, 400, EXPLANATION])
    }

    // A stranger is asked to sign in, nonsense is called nonsense.
    await shop.http().post(`/admin/payments/${payment.id}/refund`).send({ amount: 1 }).expect(401)
    await shop.http().post(`/admin/orders/${order.id}/cancel`).send({}).expect(401)
    await admin.post("/admin/payments/pay_unknown/refund").send({ amount: 1 }).expect(404)
    await admin.post("/admin/orders/order_unknown/cancel").send({}).expect(404)
    expect(await refundsOf(shop, payment.id)).toEqual([])
    expect(await expectPaidOnce(shop, cart.id)).toMatchObject({ status: "pending" })
    expect(await shop.anomalies()).toEqual([])
  })

  it("refuse refund and cancel for captured money whose payment was canceled, which Medusa would refund", async () => {
    const { order, payment } = await soldOrder(shop)
    await shop.pg("payment").where({ id: payment.id }).update({ canceled_at: new Date() })
    const admin = await shop.admin()

    for (const path of [`payments/${payment.id}/refund`, `orders/${order.id}/cancel`]) {
      const answer = await admin.post(`/admin/${path}`).send({})
      expect([answer.status, answer.body]).toEqual([400, EXPLANATION])
    }
    expect(await refundsOf(shop, payment.id)).toEqual([])
  })

  it("leave other providers' payments alone: they are refunded and their orders canceled", async () => {
    const first = await soldOtherwise(shop)
    await first.admin
      .post(`/admin/payments/${first.payment.id}/refund`)
      .send({ amount: 1000 })
      .expect(200)
    expect(await refundsOf(shop, first.payment.id)).toHaveLength(1)

    const second = await soldOtherwise(shop)
    await second.admin.post(`/admin/orders/${second.order.id}/cancel`).send({}).expect(200)
    expect(await shop.order(second.order.id)).toMatchObject({ status: "canceled" })
  })

  it("let an operator cancel an order that still waits for its money", async () => {
    const { cart } = await shop.checkout("co", { payment_method: "EFECTY" })
    const completed = await shop.complete(cart.id).expect(200)
    const id: string = completed.body.order.id
    const admin = await shop.admin()

    await admin.post(`/admin/orders/${id}/cancel`).send({}).expect(200)

    expect(await shop.order(id)).toMatchObject({ status: "canceled", transactions: [] })
  })

  it("let code refund a payment, and the refund is paid out", async () => {
    const { payment } = await soldOrder(shop)
    const refund = (amount: number) =>
      refundPaymentWorkflow(shop.container).run({ input: { payment_id: payment.id, amount } })

    await refund(1000)
    await refund(2000)

    const rows = await refundsOf(shop, payment.id)
    const payouts = await payoutsOf(shop)
    expect(payouts.map(({ amount }) => amount)).toEqual(["1000", "2000"])
    expect(new Set(payouts.map(({ refund_id }) => refund_id))).toEqual(
      new Set(rows.map(({ id }) => id))
    )
    expect(await shop.anomalies()).toEqual([])
  })

  it("let code cancel a paid order, and the refund that Medusa books is paid out", async () => {
    const { order, payment } = await soldOrder(shop)

    await cancelOrderWorkflow(shop.container).run({ input: { order_id: order.id } })

    expect(await shop.order(order.id)).toMatchObject({ status: "canceled" })
    const [refund] = await refundsOf(shop, payment.id)
    expect(await payoutsOf(shop)).toMatchObject([{ refund_id: refund.id, amount: "60000" }])
    expect(await shop.anomalies()).toEqual([])
  })

  it("never throw at garbage in a refund, and show each such refund as an anomaly", async () => {
    const provider = shop.provider("co")
    const garbage = [undefined, {}, { session_id: 7 }, { session_id: "x", reference: "\0" }]
    const handed = [
      ...garbage.map((data) => ({ data, amount: 1000 })),
      ...["a lot", "", Number.NaN].map((amount) => ({ data: {}, amount })),
    ]
    for (const [n, { data, amount }] of handed.entries()) {
      const context = { idempotency_key: `ref_${n}` }
      const refund = provider.refundPayment({ data, amount, context })
      await expect(refund).resolves.toEqual({ data })
      await expect(provider.refundPayment({ data, amount })).resolves.toEqual({ data })
    }
    const shown = (await shop.anomalies()).map(({ kind, facts }) => [kind, facts.refund_id])
    const unpaid = handed.map((_, n) => ["refund_without_payout", `ref_${n}`])
    expect(shown).toEqual(expect.arrayContaining(unpaid))
    expect(shown).toHaveLength(handed.length)
  })

  it("log no account holder warning when a signed-in shopper's payment is made", async () => {
    const logger = shop.container.resolve(ContainerRegistrationKeys.LOGGER)
    const warned = jest.spyOn(logger, "warn")
    const { token, customer_id } = await signedInCustomer(shop.container)
    const cart = await shop.cart()
    const collection_id = await shop.collection(cart.id)
    const post = () =>
      shop.postSession(collection_id, "co", {}).set("Authorization", `Bearer ${token}`).expect(200)

    await post()
    await post()

    expect(warned.mock.calls.flat().join("\n")).not.toMatch(/account holder/i)
    const holders: unknown[] = await shop.pg("account_holder")
    expect(holders).toMatchObject([{ provider_id: "pp_payin_co", external_id: customer_id }])
    warned.mockRestore()
  })
})
