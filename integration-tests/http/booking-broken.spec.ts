import { randomUUID } from "node:crypto"
import { BackOffice } from "../support/back-office"
import { expectAwaiting, expectPaidOnce } from "../support/books"
import { breakWriting } from "../support/gate"
import { calmSchedules } from "../support/lookups"
import { CHECKER, PayoutDriver } from "../support/payout-driver"
import { withShop } from "../support/shop"

const HOUR = 3_600_000

withShop("a waiting order whose booking breaks off", {}, (shop) => {
  async function waiting() {
    const { cart, reference, session } = await shop.checkout("co", { payment_method: "EFECTY" })
    await shop.complete(cart.id).expect(200)
    const order_id = await expectAwaiting(shop, cart.id)
    const office = await BackOffice.of(shop)
    return { cart, reference, session, order_id, office }
  }

  const breakBooking = (text?: string) =>
    breakWriting(shop.pg, { table: "order_transaction", event: "insert" }, text)

  async function expectBooked({ cart, reference, order_id, office }: Waiting) {
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.settled(reference)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])
    const owes = await office.link(order_id)
    expect([owes.status, owes.body.code]).toEqual([409, "nothing_owed"])
  }
  type Waiting = Awaited<ReturnType<typeof waiting>>

  it("is booked once by the plugin's next try, and a passing error opens no anomaly", async () => {
    const order = await waiting()
    const broken = await breakBooking("Connection terminated unexpectedly")
    shop.sandbox.settle(order.reference, { status: "APPROVED" })
    await shop.until(async () => (await shop.row(order.reference)).apply_error)
    await shop.digested(order.reference)

    await broken.mend()
    await expectBooked(order)
    expect(await shop.anomalies()).toEqual([])
  })

  /** An operator's status check that fails, so that Medusa cancels its payment of the money. */
  async function failCheck(order: Waiting): Promise<string> {
    // Whoever else books it breaks off as well, and makes a payment of its own each time.
    await calmSchedules(shop)
    const broken = await breakBooking()
    shop.sandbox.settle(order.reference, { status: "APPROVED", notify: false })
    const checked = await order.office.http
      .post(`/admin/orders/${order.order_id}/payment-sessions/authorize`)
      .send({ payment_session_id: order.session.id })
    expect(checked.status).toBeGreaterThanOrEqual(400)
    const payments: { id: string; canceled_at: Date | null }[] = await shop
      .pg("payment")
      .whereRaw("data ->> 'reference' = ?", order.reference)
    expect(payments).toEqual([expect.objectContaining({ canceled_at: expect.any(Date) })])
    await broken.mend()
    return payments[0].id
  }

  it("is booked once after an operator's status check failed and Medusa canceled its payment", async () => {
    const order = await waiting()
    await failCheck(order)
    await expectBooked(order)
  })

  it("is not booked when a payout refunded the canceled payment: a person is asked", async () => {
    const order = await waiting()
    const payment_id = await failCheck(order)
    const refund_id = `ref_${randomUUID()}`
    const raw_amount = { value: "60000", precision: 20 }
    await shop.pg("refund").insert({ id: refund_id, payment_id, amount: 60_000, raw_amount })
    const { id: transaction_id } = await shop.row(order.reference)
    const driver = new PayoutDriver(shop)
    const { id: payout_id } = await driver.make(60_000, {
      ...{ source: "refund", source_id: refund_id, refund_id, payment_id, transaction_id },
      ...{ order_id: order.order_id, destination: null },
    })
    const words = { note: "In cash.", proof: "Receipt 7." }
    expect(await driver.payouts.decisions.paidElsewhere(payout_id, CHECKER, words)).toMatchObject({
      outcome: "done",
    })

    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.digested(order.reference)
    expect(await shop.anomalies("open")).toMatchObject([
      { kind: "settled_incompletely", order_id: order.order_id, facts: { payout_id } },
    ])
    expect(await shop.row(order.reference)).toMatchObject({
      ...{ settled_at: null, excluded_at: expect.any(Date) },
    })
    expect(await shop.pg("order_transaction").where({ order_id: order.order_id })).toEqual([])
  })
})
