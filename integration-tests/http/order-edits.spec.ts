import { Modules } from "@medusajs/framework/utils"
import { freeTakenBack } from "../../src/medusa/repairs/left-stock"
import { supersedeAllUnowed } from "../../src/workflows/payment-link/unowed"
import { BackOffice } from "../support/back-office"
import { expectLevelsAddUp, expectNothingBooked } from "../support/books"
import { decidesAlone } from "../support/desk"
import { withShop, type Shop } from "../support/shop"

const TOTAL = 60_000
const GRAIN = 48_000
const SHIPPING = TOTAL - GRAIN

/** An order that stands and waits until its EFECTY voucher is paid. */
async function waitingOrder(shop: Shop) {
  const checkout = await shop.checkout("co", { payment_method: "EFECTY" })
  const answer = await shop.complete(checkout.cart.id).expect(200)
  const order_id: string = answer.body.order.id
  return { ...checkout, order_id, office: await BackOffice.of(shop) }
}

async function settle(shop: Shop, reference: string) {
  shop.sandbox.settle(reference, { status: "APPROVED" })
  return shop.until(async () => {
    const row = await shop.row(reference)
    return row.settled_at === null ? null : row
  })
}

async function anomalyOf(shop: Shop, reference: string) {
  shop.sandbox.settle(reference, { status: "APPROVED" })
  const anomaly = await shop.until(async () => (await shop.anomalies("open")).at(0) ?? null)
  const { id } = await shop.digested(reference)
  expect(anomaly).toMatchObject({ transaction_id: id })
  return anomaly
}

withShop("orders that are edited while their link is open", {}, (shop) => {
  it("books the voucher of an order that grew, shows the rest as outstanding, and collects it by a link", async () => {
    const { office, order_id, reference } = await waitingOrder(shop)
    await office.edit(order_id, { "CAFE-GRANO": 2 })
    expect((await shop.row(reference)).superseded_at).toBeNull()

    await settle(shop, reference)
    expect(await office.shown(order_id)).toMatchObject({
      total: TOTAL + GRAIN,
      payment_status: "partially_captured",
      summary: { paid_total: TOTAL, pending_difference: GRAIN },
    })

    const { body } = await office.link(order_id).expect(200)
    expect(body.payment_link.amount).toBe(String(GRAIN))
    await settle(shop, body.payment_link.reference)
    expect(await office.shown(order_id)).toMatchObject({
      payment_status: "captured",
      summary: { paid_total: TOTAL + GRAIN, pending_difference: 0 },
      payment_collections: [{ status: "completed" }, { status: "completed" }],
    })
    expect(await shop.anomalies()).toEqual([])
  })

  it("books the voucher of an order that shrank, and shows what was paid too much", async () => {
    const { office, order_id, reference } = await waitingOrder(shop)
    await office.edit(order_id, { "CAFE-GRANO": 0 })

    await settle(shop, reference)
    expect(await office.shown(order_id)).toMatchObject({
      total: SHIPPING,
      summary: { paid_total: TOTAL, pending_difference: SHIPPING - TOTAL },
    })
    expect(await shop.anomalies()).toEqual([])
  })

  it("frees the stock that a line kept which a killed edit removed, and no other", async () => {
    const { office, order_id } = await waitingOrder(shop)
    const standing = await waitingOrder(shop)
    const reserved = (id: string) =>
      shop
        .pg("reservation_item")
        .whereIn("line_item_id", shop.pg("order_item").where({ order_id: id }).select("item_id"))
        .whereNull("deleted_at")
    const [before] = await reserved(order_id)
    await office.edit(order_id, { "CAFE-GRANO": 0 })
    expect(await reserved(order_id)).toEqual([])
    // As if the process had died right before Medusa freed it.
    await shop.container
      .resolve(Modules.INVENTORY)
      .restoreReservationItemsByLineItem([before.line_item_id])
    expect(await reserved(order_id)).toHaveLength(1)

    // Medusa may still be at it.
    expect(await freeTakenBack(shop.container)).toBe(0)
    shop.advanceClock(6 * 60_000)
    expect(await freeTakenBack(shop.container)).toBe(1)
    expect(await reserved(order_id)).toEqual([])
    expect(await reserved(standing.order_id)).toHaveLength(1)
    await expectLevelsAddUp(shop.pg)
    expect(await freeTakenBack(shop.container)).toBe(0)
  })

  it("closes the voucher of an order that credit lines cover, of which Medusa publishes nothing", async () => {
    const { office, order_id, reference } = await waitingOrder(shop)
    await office.credit(order_id, GRAIN)
    await supersedeAllUnowed(shop.container)
    expect((await shop.row(reference)).superseded_at).toBeNull()
    await office.credit(order_id, SHIPPING)
    await supersedeAllUnowed(shop.container)
    expect((await shop.row(reference)).superseded_at).not.toBeNull()
    expect(await supersedeAllUnowed(shop.container)).toBe(0)
  })

  it("closes vouchers although another order cannot be read", async () => {
    const orders = [await waitingOrder(shop), await waitingOrder(shop)]
    const [first, second] = orders.sort((a, b) => (a.order_id < b.order_id ? -1 : 1))
    for (const { office, order_id } of orders) await office.credit(order_id, GRAIN + SHIPPING)
    await shop.pg("order").where({ id: first.order_id }).update({ status: "canceled" })
    await shop.pg("order_summary").where({ order_id: first.order_id }).delete()
    await supersedeAllUnowed(shop.container)
    expect((await shop.row(second.reference)).superseded_at).not.toBeNull()
  })

  it("replaces the voucher by a link of the new amount, and books one of the two", async () => {
    const { office, order_id, reference } = await waitingOrder(shop)
    await office.edit(order_id, { "CAFE-GRANO": 2 })
    const { body } = await office.link(order_id, { payment_method: "PSE" }).expect(200)
    const link = body.payment_link
    expect(link.amount).toBe(String(TOTAL + GRAIN))
    expect((await shop.row(reference)).superseded_at).not.toBeNull()

    await settle(shop, link.reference)
    expect(await anomalyOf(shop, reference)).toMatchObject({ kind: "duplicate_payment", order_id })
    expect(await office.shown(order_id)).toMatchObject({
      payment_status: "captured",
      summary: { paid_total: TOTAL + GRAIN, pending_difference: 0 },
    })
  })

  it("returns the open voucher of a waiting order as its link, and leaves its session waiting", async () => {
    const { office, order_id, reference, session } = await waitingOrder(shop)
    const { body } = await office.link(order_id).expect(200)
    expect(body.payment_link).toMatchObject({ reference, payment_method: "EFECTY" })
    const kept = await shop.pg("payment_session").where({ id: session.id }).first()
    expect(kept).toMatchObject({ status: "pending_authorization" })
  })

  it("supersedes the link of an order that fell to zero, and shows money that comes anyway", async () => {
    const { office, order_id, reference, cart } = await waitingOrder(shop)
    await office.credit(order_id, SHIPPING)
    await office.edit(order_id, { "CAFE-GRANO": 0 })
    await shop.until(async () => (await shop.row(reference)).superseded_at)
    expect(await office.shown(order_id)).toMatchObject({ summary: { pending_difference: 0 } })

    expect(await anomalyOf(shop, reference)).toMatchObject({
      kind: "paid_after_replaced",
      order_id,
      facts: { reference, arrived: { amount: String(TOTAL), currency: "COP" } },
    })
    await expectNothingBooked(shop, cart.id)
    shop.advanceClock(3_600_000)
    await shop.sweep()
    expect(await shop.anomalies()).toHaveLength(1)
  })

  it("books, once accepted, money that came while the order owed nothing and before it grew again", async () => {
    const { office, order_id, reference } = await waitingOrder(shop)
    await office.credit(order_id, SHIPPING)
    await office.edit(order_id, { "CAFE-GRANO": 0 })
    await anomalyOf(shop, reference)
    await office.edit(order_id, { "MOCHILA-DESIERTO": 1 })
    const [{ id }] = await shop.ledger.listPayinAnomalies({ status: "open" })

    decidesAlone(shop)
    await office.http
      .post(`/admin/payin/anomalies/${id}/resolve`)
      .set("Idempotency-Key", "accept-1")
      .send({ action: "accept", note: "The payer chose something else." })
      .expect(200)
    expect((await shop.row(reference)).settled_at).not.toBeNull()
    expect(await office.shown(order_id)).toMatchObject({ summary: { paid_total: TOTAL } })
  })
})
