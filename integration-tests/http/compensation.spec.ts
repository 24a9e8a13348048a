import { Modules } from "@medusajs/framework/utils"
import { expectNothingBooked, expectPaidOnce } from "../support/books"
import { breakWriting } from "../support/gate"
import { withShop, type Shop } from "../support/shop"

const HOUR = 3_600_000

async function openAnomaly(shop: Shop) {
  return shop.until(async () => (await shop.anomalies("open")).at(0) ?? null)
}

/** A sale that is through: what a crash may then take away again. */
async function sold(shop: Shop) {
  const captured = shop.listen("payment.captured")
  const placed = shop.listen("order.placed")
  const checkout = await shop.checkout("co")
  shop.sandbox.settle(checkout.reference, { status: "APPROVED" })
  const order = await shop.captured(checkout.cart.id)
  const row = await shop.digested(checkout.reference)
  return { ...checkout, order, row, captured, placed }
}

/** As if core had died before it wrote what was paid on the order. */
async function forgetTransactions(shop: Shop, order: { transactions: { id: string }[] }) {
  const orders = shop.container.resolve(Modules.ORDER)
  await orders.deleteOrderTransactions(order.transactions.map(({ id }) => id))
}

/** Writes into the pay-in's row what a process that died had written. */
async function crashed(shop: Shop, id: string, columns: Record<string, unknown>) {
  const now = shop.pg.raw("now()")
  await shop
    .pg("payin_transaction")
    .where({ id })
    .update({ settled_at: null, apply_after: now, ...columns })
}

withShop("core fails, or we die", {}, (shop) => {
  it("books nothing while stock is missing, and gives the order after a restock", async () => {
    const captured = shop.listen("payment.captured")
    const { cart, reference, session } = await shop.checkout("co")
    await shop.stock("CAFE-GRANO", 0)
    shop.sandbox.settle(reference, { status: "APPROVED" })

    const anomaly = await openAnomaly(shop)
    const row = await shop.digested(reference)
    expect(anomaly).toMatchObject({ kind: "paid_without_order", transaction_id: row.id })
    expect(row).toMatchObject({ status: "approved", settled_at: null })
    expect(row.apply_after?.getTime()).toBeGreaterThan(0)
    await expectNothingBooked(shop, cart.id)
    expect(await shop.pg("payment_session").where({ id: session.id })).toHaveLength(1)
    expect(await shop.poll(session.id)).toMatchObject({ status: "approved", order_id: null })

    await shop.stock("CAFE-GRANO", 1)
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(captured.data).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([
      expect.objectContaining({ kind: "paid_without_order", status: "resolved", action: "settled" }),
    ])
  })

  it("gives the order after a restock as soon as the shopper looks again", async () => {
    const { cart, reference, session } = await shop.checkout("co")
    await shop.stock("CAFE-GRANO", 0)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await openAnomaly(shop)
    await shop.digested(reference)

    await shop.stock("CAFE-GRANO", 1)
    shop.advanceClock(4_000)
    await shop.poll(session.id)
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("keeps asking for the order and one anomaly open while stock stays missing", async () => {
    const { cart, reference } = await shop.checkout("co")
    await shop.stock("CAFE-GRANO", 0)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await openAnomaly(shop)
    const before = await shop.digested(reference)
    shop.advanceClock(HOUR)
    await shop.sweep()
    expect((await shop.digested(reference)).apply_attempts).toBeGreaterThan(before.apply_attempts)
    await expectNothingBooked(shop, cart.id)
    expect(await shop.ordersOf(cart.id)).toEqual([])
    expect(await shop.anomalies()).toEqual([
      expect.objectContaining({ kind: "paid_without_order", status: "open" }),
    ])
  })

  it("books nothing when the storefront's own completion finds no stock", async () => {
    const { cart, reference } = await shop.checkout("co")
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
    await shop.stock("CAFE-GRANO", 0)
    await shop.complete(cart.id).expect(400)
    await expectNothingBooked(shop, cart.id)

    await shop.stock("CAFE-GRANO", 1)
    await shop.complete(cart.id).expect(200)
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it.each(["our own", "the storefront's"])(
    "gives the order after %s completion failed behind the authorization, and leaves no refund",
    async (whose) => {
      const { cart, reference } = await shop.checkout("co")
      const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
      const mine = whose === "our own"
      shop.sandbox.settle(reference, { status: "APPROVED", notify: mine })
      if (!mine) {
        expect((await shop.complete(cart.id)).body.type).not.toBe("order")
      }

      // Core has refunded the money in its own books, which never moved.
      const refunded = await shop.until(
        async () =>
          (await shop.anomalies("open")).find(({ kind }) => kind === "refund_without_payout") ?? null
      )
      expect(refunded.facts).toMatchObject({ reference, amount: "60000", currency: "COP" })
      expect(await shop.ordersOf(cart.id)).toEqual([])
      await shop.digested(reference)

      await broken.mend()
      shop.advanceClock(HOUR)
      await shop.sweep()
      await shop.captured(cart.id)
      await expectPaidOnce(shop, cart.id)
      expect(await shop.pg("refund").select("id")).toEqual([])
      expect(await shop.pg("payment").whereNotNull("canceled_at")).toEqual([])
      expect(await shop.anomalies("open")).toEqual([])
      expect(await shop.row(reference)).toMatchObject({ status: "approved", apply_error: null })
      expect(shop.sandbox.counters().create).toBe(1)
    }
  )

  it("gives the order when core fails again and again behind the authorization", async () => {
    const { cart, reference } = await shop.checkout("co")
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    for (let attempt = 1; attempt <= 3; attempt++) {
      await shop.until(async () => ((await shop.row(reference)).apply_attempts >= attempt ? true : null))
      await shop.digested(reference)
      shop.advanceClock(HOUR)
      await shop.sweep()
    }
    await broken.mend()
    shop.advanceClock(HOUR)
    await shop.sweep()

    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.pg("refund").select("id")).toEqual([])
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("settles after a crash between capture and settling, and tells of the capture no second time", async () => {
    const { cart, row, captured } = await sold(shop)
    await crashed(shop, row.id, {
      leased_by: "a process that died",
      leased_until: shop.pg.raw("now() - interval '1 second'"),
    })
    await shop.sweep()
    expect((await shop.captured(cart.id)).id).toBe(row.order_id)
    await expectPaidOnce(shop, cart.id)
    expect(captured.data).toHaveLength(1)
    expect((await shop.row(row.reference)).fence).toBeGreaterThan(row.fence)
  })

  it("leaves a pay-in alone while another process holds its lease", async () => {
    const { row } = await sold(shop)
    await crashed(shop, row.id, {
      leased_by: "a process that lives",
      leased_until: shop.pg.raw("now() + interval '90 seconds'"),
    })
    await shop.sweep()
    expect(await shop.row(row.reference)).toMatchObject({
      settled_at: null,
      leased_by: "a process that lives",
      fence: row.fence,
    })
    shop.advanceClock(91_000)
    await shop.sweep()
    expect((await shop.row(row.reference)).settled_at).not.toBeNull()
  })

  it("tells of the capture once when the crash came before it was told", async () => {
    const { cart, row, captured } = await sold(shop)
    captured.data.length = 0
    await crashed(shop, row.id, { captured_event_at: null })
    await shop.sweep()
    await shop.captured(cart.id)
    await shop.until(async () => (captured.data.length > 0 ? true : null))
    await shop.sweep()
    await expectPaidOnce(shop, cart.id)
    expect(captured.data).toHaveLength(1)
  })

  it("writes the order transaction that a crash left out, and tells of the capture once", async () => {
    const { cart, row, order, captured } = await sold(shop)
    captured.data.length = 0
    await forgetTransactions(shop, order)
    await crashed(shop, row.id, { captured_event_at: null })
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(captured.data).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([])
  })

  it("captures an order whose completion died before the authorization, and announces it", async () => {
    const { cart, row, order, session, captured, placed } = await sold(shop)
    await shop.until(async () => ((await shop.row(row.reference)).placed_seen_at ? true : null))
    captured.data.length = 0
    placed.data.length = 0
    const [payment] = order.payment_collections[0].payments
    await forgetTransactions(shop, order)
    await shop.pg("capture").where({ payment_id: payment.id }).delete()
    await shop.pg("payment").where({ id: payment.id }).delete()
    await shop
      .pg("payment_session")
      .where({ id: session.id })
      .update({ status: "pending", authorized_at: null })
    await crashed(shop, row.id, { captured_event_at: null, placed_seen_at: null, order_id: null })

    const answer = await shop.complete(cart.id).expect(200)
    expect(answer.body).toMatchObject({ type: "order", order: { id: order.id } })
    await expectNothingBooked(shop, cart.id)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.sweep()
    expect(captured.data).toHaveLength(1)
    expect(placed.data).toEqual([{ id: order.id }])
  })

  it("announces an order whose order.placed was lost, once and not before five minutes", async () => {
    const { row, order, placed } = await sold(shop)
    await shop.until(async () => ((await shop.row(row.reference)).placed_seen_at ? true : null))
    placed.data.length = 0
    await shop.pg("payin_transaction").where({ id: row.id }).update({ placed_seen_at: null })

    shop.advanceClock(290_000)
    await shop.sweep()
    expect((await shop.row(row.reference)).placed_event_at).toBeNull()
    shop.advanceClock(20_000)
    await Promise.all([shop.sweep(), shop.sweep()])
    await shop.until(async () => ((await shop.row(row.reference)).placed_seen_at ? true : null))
    shop.advanceClock(HOUR)
    await shop.sweep()
    expect(placed.data).toEqual([{ id: order.id }])
  })

  it("announces no order a second time whose order.placed was heard", async () => {
    const { row, placed } = await sold(shop)
    await shop.until(async () => ((await shop.row(row.reference)).placed_seen_at ? true : null))
    shop.advanceClock(HOUR)
    await shop.sweep()
    expect(placed.data).toHaveLength(1)
    expect((await shop.row(row.reference)).placed_event_at).toBeNull()
  })
})
