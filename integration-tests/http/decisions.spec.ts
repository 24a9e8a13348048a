import { expectAwaiting, expectPaidOnce } from "../support/books"
import { Desk } from "../support/desk"
import { closeGate } from "../support/gate"
import { quietCheckout } from "../support/lookups"
import { withShop, type Shop } from "../support/shop"

const MINUTE = 60_000

/** A voucher of 60,000 whose order waits, paid with less. */
async function underpaidVoucher(shop: Shop) {
  const checkout = await shop.checkout("co", { payment_method: "EFECTY" })
  await shop.complete(checkout.cart.id).expect(200)
  const orderId = await expectAwaiting(shop, checkout.cart.id)
  shop.sandbox.settle(checkout.reference, { status: "APPROVED", amount: 50_000 })
  return { ...checkout, orderId }
}

async function reservations(shop: Shop): Promise<number> {
  return (await shop.pg("reservation_item").whereNull("deleted_at")).length
}

withShop("decisions of operators at the same time", {}, (shop) => {
  it("captured on an order that was canceled in the middle of its completion is shown, not settled", async () => {
    const { cart, reference } = await quietCheckout(shop, "co")
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
    const gate = await closeGate(shop.pg, { table: "payment", event: "insert" })
    const completion = shop.complete(cart.id).then((answer) => answer.status)
    await gate.arrived()
    const [orderId] = await shop.ordersOf(cart.id)
    await shop.pg("order").where({ id: orderId }).update({ status: "canceled" })
    await gate.open()
    await completion
    const desk = await Desk.open(shop)
    expect(await desk.find("paid_after_canceled")).toMatchObject({ order_id: orderId })
    const admin = await shop.admin()
    const row = await shop.row(reference)
    await admin.post(`/admin/payin/transactions/${row.id}/sync`).expect(200)
    expect(await shop.row(reference)).toMatchObject({ settled_at: null })
    expect(await shop.anomalies("open")).toHaveLength(1)
  })

  it("that is to be refunded cannot be accepted in a later anomaly", async () => {
    const { reference } = await underpaidVoucher(shop)
    const desk = await Desk.open(shop)
    await desk.decide((await desk.find("amount_mismatch")).id, { action: "refund" })
    const row = await shop.row(reference)
    const { anomaly } = await shop.ledger.anomalies.open({
      kind: "settled_incompletely",
      subject: row.id,
      account: row.account,
      transaction_id: row.id,
      facts: {},
    })
    expect(await desk.refused(anomaly.id, { action: "accept" })).toMatch(/goes back/)
    shop.advanceClock(2 * MINUTE)
    await shop.sweep()
    expect(await shop.row(reference)).toMatchObject({ settled_at: null })
    expect((await shop.row(reference)).excluded_at).not.toBeNull()
  })

  it("that is refunded cancels the order that waited for it, and frees its stock", async () => {
    const { cart, orderId } = await underpaidVoucher(shop)
    expect(await reservations(shop)).toBe(1)
    const desk = await Desk.open(shop)
    await desk.decide((await desk.find("amount_mismatch")).id, { action: "refund" })
    await shop.until(async () => {
      await shop.sweep()
      return (await shop.order(orderId)).status === "canceled" ? true : null
    })
    expect(await reservations(shop)).toBe(0)
    expect(await shop.ordersOf(cart.id)).toEqual([orderId])
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("excluded by a decision whose process died before it was stored still pays its order", async () => {
    const { cart, reference } = await shop.checkout("co")
    await shop
      .pg("payin_transaction")
      .where({ reference })
      .update({ excluded_at: shop.pg.raw("now()") })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    expect(await shop.digested(reference)).toMatchObject({ status: "approved", settled_at: null })
    shop.advanceClock(2 * MINUTE)
    await shop.run("payin-orphans", "payin-sweep")
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })
})
