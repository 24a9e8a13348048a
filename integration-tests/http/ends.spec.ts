import { expectNothingBooked, expectPaidOnce } from "../support/books"
import { Desk } from "../support/desk"
import { CANARY } from "../support/personal-data"
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

withShop("links that end without payment", ONE_TRY, (shop) => {
  it("a rejected voucher releases its order once when notifications, sweeps and operators act together", async () => {
    const waiting = await waitingOrder(shop)
    const { reference, session, order_id, cart, heard } = waiting
    const { id } = await shop.row(reference)
    const admin = await shop.admin()

    shop.sandbox.settle(reference, {
      status: "REJECTED",
      response_message: "",
      notify: { copies: 3 },
    })
    await Promise.all([
      ...Array.from({ length: 3 }, () => shop.sweep()),
      ...Array.from({ length: 3 }, () =>
        admin.post(`/admin/payin/transactions/${id}/sync`).expect(200)
      ),
      shop.reconcile(),
    ])
    await told(shop, reference)
    await shop.digested(reference)
    await shop.sweep()

    await expectReleased(shop, waiting)
    expect(heard("payin.payment_failed")).toEqual([
      { id, status: "rejected", order_id, session_id: session.id },
    ])
    expect(heard("payin.payment_approved")).toEqual([])
    const ended = await sessionRow(shop, session.id)
    expect(ended).toMatchObject({
      status: "error",
      data: { status: "rejected", payment_url: null },
    })
    expect(await shop.poll(session.id)).toEqual({
      status: "rejected",
      payment_url: null,
      instructions: null,
      order_id,
      message: expect.stringMatching(/rechazado/),
    })
    expect(await shop.ordersOf(cart.id)).toEqual([order_id])
    expect(await shop.anomalies()).toEqual([])
  })

  it("a rejected voucher has released its order when an operator's sync is answered, without any sweep", async () => {
    const waiting = await waitingOrder(shop)
    const { id } = await shop.row(waiting.reference)
    shop.sandbox.settle(waiting.reference, { status: "REJECTED", notify: false })
    const admin = await shop.admin()
    await admin.post(`/admin/payin/transactions/${id}/sync`).expect(200)
    expect((await shop.row(waiting.reference)).ended_at).not.toBeNull()
    await expectReleased(shop, waiting)
  })

  it("an expired voucher keeps its order until the link's end and grace, and releases it then", async () => {
    const waiting = await waitingOrder(shop)
    const { reference, session } = waiting
    shop.sandbox.settle(reference, { status: "EXPIRED" })
    await shop.until(async () =>
      (await sessionRow(shop, session.id)).status === "error" ? true : null
    )
    await shop.digested(reference)
    await expectKept(shop, waiting)
    const { end_after, lapses_at } = await shop.row(reference)
    expect(end_after).toEqual(lapses_at)

    await lapse(shop, reference)
    await shop.sweep()
    await told(shop, reference)
    await expectReleased(shop, waiting)
  })

  it("an expired voucher that turns out to be paid in its grace releases nothing, and a person can book it", async () => {
    const waiting = await waitingOrder(shop)
    const { reference, cart } = waiting
    shop.sandbox.settle(reference, { status: "EXPIRED" })
    await shop.digested(reference)
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
    await lapse(shop, reference)
    await shop.sweep()
    await expectKept(shop, waiting)
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("status_changed_after_final")
    await desk.decide(anomaly.id, { action: "accept" })
    await expectPaidOnce(shop, cart.id)
  })

  it("a lapsed voucher releases its order, and money that still comes opens an anomaly", async () => {
    const waiting = await waitingOrder(shop)
    const { reference, session, order_id, cart, heard } = waiting
    const { id } = await shop.row(reference)
    await lapse(shop, reference)
    await Promise.all([shop.sweep(), shop.sweep(), shop.reconcile()])

    const lapsed = await told(shop, reference)
    await expectReleased(shop, waiting)
    expect(lapsed).toMatchObject({ status: "pending", order_id })
    expect(heard("payin.payment_expired")).toEqual([
      { id, status: "pending", order_id, session_id: session.id },
    ])
    expect(await sessionRow(shop, session.id)).toMatchObject({
      status: "error",
      data: { status: "expired", payment_url: null },
    })
    expect(await shop.poll(session.id)).toMatchObject({
      status: "expired",
      payment_url: null,
      message: expect.stringMatching(/a tiempo/),
    })

    shop.sandbox.settle(reference, { status: "APPROVED" })
    const anomaly = await shop.until(async () => (await shop.anomalies("open")).at(0) ?? null)
    expect(anomaly).toMatchObject({ kind: "paid_after_canceled", transaction_id: id, order_id })
    await expectNothingBooked(shop, cart.id)
    expect(heard("payin.payment_expired")).toHaveLength(1)
  })

  it("a lapsed link makes the order when it is paid while its cart still exists", async () => {
    const { cart, session, reference } = await shop.checkout("co")
    await lapse(shop, reference)
    await told(shop, reference)
    expect((await sessionRow(shop, session.id)).status).toBe("error")
    await shop.complete(cart.id).expect(400)

    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.poll(session.id)).toMatchObject({ status: "approved", message: null })
    expect(await shop.anomalies()).toEqual([])
  })

  it("a lapsed link completes no cart, and a new link makes the order", async () => {
    const { cart, collection_id, session, reference } = await shop.checkout("co", {
      payment_method: "EFECTY",
    })
    // The lapse is written, Medusa not yet told.
    await shop
      .pg("payin_transaction")
      .where({ reference })
      .update({ lapsed_at: shop.pg.fn.now(), end_after: null })
    const refused = await shop.complete(cart.id).expect(400)
    expect(refused.body).toMatchObject({ type: "not_allowed" })
    expect(await sessionRow(shop, session.id)).toMatchObject({
      status: "error",
      data: { status: "expired", payment_url: null },
    })
    expect(await shop.ordersOf(cart.id)).toEqual([])

    const next = await shop.session(collection_id, "co")
    expect(next.data).toMatchObject({ status: "pending", payment_url: expect.any(String) })
    shop.sandbox.settle(String(next.data.reference), { status: "APPROVED" })
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("a link that the service never received ends, and keeps the order waiting until then", async () => {
    const waiting = await waitingOrder(shop)
    shop.sandbox.injectFault({ operation: "create", kind: "reset_before", times: "always" })
    const data = { payment_method: "PSE", customer_data: CANARY.co }
    await shop.postSession(waiting.collection_id, "co", data).expect(500)
    const unheard = (await shop.rowsOfCart(waiting.cart.id))[0]
    expect(unheard).toMatchObject({ status: "creating" })

    shop.sandbox.settle(waiting.reference, { status: "REJECTED" })
    await shop.digested(waiting.reference)
    await expectKept(shop, waiting)

    for (let answers = 0; answers < 4; answers++) {
      shop.advanceClock(61_000)
      await shop.reconcile()
    }
    expect(await told(shop, unheard.reference)).toMatchObject({
      status: "failed",
      status_cause: "not_received",
    })
    await expectReleased(shop, waiting)
    const failed = waiting.heard("payin.payment_failed")
    expect(failed.map((event) => Reflect.get(Object(event), "id")).sort()).toEqual(
      [unheard.id, (await shop.row(waiting.reference)).id].sort()
    )
    // The row whose link was in the way before has nothing left to do.
    shop.advanceClock(100_000)
    await shop.sweep()
    await told(shop, waiting.reference)
    expect(waiting.heard("order.canceled")).toHaveLength(1)
  })
})
