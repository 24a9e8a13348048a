import { sweep } from "../../src/workflows/settle/sweep"
import { BackOffice } from "../support/back-office"
import { expectNothingBooked } from "../support/books"
import { breakWriting, closeGate } from "../support/gate"
import { withShop } from "../support/shop"
import { ONE_TRY } from "../support/shop-settings"
import {
  expectKept,
  expectReleased,
  lapse,
  sessionRow,
  told,
  waitingOrder,
} from "../support/voucher"

/** Longer than the first waits between two tries, shorter than a lease or a turn lasts. */
const MINUTE = 60_000
const CANCELING = { table: "order", event: "update", when: "new.status = 'canceled'" } as const

withShop("orders that are released at the same time", ONE_TRY, (shop) => {
  it("stays unchanged while Medusa cannot cancel it, and is released once when Medusa can", async () => {
    const waiting = await waitingOrder(shop)
    const broken = await breakWriting(shop.pg, CANCELING)
    shop.sandbox.settle(waiting.reference, { status: "REJECTED" })
    await shop.until(async () =>
      (await shop.row(waiting.reference)).end_attempts > 0 ? true : null
    )
    await shop.digested(waiting.reference)
    for (let tries = 0; tries < 2; tries++) {
      await shop.digested(waiting.reference)
      shop.advanceClock(MINUTE)
      await shop.sweep()
      await expectKept(shop, waiting)
    }
    expect(await shop.row(waiting.reference)).toMatchObject({ ended_at: null })

    await broken.mend()
    await shop.digested(waiting.reference)
    shop.advanceClock(MINUTE)
    await Promise.all([shop.sweep(), shop.sweep()])
    await told(shop, waiting.reference)
    await expectReleased(shop, waiting)
  })

  it("is canceled no second time after a crash between the cancel and its mark", async () => {
    const waiting = await waitingOrder(shop)
    shop.sandbox.settle(waiting.reference, { status: "REJECTED" })
    await told(shop, waiting.reference)
    await shop
      .pg("payin_transaction")
      .where({ reference: waiting.reference })
      .update({
        ended_at: null,
        end_after: shop.pg.fn.now(),
        leased_by: "a process that died",
        leased_until: shop.pg.raw("now() - interval '1 second'"),
      })
    await shop.sweep()
    await told(shop, waiting.reference)
    await expectReleased(shop, waiting)
  })

  it("books no money that arrives during its release, and an anomaly opens", async () => {
    const waiting = await waitingOrder(shop)
    const { reference, cart, order_id } = waiting
    const gate = await closeGate(shop.pg, CANCELING)
    const lapsing = lapse(shop, reference)
    await gate.arrived()
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.until(async () => ((await shop.row(reference)).status === "approved" ? true : null))
    // Whoever releases it waits at the gate, the store's own job perhaps: that is not waited for.
    await sweep(shop.container)
    await gate.open()
    await lapsing

    shop.advanceClock(MINUTE)
    await shop.until(async () => {
      await shop.sweep()
      return (await shop.anomalies()).length > 0 ? true : null
    })
    await shop.digested(reference)
    expect(await shop.anomalies()).toMatchObject([
      { kind: "paid_after_canceled", status: "open", order_id },
    ])
    await expectNothingBooked(shop, cart.id)
    await expectReleased(shop, waiting)
    expect(await shop.row(reference)).toMatchObject({ status: "approved", end_after: null })
  })

  it("is released as soon as it is placed when its link was rejected during the completion", async () => {
    const { cart, session, reference } = await shop.checkout("co", { payment_method: "EFECTY" })
    const canceled = shop.listen("order.canceled")
    const gate = await closeGate(shop.pg, {
      table: "payment_session",
      event: "update",
      when: "new.status = 'pending_authorization'",
    })
    const completion = shop.complete(cart.id).expect(200)
    const answered = completion.then((answer) => answer)
    await gate.arrived()
    shop.sandbox.settle(reference, { status: "REJECTED" })
    await shop.until(async () => ((await shop.row(reference)).end_attempts > 0 ? true : null))
    const [order_id] = await shop.ordersOf(cart.id)
    expect((await shop.order(order_id)).status).toBe("pending")
    await gate.open()
    await answered

    await told(shop, reference)
    expect((await shop.order(order_id)).status).toBe("canceled")
    expect((await sessionRow(shop, session.id)).status).toBe("error")
    await shop.until(async () => (canceled.data.length > 0 ? true : null))
    expect(canceled.data).toEqual([{ id: order_id }])
  })

  it("is released at the lapse when its completion died before Medusa asked for the payment", async () => {
    const waiting = await waitingOrder(shop)
    await shop
      .pg("payment_session")
      .where({ id: waiting.session.id })
      .update({ status: "pending", authorized_at: null })
    await shop.pg("order_payment_collection").where({ order_id: waiting.order_id }).delete()
    await lapse(shop, waiting.reference)
    await told(shop, waiting.reference)
    expect((await sessionRow(shop, waiting.session.id)).status).toBe("error")
    await expectReleased(shop, waiting)
  })

  it("is canceled once when an operator cancels it at the same moment", async () => {
    const waiting = await waitingOrder(shop)
    const office = await BackOffice.of(shop)
    const gate = await closeGate(shop.pg, CANCELING)
    shop.sandbox.settle(waiting.reference, { status: "REJECTED" })
    await gate.arrived()
    const person = office.http.post(`/admin/orders/${waiting.order_id}/cancel`).send()
    const answered = person.then((answer) => answer.status)
    await gate.open()
    await told(shop, waiting.reference)
    expect(await answered).toBe(400)
    await expectReleased(shop, waiting)
  })
})
