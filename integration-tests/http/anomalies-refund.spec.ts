import { Modules } from "@medusajs/framework/utils"
import payinOrphans from "../../src/jobs/payin-orphans"
import { expectPaidOnce } from "../support/books"
import { Desk } from "../support/desk"
import { breakWriting } from "../support/gate"
import { withShop, type Shop } from "../support/shop"
import { refundee, sold } from "../support/sold"
import { DESTINATION, MAKER, PayoutDriver } from "../support/payout-driver"

const HOUR = 3_600_000

/** Refunds while no payout can be written, so that the refund is on the desk instead. */
async function unpaid(shop: Shop, work: () => Promise<unknown>): Promise<void> {
  const broken = await breakWriting(shop.pg, { table: "payin_payout", event: "insert" })
  await work()
  await broken.mend()
}

withShop("refunds without a payout", {}, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  const refunds = refundee(shop, payoutDriver)

  it("of a canceled order is paid out once by decision, in the amount that Medusa refunded", async () => {
    const sale = await sold(shop)
    const { order } = sale
    const desk = await Desk.open(shop)
    await unpaid(shop, () => desk.http.post(`/admin/orders/${order.id}/cancel`).expect(200))
    const anomaly = await desk.find("refund_without_payout")
    expect(anomaly).toMatchObject({
      order_id: order.id,
      payout_id: null,
      actions: ["refund", "ignore"],
      facts: {
        amount: "60000",
        asked: { amount: "60000", currency: "COP" },
        customer: expect.stringMatching(/\./),
      },
    })
    expect(await desk.refused(anomaly.id, { action: "accept" })).toMatch(/not possible/)
    const decided = await desk.decide(anomaly.id, { action: "refund" })
    const [payout] = await refunds.payouts(sale)
    expect(decided).toMatchObject({
      refund_amount: "60000",
      refund_currency: "COP",
      payout_id: payout.id,
    })
    expect(payout).toMatchObject({
      source: "anomaly",
      anomaly_id: anomaly.id,
      refund_id: anomaly.facts.refund_id,
      amount: "60000",
      order_id: order.id,
    })
    expect(await desk.decide(anomaly.id, { action: "refund" })).toMatchObject({
      payout_id: payout.id,
    })
    shop.advanceClock(HOUR)
    await shop.sweep()
    await payinOrphans(shop.container)
    expect(await refunds.payouts(sale)).toHaveLength(1)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("of a part is paid out by decision, beside the payouts that other parts have", async () => {
    const sale = await sold(shop)
    const desk = await Desk.open(shop)
    await unpaid(shop, () => refunds.refund(sale, 25_000.7))
    await refunds.refund(sale, 15_000.7)
    const first = await desk.find("refund_without_payout")
    expect(await desk.decide(first.id, { action: "refund" })).toMatchObject({
      refund_amount: "25001",
    })
    await refunds.refund(sale, 19_998.6)
    expect((await refunds.payouts(sale)).map(({ amount }) => amount).sort()).toEqual([
      "15000",
      "19999",
      "25001",
    ])
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("is paid out by decision only up to what is left of the payment", async () => {
    const sale = await sold(shop)
    const desk = await Desk.open(shop)
    const { id: transaction_id } = await shop.row(sale.reference)
    const all = await payoutDriver.make(60_000, { transaction_id })
    await unpaid(shop, () => refunds.refund(sale, 60_000))
    const anomaly = await desk.find("refund_without_payout")
    expect(await desk.refused(anomaly.id, { action: "refund" })).toContain("given back already")
    expect(await desk.look(anomaly.id)).toMatchObject({ status: "open", payout_id: null })

    await payoutDriver.payouts.decisions.cancel(all.id, MAKER, null)
    const other = await payoutDriver.make(40_000, { transaction_id })
    expect(await desk.decide(anomaly.id, { action: "refund" })).toMatchObject({
      refund_amount: "20000",
    })
    expect((await payoutDriver.payout(other.id)).status).not.toBe("canceled")
  })

  it("is not paid out to an account without a named holder once the customer's data is gone", async () => {
    const sale = await sold(shop, { refund_destination: DESTINATION })
    const desk = await Desk.open(shop)
    await unpaid(shop, () => refunds.refund(sale, 9_000))
    const { reference } = sale
    await shop.pg("payin_transaction").where({ reference }).update({ customer_sealed: "removed" })
    const { id } = await desk.find("refund_without_payout")
    const { bank, account_type } = DESTINATION
    const account = { bank, account_type, account_number: "55667788990" }
    const nameless = await desk.resolve(id, { action: "refund", destination: account })
    expect([nameless.status, nameless.body.field]).toEqual([400, "destination"])
    expect(await desk.look(id)).toMatchObject({ status: "open", payout_id: null })
    expect(await refunds.payouts(sale)).toEqual([])

    const destination = { ...DESTINATION, ...account }
    const { payout_id } = await desk.decide(id, { action: "refund", destination })
    expect(await payoutDriver.payout(String(payout_id))).toMatchObject({
      account_last_four: "8990",
    })
  })

  it("is closed without a payout when ignored, and the order stays as it is", async () => {
    const sale = await sold(shop)
    const desk = await Desk.open(shop)
    await unpaid(shop, () => refunds.refund(sale, 60_000))
    const anomaly = await desk.find("refund_without_payout")
    const decided = await desk.decide(anomaly.id, { action: "ignore", note: "Paid in cash." })
    expect(decided).toMatchObject({ refund_amount: null, note: "Paid in cash." })
    expect((await shop.order(sale.order.id)).status).toBe("pending")
    shop.advanceClock(HOUR)
    await payinOrphans(shop.container)
    expect(await refunds.payouts(sale)).toEqual([])
  })

  it("of a failed completion, once ignored, leaves the money to pay its order", async () => {
    const { cart, reference } = await shop.checkout("co")
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    const desk = await Desk.open(shop)
    const unbooked = await breakWriting(shop.pg, { table: "payin_payout", event: "insert" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const anomaly = await desk.find("refund_without_payout")
    await shop.digested(reference)
    await desk.decide(anomaly.id, { action: "ignore" })
    await unbooked.mend()
    await broken.mend()
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("that an earlier decision resolved without a payout gets one payout from the job", async () => {
    const sale = await sold(shop)
    const desk = await Desk.open(shop)
    await unpaid(shop, () => refunds.refund(sale, 60_000))
    const { id } = await desk.find("refund_without_payout")
    await shop.pg("payin_anomaly").where({ id }).update({
      status: "resolved",
      action: "refund",
      refund_amount: "60000",
      refund_currency: "COP",
      resolved_by: "user_1",
      resolved_at: shop.pg.fn.now(),
    })
    await Promise.all([payinOrphans(shop.container), payinOrphans(shop.container)])
    const payouts = await refunds.payouts(sale)
    expect(payouts).toMatchObject([
      { source: "anomaly", anomaly_id: id, amount: "60000", created_by: "user_1" },
    ])
    expect(await desk.look(id)).toMatchObject({ payout_id: payouts[0].id, status: "resolved" })
  })

  it("opens again in the admin when its payout is canceled, and gets a new payout", async () => {
    const sale = await sold(shop)
    const desk = await Desk.open(shop)
    await unpaid(shop, () => refunds.refund(sale, 60_000))
    const { id } = await desk.find("refund_without_payout")
    const { payout_id } = await desk.decide(id, { action: "refund" })
    const cancel = () => desk.cancelPayout(payout_id, "The wrong person.")
    const [first, second] = await Promise.all([cancel(), cancel()])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await desk.look(id)).toMatchObject({
      status: "open",
      action: null,
      payout_id: null,
      refund_amount: null,
      actions: ["refund", "ignore"],
      facts: { reason: expect.stringContaining("The wrong person.") },
    })
    const again = await desk.decide(id, { action: "refund" })
    expect(again.payout_id).not.toBe(payout_id)
    expect((await refunds.payouts(sale)).map(({ status }) => status)).toEqual([
      "canceled",
      "awaiting_destination",
    ])
    // Repeated after the new decision, the old cancellation takes nothing back.
    expect((await cancel()).status).toBe(200)
    expect(await desk.look(id)).toMatchObject({ status: "resolved", payout_id: again.payout_id })
  })

  it("leaves correct sums when a process dies after it undid a failed completion", async () => {
    const { cart, reference, order } = await sold(shop)
    const [collection] = order.payment_collections
    await shop.container
      .resolve(Modules.PAYMENT)
      .updatePaymentCollections(collection.id, { amount: collection.amount })
    await shop
      .pg("payment_collection")
      .where({ id: collection.id })
      .update({
        captured_amount: 120_000,
        raw_captured_amount: JSON.stringify({ value: "120000", precision: 20 }),
      })
    await shop
      .pg("payin_transaction")
      .where({ reference })
      .update({ settled_at: null, apply_after: shop.pg.raw("now()") })
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })
})
