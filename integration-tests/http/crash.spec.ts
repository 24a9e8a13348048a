import { Modules } from "@medusajs/framework/utils"
import { applyPayIn } from "../../src/workflows/settle"
import { scrubSessions } from "../../src/workflows/settle/scrub"
import { expectNothingBooked, expectPaidOnce } from "../support/books"
import { closeGate } from "../support/gate"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"

const HOUR = 3_600_000

/** A sale that is through: what a crash may then take away again. */
async function sold(shop: Shop) {
  const captured = shop.listen("payment.captured")
  const placed = shop.listen("order.placed")
  const checkout = await shop.checkout("co")
  shop.sandbox.settle(checkout.reference, { status: "APPROVED" })
  const order = await shop.captured(checkout.cart.id)
  await shop.until(async () => ((await shop.row(checkout.reference)).placed_seen_at ? true : null))
  const row = await shop.digested(checkout.reference)
  return { ...checkout, order, row, captured, placed }
}

/** As if Medusa had died before it wrote what was paid on the order. */
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

/** Another instance took the lease, because its holder was silent for too long. */
async function takenOver(shop: Shop, reference: string) {
  await shop
    .pg("payin_transaction")
    .where({ reference })
    .update({
      leased_by: "another process",
      leased_until: shop.pg.raw("now() + interval '90 seconds'"),
      fence: shop.pg.raw("fence + 1"),
    })
}

/**
 * The lease of another process runs out. A signal that found it taken may have deferred the next
 * try by two seconds, so one sweep is not enough.
 */
async function settledAfterLease(shop: Shop, reference: string) {
  shop.advanceClock(91_000)
  await shop.workUntil(async () => (await shop.row(reference)).settled_at)
}

withShop("a process that dies", {}, (shop) => {
  it("a pay-in is settled after a crash behind the capture, and payment.captured is not published again", async () => {
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
    await settledAfterLease(shop, row.reference)
  })

  it("payment.captured is published once when the process died before publishing it", async () => {
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

  it("a missing order transaction is written after a crash, and payment.captured is published once", async () => {
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

  it("an order whose completion died before the authorization is captured and published once", async () => {
    const { cart, row, order, session, captured, placed } = await sold(shop)
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

  it("a lost order.placed is published once, and not before five minutes", async () => {
    const { row, order, placed } = await sold(shop)
    placed.data.length = 0
    await shop
      .pg("payin_transaction")
      .where({ id: row.id })
      .update({ placed_seen_at: null, settled_at: shop.pg.raw("now()") })

    // What is left of the five minutes is for a machine that is busy.
    shop.advanceClock(240_000)
    await shop.sweep()
    expect((await shop.row(row.reference)).placed_event_at).toBeNull()
    shop.advanceClock(61_000)
    await Promise.all([shop.sweep(), shop.sweep()])
    await shop.until(async () => ((await shop.row(row.reference)).placed_seen_at ? true : null))
    shop.advanceClock(HOUR)
    await shop.sweep()
    expect(placed.data).toEqual([{ id: order.id }])
  })

  it("order.placed is not published again once it was received", async () => {
    const { row, placed } = await sold(shop)
    shop.advanceClock(HOUR)
    await shop.sweep()
    expect(placed.data).toHaveLength(1)
    expect((await shop.row(row.reference)).placed_event_at).toBeNull()
  })

  it("a process that goes on after its lease went to another changes nothing", async () => {
    const captured = shop.listen("payment.captured")
    const { cart, reference } = await shop.checkout("co")
    const gate = await closeGate(shop.pg, { table: "order_transaction", event: "insert" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await gate.arrived()
    await takenOver(shop, reference)
    await gate.open()
    await shop.until(async () => ((await shop.ordersOf(cart.id)).length > 0 ? true : null))
    await shop.sweep()
    expect(await shop.row(reference)).toMatchObject({
      settled_at: null,
      captured_event_at: null,
      leased_by: "another process",
    })
    expect(captured.data).toEqual([])

    await settledAfterLease(shop, reference)
    await expectPaidOnce(shop, cart.id)
    expect(captured.data).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([])
  })

  it("a late failure opens no anomaly after another process took the lease and settled the money", async () => {
    const { cart, reference } = await shop.checkout("co")
    await shop.stock("CAFE-GRANO", 0)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.until(async () => (await shop.anomalies("open")).at(0) ?? null)
    const { id } = await shop.digested(reference)

    await shop.stock("CAFE-GRANO", 1)
    const gate = await closeGate(shop.pg, { table: "order", event: "insert" })
    const late = applyPayIn(shop.container, id)
    await gate.arrived()
    await takenOver(shop, reference)
    await shop.ledger.anomalies.closeOfPayIn({ transaction_id: id }, "settled by another process")
    await shop.stock("CAFE-GRANO", 0)
    await gate.open()
    expect(await late).toBe("busy")
    expect(await shop.ordersOf(cart.id)).toEqual([])
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("shopper data posted to a session that got no answer is erased after two minutes", async () => {
    const cart = await shop.cart("co")
    const collection = await shop.collection(cart.id)
    const answered = await shop.checkout("co")
    const stored = async (id: string) =>
      (await shop.pg("payment_session").where({ payment_collection_id: id }).first()).data
    const gate = await closeGate(shop.pg, { table: "payin_transaction", event: "insert" })
    const post = shop.session(collection, "co")
    await gate.arrived()
    expect(JSON.stringify(await stored(collection))).toContain(CANARY.co.legal_doc)

    await scrubSessions(shop.container, "all")
    expect(await stored(collection)).not.toEqual({})
    shop.advanceClock(121_000)
    await scrubSessions(shop.container, "recent")
    expect(await stored(collection)).toEqual({})
    expect(await stored(answered.collection_id)).toEqual(answered.session.data)
    await gate.open()
    await post
  })

  it("shopper data is erased by the next worker also when none ran for days", async () => {
    const cart = await shop.cart("co")
    const collection = await shop.collection(cart.id)
    await shop.session(collection, "co")
    const left = shop.pg("payment_session").where({ payment_collection_id: collection })
    const id = "payses_01K00000000000000000000000"
    await left.update({ id, data: JSON.stringify({ customer_data: CANARY.co }) })
    shop.advanceClock(3 * 86_400_000)
    const stored = async () => (await shop.pg("payment_session").where({ id }).first()).data
    await scrubSessions(shop.container, "recent")
    expect(await stored()).not.toEqual({})

    await shop.run("payin-scrub")

    expect(await stored()).toEqual({})
  })
})
