import type { PayInPayoutsService } from "../../src/modules/payouts/service"
import { eligibilityAtSending } from "../../src/workflows/payout/eligibility"
import { expectNothingBooked, expectPaidOnce, expectPaidPartly } from "../support/books"
import { Desk } from "../support/desk"
import { breakWriting } from "../support/gate"
import { withShop, type Shop } from "../support/shop"

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A cart of 60,000 whose payer paid another amount; the anomaly about it is open. */
async function paidOtherwise(shop: Shop, paid: { amount?: number; currency?: string }) {
  const captured = shop.listen("payment.captured")
  const checkout = await shop.checkout("co")
  shop.sandbox.settle(checkout.reference, { status: "APPROVED", ...paid })
  const desk = await Desk.open(shop)
  const anomaly = await desk.find(paid.currency ? "currency_mismatch" : "amount_mismatch")
  await shop.digested(checkout.reference)
  return { ...checkout, desk, anomaly, captured }
}

withShop("amounts that differ from the requested amount", {}, (shop) => {
  it("is shown with requested and received amount, the customer's initials and the allowed actions", async () => {
    const { anomaly, reference } = await paidOtherwise(shop, { amount: 50_000 })
    const row = await shop.row(reference)
    expect(anomaly).toMatchObject({
      status: "open",
      transaction_id: row.id,
      facts: {
        reference,
        ticket: row.ticket,
        payment_method: "PSE",
        asked: { amount: "60000", currency: "COP" },
        arrived: { amount: "50000", currency: "COP" },
        customer: expect.stringMatching(/^(\p{Lu}\. ?)+$/u),
        order: null,
      },
      actions: ["accept", "refund", "ignore"],
      destination_known: false,
    })
    expect(anomaly.description.es).toMatch(/devuélvelo/)
  })

  it.each([
    { what: "a hundred times the asked one", amount: 6_000_000, said: "6000000" },
    { what: "a tenth of the asked one", amount: 6_000, said: "6000" },
  ])(
    "is neither accepted nor refunded when it is $what, until the service's answer is read rightly",
    async (paid) => {
      const { cart, reference, anomaly, desk } = await paidOtherwise(shop, { amount: paid.amount })
      for (const action of ["accept", "refund"]) {
        const refused = await desk.resolve(anomaly.id, { action })
        expect([refused.status, refused.body.code]).toEqual([409, "unit_suspected"])
        expect(refused.body.message).toMatch(/amounts\.lookup.*decimals/)
      }
      await expectNothingBooked(shop, cart.id)
      expect(await shop.pg("payin_payout")).toEqual([])

      const { id } = await shop.row(reference)
      const sync = () => desk.http.post(`/admin/payin/transactions/${id}/sync`).expect(200)
      await sync()
      expect((await shop.row(reference)).approved_amount).toBe(paid.said)
      shop.sandbox.settle(reference, { status: "APPROVED", amount: 60_000, notify: false })
      await sync()
      expect(await shop.row(reference)).toMatchObject({ approved_amount: "60000" })
      await expectPaidOnce(shop, cart.id)
      expect(await shop.anomalies("open")).toEqual([])
      const { body } = await desk.http.get(`/admin/payin/audit?q=${id}`).expect(200)
      expect(body.audit).toMatchObject([
        { action: "amount_replaced", facts: { before: { amount: paid.said }, amount: "60000" } },
      ])
    }
  )

  it("keeps the stored amount on a sync once a person decided by it", async () => {
    const { cart, reference, anomaly, desk } = await paidOtherwise(shop, { amount: 50_000 })
    await desk.decide(anomaly.id, { action: "accept" })
    const { id } = await shop.row(reference)
    shop.sandbox.settle(reference, { status: "APPROVED", amount: 60_000, notify: false })
    await desk.http.post(`/admin/payin/transactions/${id}/sync`).expect(200)
    expect((await shop.row(reference)).approved_amount).toBe("50000")
    await expectPaidPartly(shop, cart.id, 50_000)
  })

  it("is captured as received once accepted when it is lower, and the order shows the rest outstanding", async () => {
    const { cart, reference, session, anomaly, desk, captured } = await paidOtherwise(shop, {
      amount: 50_000,
    })
    expect(await desk.decide(anomaly.id, { action: "accept", note: "Agreed." })).toMatchObject({
      status: "resolved",
      action: "accept",
      note: "Agreed.",
      refund_amount: null,
      actions: [],
      resolved_by: expect.stringMatching(/^user_/),
    })
    const order = await expectPaidPartly(shop, cart.id, 50_000)
    expect(await shop.row(reference)).toMatchObject({
      settled_at: expect.any(Date),
      order_id: order.id,
      accepted_at: expect.any(Date),
    })
    expect(await shop.poll(session.id)).toMatchObject({ status: "approved", order_id: order.id })
    expect(captured.data).toHaveLength(1)
    expect(await shop.anomalies("open")).toEqual([])

    shop.advanceClock(HOUR)
    await shop.sweep()
    await expectPaidPartly(shop, cart.id, 50_000)
    expect(captured.data).toHaveLength(1)
  })

  it("is captured as received once accepted when it is lower and its order waits for the payment", async () => {
    const captured = shop.listen("payment.captured")
    const { cart, reference } = await shop.checkout("co", { payment_method: "EFECTY" })
    await shop.complete(cart.id).expect(200)
    shop.sandbox.settle(reference, { status: "APPROVED", amount: 50_000 })
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("amount_mismatch")
    await shop.digested(reference)
    const [orderId] = await shop.ordersOf(cart.id)
    expect(anomaly.facts.order).toEqual({ id: orderId, display_id: expect.any(Number) })

    await desk.decide(anomaly.id, { action: "accept" })
    const order = await expectPaidPartly(shop, cart.id, 50_000)
    expect(order.id).toBe(orderId)
    expect(captured.data).toHaveLength(1)
  })

  it("is captured as received, never as the whole, when the storefront completes during the accept", async () => {
    const { cart, reference, desk, anomaly } = await paidOtherwise(shop, { amount: 50_000 })
    const completions = [1, 2, 3].map(() => shop.complete(cart.id))
    const accepted = desk.resolve(anomaly.id, { action: "accept" })
    await Promise.all([...completions, accepted])
    await shop.until(async () => {
      shop.advanceClock(60_000)
      await shop.sweep()
      return (await shop.row(reference)).settled_at
    })
    await expectPaidPartly(shop, cart.id, 50_000)
  })

  it("is captured as received by the next sweep, not by a completion, when the accepting process died", async () => {
    const { cart, reference } = await paidOtherwise(shop, { amount: 50_000 })
    await shop
      .pg("payin_transaction")
      .where({ reference })
      .update({
        accepted_at: shop.pg.raw("now()"),
        apply_after: shop.pg.raw("now() + interval '1 hour'"),
      })
    expect((await shop.complete(cart.id)).body.type).not.toBe("order")
    await expectNothingBooked(shop, cart.id)
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidPartly(shop, cart.id, 50_000)
  })

  it("is captured up to the requested amount once a higher one is accepted, with a refund of the excess", async () => {
    const { cart, anomaly, desk, captured } = await paidOtherwise(shop, { amount: 75_000 })
    expect(await desk.decide(anomaly.id, { action: "accept" })).toMatchObject({
      action: "accept",
      refund_amount: "15000",
      refund_currency: "COP",
    })
    await expectPaidOnce(shop, cart.id)
    expect(captured.data).toHaveLength(1)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("leaves only a canceled payout of the excess once that payout is canceled and the anomaly ignored", async () => {
    const { cart, anomaly, desk } = await paidOtherwise(shop, { amount: 75_000 })
    const { payout_id } = await desk.decide(anomaly.id, { action: "accept" })
    await desk.cancelPayout(payout_id, "Handed over in the shop.").expect(200)
    expect(await desk.look(anomaly.id)).toMatchObject({ status: "open", payout_id: null })

    expect(await desk.decide(anomaly.id, { action: "ignore" })).toMatchObject({
      ...{ status: "resolved", action: "ignore", payout_id: null, refund_amount: null },
    })
    expect(await shop.pg("payin_payout").where({ source: "anomaly" })).toMatchObject([
      { id: payout_id, status: "canceled" },
    ])
    await expectPaidOnce(shop, cart.id)
  })

  it("pays its order after a restock when the payout of its excess was canceled and the anomaly ignored", async () => {
    const { cart, reference, anomaly, desk } = await paidOtherwise(shop, { amount: 75_000 })
    await shop.stock("CAFE-GRANO", 0)
    const { payout_id } = await desk.decide(anomaly.id, { action: "accept" })
    await desk.cancelPayout(payout_id, "Handed over in the shop.").expect(200)
    await desk.decide(anomaly.id, { action: "ignore" })
    expect(await shop.row(reference)).toMatchObject({ settled_at: null, excluded_at: null })

    await shop.stock("CAFE-GRANO", 1)
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.pg("payin_payout").whereNot({ status: "canceled" })).toEqual([])
  })

  it("stays an open anomaly when Medusa's refund of a failed completion is about to be sent", async () => {
    const { cart, reference, anomaly, desk } = await paidOtherwise(shop, { amount: 75_000 })
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    const { payouts } = shop.container.resolve<PayInPayoutsService>("payinPayouts")
    const { payout_id } = await desk.decide(anomaly.id, { action: "accept" })
    const refund = await shop.until(
      async () => (await shop.pg("payin_payout").where({ source: "refund" }).first()) ?? null
    )
    expect(refund).toMatchObject({ amount: "60000" })
    await desk.cancelPayout(payout_id, "Handed over in the shop.").expect(200)
    expect(await desk.look(anomaly.id)).toMatchObject({ status: "open" })
    await shop.digested(reference)
    shop.advanceClock(MINUTE)
    const leaving = await shop.until(() => payouts.find(refund.id))
    expect(await eligibilityAtSending(shop.container, leaving)).toMatchObject({ outcome: "send" })
    expect(await desk.look(anomaly.id)).toMatchObject({ status: "open", payout_id: null })

    await broken.mend()
    shop.advanceClock(HOUR)
    await shop.sweep()
    expect(await shop.ordersOf(cart.id)).toEqual([])
  })

  it("gets a new payout of its excess when it is accepted again after the first payout was canceled", async () => {
    const { anomaly, desk } = await paidOtherwise(shop, { amount: 75_000 })
    const { payout_id } = await desk.decide(anomaly.id, { action: "accept" })
    await desk.cancelPayout(payout_id, "The wrong account.").expect(200)
    const again = await desk.decide(anomaly.id, { action: "accept" })
    expect(again).toMatchObject({ status: "resolved", refund_amount: "15000" })
    expect(again.payout_id).not.toBe(payout_id)
  })

  it("is refunded in full by the decision to refund, and pays no order afterwards", async () => {
    const { cart, collection_id, reference, anomaly, desk } = await paidOtherwise(shop, {
      amount: 50_000,
    })
    expect(await desk.decide(anomaly.id, { action: "refund" })).toMatchObject({
      action: "refund",
      refund_amount: "50000",
      refund_currency: "COP",
    })
    const next = await shop.session(collection_id, "co")
    expect(next.data).toMatchObject({ status: "pending" })
    expect(next.data.reference).not.toBe(reference)
    expect((await shop.complete(cart.id)).body.type).not.toBe("order")
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.sweep()
    await expectNothingBooked(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])

    shop.sandbox.settle(String(next.data.reference), { status: "APPROVED" })
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("stays closed once ignored: nothing is booked and no second anomaly opens", async () => {
    const { cart, anomaly, desk, reference } = await paidOtherwise(shop, { amount: 50_000 })
    expect(await desk.decide(anomaly.id, { action: "ignore" })).toMatchObject({ action: "ignore" })
    const { id } = await shop.row(reference)
    await desk.http.post(`/admin/payin/transactions/${id}/sync`).expect(200)
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.sweep()
    await expectNothingBooked(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])
    expect(await shop.anomalies()).toHaveLength(1)
  })

  it("in another currency can be refunded or ignored, and is never booked on an order", async () => {
    const { cart, anomaly, desk } = await paidOtherwise(shop, { currency: "PEN" })
    expect(anomaly.actions).toEqual(["refund", "ignore"])
    expect(await desk.refused(anomaly.id, { action: "accept" })).toMatch(/not possible/)
    expect(await desk.decide(anomaly.id, { action: "refund" })).toMatchObject({
      // The service's 60000 are minor units of that currency.
      refund_amount: "600",
      refund_currency: "PEN",
    })
    await expectNothingBooked(shop, cart.id)
  })

  it("cannot be accepted or refunded while the service reports something else than before", async () => {
    const { cart, reference, anomaly, desk } = await paidOtherwise(shop, { amount: 50_000 })
    const lies = {
      "another amount": { amount: 40_000 },
      "another currency": { currency: "PEN" },
      "another reference": { reference: "pin_0000000000abcdefghjkmnpqrs" },
      rejected: { status: "REJECTED" },
    }
    for (const [says, now] of Object.entries(lies)) {
      shop.proxy.lie((answer) => ({ ...answer, ...now }))
      for (const action of ["accept", "refund"]) {
        const { status, body } = await desk.resolve(anomaly.id, { action })
        expect([says, action, status, body]).toEqual([
          ...[says, action, 409],
          expect.objectContaining({
            type: "conflict",
            message: expect.stringContaining("payment service"),
          }),
        ])
      }
      expect([says, await desk.look(anomaly.id), await shop.row(reference)]).toMatchObject([
        says,
        { status: "open", refund_amount: null },
        { accepted_at: null, excluded_at: null },
      ])
    }
    shop.proxy.tellTheTruth()
    await desk.decide(anomaly.id, { action: "accept" })
    await expectPaidPartly(shop, cart.id, 50_000)
  })

  it("cannot be accepted while the cart costs another total than the requested one", async () => {
    const { cart, anomaly, desk } = await paidOtherwise(shop, { amount: 50_000 })
    await shop.changeQuantity(cart.id, 2)
    expect(await desk.refused(anomaly.id, { action: "accept" })).toMatch(/costs 108000 COP now/)
    await shop.changeQuantity(cart.id, 1)
    await desk.decide(anomaly.id, { action: "accept" })
    await expectPaidPartly(shop, cart.id, 50_000)
  })
})
