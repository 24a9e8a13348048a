import { Modules, PaymentSessionStatus } from "@medusajs/framework/utils"
import type { PayInPayoutsService } from "../../src/modules/payouts/service"
import { expectNothingBooked, expectPaidOnce } from "../support/books"
import { breakWriting } from "../support/gate"
import { withShop, type Shop } from "../support/shop"

const HOUR = 3_600_000

async function payoutsOf(shop: Shop) {
  return shop.container.resolve<PayInPayoutsService>("payinPayouts").listPayinPayouts()
}

async function openAnomaly(shop: Shop) {
  return shop.until(async () => (await shop.anomalies("open")).at(0) ?? null)
}

withShop("a cart that Medusa cannot complete", {}, (shop) => {
  it("books nothing while stock is missing, and becomes an order after a restock", async () => {
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
    expect(await shop.poll(session.id)).toMatchObject({ status: "in_review", order_id: null })

    await shop.stock("CAFE-GRANO", 1)
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(captured.data).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([
      expect.objectContaining({
        kind: "paid_without_order",
        status: "resolved",
        action: "settled",
      }),
    ])
  })

  it("becomes an order after a restock as soon as the shopper's page polls", async () => {
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

  it("becomes an order of the newest link when two were paid while stock was missing", async () => {
    const older = await shop.checkout("co")
    const newer = await shop.session(older.collection_id, "co", { payment_method: "TRANSFIYA" })
    await shop.stock("CAFE-GRANO", 0)
    const references = [String(newer.data.reference), older.reference]
    for (const reference of references) {
      shop.sandbox.settle(reference, { status: "APPROVED" })
      await shop.digested(reference)
      shop.advanceClock(HOUR)
      await shop.sweep()
    }
    expect(await shop.ordersOf(older.cart.id)).toEqual([])

    await shop.stock("CAFE-GRANO", 10)
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.captured(older.cart.id)
    shop.advanceClock(HOUR)
    await shop.sweep()
    await expectPaidOnce(shop, older.cart.id)
    const [taken, spare] = await Promise.all(references.map((one) => shop.row(one)))
    expect(taken).toMatchObject({ session_id: newer.id, settled_at: expect.any(Date) })
    // One verdict on the spare money, however many were passed on it before.
    expect(await shop.anomalies("open")).toEqual([
      expect.objectContaining({ kind: "duplicate_payment", transaction_id: spare.id }),
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

  it("becomes an order after our completion failed behind the authorization, and leaves no refund", async () => {
    const { cart, reference } = await shop.checkout("co")
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    shop.sandbox.settle(reference, { status: "APPROVED" })

    // Core has refunded the money in its own books; its payout waits for the order.
    const held = await shop.until(async () => (await payoutsOf(shop)).at(0) ?? null)
    expect(held).toMatchObject({ source: "refund", status: "held", amount: "60000" })
    expect(await shop.ordersOf(cart.id)).toEqual([])
    await shop.sweep()
    await shop.digested(reference)

    await broken.mend()
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.pg("refund").select("id")).toEqual([])
    expect(await shop.pg("payment").whereNotNull("canceled_at")).toEqual([])
    expect(await shop.anomalies("open")).toEqual([])
    const states = (await payoutsOf(shop)).map(({ status }) => status)
    expect(new Set(states)).toEqual(new Set(["canceled"]))
    expect(await shop.row(reference)).toMatchObject({ status: "approved", apply_error: null })
    expect(shop.sandbox.counters().create).toBe(1)
  })

  it("becomes an order after Medusa failed several times behind the authorization", async () => {
    const { cart, reference } = await shop.checkout("co")
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    for (let attempt = 1; attempt <= 3; attempt++) {
      await shop.digested(reference)
      shop.advanceClock(HOUR)
      await shop.sweep()
      expect((await shop.row(reference)).apply_attempts).toBe(attempt)
    }
    await broken.mend()
    shop.advanceClock(HOUR)
    await shop.sweep()

    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.pg("refund").select("id")).toEqual([])
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("shows no captured money while the money of a failed completion waits for stock", async () => {
    const { cart, collection_id, reference } = await shop.checkout("co")
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
    expect((await shop.complete(cart.id)).body.type).not.toBe("order")
    const shown = () => shop.pg("payment_collection").where({ id: collection_id }).first()
    expect(Number((await shown()).captured_amount)).toBe(60_000)

    await broken.mend()
    await shop.stock("CAFE-GRANO", 0)
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.until(async () => ((await shop.row(reference)).apply_error ? true : null))
    await expectNothingBooked(shop, cart.id)
    const { captured_amount, refunded_amount, status } = await shown()
    expect([Number(captured_amount), Number(refunded_amount), status]).toEqual([0, 0, "awaiting"])

    await shop.stock("CAFE-GRANO", 1)
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("becomes an order although its session was set to error before the money came", async () => {
    const { cart, reference, session } = await shop.checkout("co")
    const payments = shop.container.resolve(Modules.PAYMENT)
    await payments.updatePaymentSession({
      id: session.id,
      amount: 60_000,
      currency_code: "cop",
      data: session.data,
      status: PaymentSessionStatus.ERROR,
    })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.row(reference)).toMatchObject({ session_id: session.id })
    expect(await shop.anomalies()).toEqual([])
  })

  it("loses its other sessions when one is paid, so that Medusa completes it with the paid one", async () => {
    const { cart, collection_id, reference } = await shop.checkout("co")
    const payments = shop.container.resolve(Modules.PAYMENT)
    for (let count = 0; count < 3; count++) {
      await payments.createPaymentSession(collection_id, {
        provider_id: "pp_system_default",
        currency_code: "cop",
        amount: 60_000,
        data: {},
      })
    }
    // The database answers in its own order: the paid session comes last.
    await shop
      .pg("payment_session")
      .where({ provider_id: "pp_payin_co" })
      .update({ metadata: "{}" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    const order = await expectPaidOnce(shop, cart.id)
    expect(order.payment_collections[0].payments[0].provider_id).toBe("pp_payin_co")
    expect(order.payment_collections[0].payment_sessions).toHaveLength(1)
  })
})
