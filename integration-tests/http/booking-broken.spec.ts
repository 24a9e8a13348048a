import { BackOffice } from "../support/back-office"
import { expectAwaiting, expectPaidOnce } from "../support/books"
import { breakWriting } from "../support/gate"
import { calmSchedules } from "../support/lookups"
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

  it("is booked once after an operator's status check failed and Medusa canceled its payment", async () => {
    const order = await waiting()
    // Whoever else books it breaks off as well, and makes a payment of its own each time.
    await calmSchedules(shop)
    const broken = await breakBooking()
    shop.sandbox.settle(order.reference, { status: "APPROVED", notify: false })
    const checked = await order.office.http
      .post(`/admin/orders/${order.order_id}/payment-sessions/authorize`)
      .send({ payment_session_id: order.session.id })
    expect(checked.status).toBeGreaterThanOrEqual(400)
    const payments: { canceled_at: Date | null }[] = await shop
      .pg("payment")
      .whereRaw("data ->> 'reference' = ?", order.reference)
    expect(payments).toEqual([expect.objectContaining({ canceled_at: expect.any(Date) })])

    await broken.mend()
    await expectBooked(order)
  })
})
