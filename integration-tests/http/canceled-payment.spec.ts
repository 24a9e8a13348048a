import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { Modules } from "@medusajs/framework/utils"
import { MedusaCalls } from "../../src/workflows/settle/medusa-calls"
import { breakWriting } from "../support/gate"
import { Desk } from "../support/desk"
import { DESTINATION, PayoutDriver } from "../support/payout-driver"
import { withShop, type Shop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"

const HOUR = 3_600_000
const { bank, account_number, account_type } = DESTINATION
const refund_destination = { bank, account_number, account_type }
const ORDER_MONEY = { table: "order_transaction", event: "insert" } as const

/**
 * Medusa fails behind the authorization, and cannot finish its way back, as when its process dies
 * there: the payment is canceled, and its session stays authorized.
 */
async function halfTakenBack(shop: Shop, extra: { refund_destination?: object } = {}) {
  const sale = await shop.checkout("co", extra)
  const transactions = await breakWriting(shop.pg, ORDER_MONEY)
  const refunds = await breakWriting(shop.pg, { table: "refund", event: "insert" })
  const sessions = await breakWriting(shop.pg, { table: "payment_session", event: "delete" })
  shop.sandbox.settle(sale.reference, { status: "APPROVED", notify: false })
  expect((await shop.complete(sale.cart.id)).body.type).not.toBe("order")
  await transactions.mend()
  await refunds.mend()
  await sessions.mend()
  // Here Medusa's way back fails as a whole. A process that dies on it leaves its first half.
  await shop
    .pg("payment")
    .where({ payment_session_id: sale.session.id })
    .update({ canceled_at: shop.pg.fn.now() })
  const [session] = await shop.pg("payment_session").where({ id: sale.session.id })
  expect(session).toMatchObject({ status: "authorized" })
  const payments = await shop.pg("payment").where({ payment_session_id: sale.session.id })
  expect(payments).toMatchObject([{ canceled_at: expect.any(Date) }])
  return sale
}

/** What orders show as refunded. */
function refundsShown(shop: Shop): Promise<object[]> {
  return shop.pg("order_transaction").where({ reference: "refund" }).whereNull("deleted_at")
}

withShop("money whose completion died on its way back", NO_APPROVALS, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  beforeEach(() => {
    payoutDriver.fill(1_000_000)
  })

  it("is not refunded while an order shows it by its canceled payment", async () => {
    const sale = await halfTakenBack(shop)
    // Medusa takes the session as authorized, and asks no provider.
    await shop.complete(sale.cart.id).expect(200)
    await shop.digested(sale.reference)
    shop.advanceClock(HOUR)
    await shop.sweep()
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("settled_incompletely")
    const answer = await desk.resolve(anomaly.id, { action: "refund" })
    expect([answer.status, answer.body.reason]).toEqual([409, "order_has_it"])
    expect(await shop.row(sale.reference)).toMatchObject({ excluded_at: null })
  })

  it("is not refunded by the Refund that Medusa booked on its way back, which the order does not show", async () => {
    const sale = await shop.checkout("co", { refund_destination })
    const { id } = await shop.row(sale.reference)
    const lease = await shop.until(() => shop.ledger.leases.acquire(id, "a pass that hangs"))
    const transactions = await breakWriting(shop.pg, ORDER_MONEY)
    const sessions = await breakWriting(shop.pg, { table: "payment_session", event: "delete" })
    shop.sandbox.settle(sale.reference, { status: "APPROVED", notify: false })
    expect((await shop.complete(sale.cart.id)).body.type).not.toBe("order")
    await transactions.mend()
    await sessions.mend()
    expect(await shop.pg("refund")).toHaveLength(1)
    await shop.complete(sale.cart.id).expect(200)
    expect(await shop.ordersOf(sale.cart.id)).toHaveLength(1)
    await shop.ledger.leases.release(lease)
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.digested(sale.reference)
    await payoutDriver.runIn(31)
    await payoutDriver.runIn(200)
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("settled_incompletely")
    const answer = await desk.resolve(anomaly.id, { action: "refund" })
    expect([answer.status, answer.body.reason]).toEqual([409, "order_has_it"])
    // No job shows that Refund on the order, which keeps the money.
    await shop.pg("refund").update({ created_at: shop.pg.raw("created_at - interval '1 day'") })
    await shop.run("payin-orphans")
    expect(await refundsShown(shop)).toEqual([])
    await payoutDriver.runIn(200)
    expect(await shop.pg("payin_payout")).toMatchObject([{ reason: "adoption_pending" }])
    expect(shop.sandbox.payouts()).toEqual([])
  })

  it.each(["this plugin's own route", "Medusa's route"])(
    "is paid back in part when a person refunds a part of the order by %s",
    async (route) => {
      const sale = await halfTakenBack(shop, { refund_destination })
      await shop.complete(sale.cart.id).expect(200)
      await shop.digested(sale.reference)
      shop.advanceClock(HOUR)
      await shop.sweep()
      const [orderId] = await shop.ordersOf(sale.cart.id)
      const [payment] = await shop.pg("payment").where({ payment_session_id: sale.session.id })
      const http = await shop.admin()
      const answer =
        route === "Medusa's route"
          ? await http.post(`/admin/payments/${payment.id}/refund`).send({ amount: 10_000 })
          : await http
              .post(`/admin/payin/orders/${orderId}/refund`)
              .set("Idempotency-Key", randomUUID())
              .send({ amount: 10_000 })
      expect(answer.status).toBeLessThan(300)
      await shop.run("payin-orphans")
      await payoutDriver.runIn(31)
      await payoutDriver.runIn(200)
      expect(shop.sandbox.payouts()).toMatchObject([{ amount: 10_000 }])
      expect(await refundsShown(shop)).toMatchObject([{ amount: "-10000" }])
      // The order keeps the rest, so that no decision on an anomaly may give it back.
      const desk = await Desk.open(shop)
      const anomaly = await desk.find("settled_incompletely")
      const decision = await desk.resolve(anomaly.id, { action: "refund" })
      expect([decision.status, decision.body.reason]).toEqual([409, "order_has_it"])
      // Once the order is canceled, the rest goes back, too.
      await http.post(`/admin/orders/${orderId}/cancel`).expect(200)
      await payoutDriver.runIn(31)
      await payoutDriver.runIn(200)
      const left = shop.sandbox.payouts().map(({ amount }) => amount)
      expect(left.sort((a, b) => a - b)).toEqual([10_000, 50_000])
    }
  )

  it("is taken by no completion while a slow database is read before it goes back", async () => {
    const locking = shop.container.resolve(Modules.LOCKING)
    const cart = "cart_of_a_slow_database"
    const completion = { ownerId: "a completion", expire: 1 }
    const meanwhile = await new MedusaCalls(shop.container).betweenCompletions(cart, async () => {
      await sleep(6_000)
      return locking.acquire(cart, completion).then(
        () => "begins",
        () => "waits"
      )
    })
    expect(meanwhile).toBe("waits")
    await locking.acquire(cart, completion)
  })

  it("pays no order any more once a person decided to refund it", async () => {
    const sale = await halfTakenBack(shop)
    await shop.stock("CAFE-GRANO", 0)
    shop.advanceClock(HOUR)
    const kept = await breakWriting(shop.pg, { table: "payment", event: "delete" })
    await shop.sweep()
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("paid_without_order")
    await desk.decide(anomaly.id, { action: "refund" })
    await kept.mend()
    await shop.stock("CAFE-GRANO", 10)
    expect((await shop.complete(sale.cart.id)).body.type).not.toBe("order")
    expect(await shop.ordersOf(sale.cart.id)).toEqual([])
  })
})
