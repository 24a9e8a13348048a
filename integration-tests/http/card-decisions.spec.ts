import { applyCards, cardApplyDeps } from "../../src/workflows/card"
import { CardAnomalies } from "../../src/workflows/card/anomalies"
import { applyCard } from "../../src/workflows/card/apply"
import { servicesOf } from "../../src/workflows/settle"
import { closeOrphans } from "../../src/workflows/settle/orphans"
import { expectPaidOnce } from "../support/books"
import { cardCheckout, capture, cardOrder, cardRow } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { Desk } from "../support/desk"
import { breakWriting, closeGate } from "../support/gate"
import { losePatience } from "../support/patience"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

const MINUTES = 60_000
const BOOKING = { table: "capture", event: "insert" } as const

withShop("an operator's decision about card money", {}, (shop) => {
  const post = new CardPost(shop)

  async function later(times = 6): Promise<void> {
    for (let tried = 0; tried < times; tried++) {
      shop.advanceClock(30 * MINUTES)
      await post.sweep()
    }
  }

  /** The service says that it was taken, and Medusa cannot book that: a person is asked. */
  async function takenAndNotShown() {
    const sold = await cardOrder(shop)
    await post.told(sold.reference)
    const broken = await breakWriting(shop.pg, BOOKING)
    await post.taken(sold.reference, { transaction_id: "taken" })
    await post.digested()
    await later()
    const desk = await Desk.open(shop)
    return { ...sold, broken, desk, anomaly: await desk.find("settled_incompletely") }
  }

  /** An order waits for its card, which the service charged, and Medusa cannot write the payment. */
  async function takenOfWaiting() {
    shop.sandbox.injectFault({ operation: "card_authorize", kind: "reset_after" })
    const { cart, reference } = await cardCheckout(shop)
    await shop.complete(cart.id).expect(200)
    const broken = await breakWriting(shop.pg, { table: "payment", event: "insert" })
    await post.taken(reference, { transaction_id: "taken" })
    await post.digested()
    await later()
    const [order] = await shop.ordersOf(cart.id)
    const desk = await Desk.open(shop)
    return { order, reference, broken, desk, anomaly: await desk.find("settled_incompletely") }
  }

  async function books(orderId: string) {
    const { transactions, payment_collections } = await shop.order(orderId)
    const [payment] = payment_collections[0].payments
    return { transactions, captured: payment?.captured_at ?? null, canceled: payment?.canceled_at }
  }

  it("is still asked for when a worker that had looked before says that Medusa shows the hold", async () => {
    const { reference } = await cardOrder(shop)
    await post.told(reference)
    const { subscriptions, ledger } = servicesOf(shop.container)
    const row = await subscriptions.cardTransactions.findByReference(reference)
    if (row === null) throw new Error("the card was charged for an order")
    await new CardAnomalies(ledger).untold(row, "Medusa is busy")
    await applyCard(cardApplyDeps(shop.container), { ...row, fence: row.fence - 1 })
    expect(await shop.anomalies("open")).toMatchObject([{ kind: "settled_incompletely" }])
    await subscriptions.cardWatch.requeue(row.id)
    await applyCards(shop.container, { id: row.id })
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("to refund blocks a later capture by Medusa's button", async () => {
    const { order, payment_id, broken, desk, anomaly } = await takenAndNotShown()
    const decided = await desk.decide(anomaly.id, { action: "refund" })
    expect(decided).toMatchObject({ status: "resolved", payout_id: expect.any(String) })
    await broken.mend()

    const refused = await capture(desk.http, payment_id)

    expect(refused.status).toBe(400)
    await later()
    expect(await books(order.id)).toEqual({
      ...{ transactions: [], captured: null, canceled: expect.anything() },
    })
    expect(await shop.anomalies("open")).toMatchObject([
      { kind: "orphan_order", order_id: order.id },
    ])
  })

  it("to ignore it is not undone by later sweeps: nothing is booked", async () => {
    const { order, broken, desk, anomaly } = await takenAndNotShown()
    await desk.decide(anomaly.id, { action: "ignore" })
    await broken.mend()

    await later()

    expect(await books(order.id)).toMatchObject({ transactions: [], captured: null })
    expect(await shop.pg("payin_payout")).toEqual([])
  })

  it("is refused while the money is being settled on its order", async () => {
    const { order, broken, desk, anomaly } = await takenAndNotShown()
    await broken.mend()
    const gate = await closeGate(shop.pg, { table: "order_transaction", event: "insert" })
    shop.advanceClock(30 * MINUTES)
    const pass = post.sweep()
    await gate.arrived()

    losePatience()
    const refused = await desk.refused(anomaly.id, { action: "refund" })
    jest.restoreAllMocks()
    await gate.open()
    await pass

    expect(refused).toContain("is being settled right now")
    expect((await books(order.id)).transactions).toHaveLength(1)
    expect(await shop.pg("payin_payout")).toEqual([])
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("to refund cancels the order that waited for the money, and frees its stock", async () => {
    const { order, reference, broken, desk, anomaly } = await takenOfWaiting()
    await desk.decide(anomaly.id, { action: "refund" })
    await broken.mend()

    await later(1)

    expect(await shop.order(order)).toMatchObject({ status: "canceled", transactions: [] })
    expect(await shop.pg("reservation_item").whereNull("deleted_at")).toEqual([])
    expect(await cardRow(shop, reference)).toMatchObject({ status: "captured" })
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("to refund shows its order while the order cannot be canceled, and cancels it later", async () => {
    const { order, broken, desk, anomaly } = await takenOfWaiting()
    const stuck = await breakWriting(shop.pg, {
      ...{ table: "order", event: "update", when: "NEW.status = 'canceled'" },
    })
    await broken.mend()
    await desk.decide(anomaly.id, { action: "refund" })
    await later(10)
    expect((await shop.order(order)).status).not.toBe("canceled")
    const shown = await desk.find("settled_incompletely")
    expect(shown).toMatchObject({ transaction_id: null, actions: ["ignore"] })

    await stuck.mend()
    await later(10)

    expect((await shop.order(order)).status).toBe("canceled")
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("that could not be stored ends no period of a subscription, and a later accept pays the period", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { id } = subscription
    const { hold, order_id } = await club.held(id)
    const broken = await breakWriting(shop.pg, BOOKING)
    await post.taken(hold.reference, { transaction_id: "taken" })
    await post.digested()
    await later()
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("settled_incompletely")
    const unwritten = await breakWriting(shop.pg, { table: "payin_payout", event: "insert" })
    await desk.resolve(anomaly.id, { action: "refund" }).expect(500)
    await unwritten.mend()
    await shop.pg("payin_transaction").update({ leased_until: null })
    await club.pass(1)
    await club.renew(2)
    expect((await club.period(id))?.cycle).toMatchObject({ status: "open", order_id })
    await broken.mend()

    await desk.decide(anomaly.id, { action: "accept" })

    await club.pass(1)
    await club.until(id, ({ next_number }) => next_number === 2)
    expect((await club.period(id))?.cycle).toMatchObject({ status: "paid", order_id })
    expect((await books(order_id)).transactions).toHaveLength(1)
  })

  it("to refund a renewal cancels its order and fails its period", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { id } = subscription
    const { hold, order_id } = await club.held(id)
    const broken = await breakWriting(shop.pg, BOOKING)
    await post.taken(hold.reference, { transaction_id: "taken" })
    await post.digested()
    await later()
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("settled_incompletely")
    await desk.decide(anomaly.id, { action: "refund" })
    await broken.mend()

    await later(2)
    await shop.sweep()

    expect((await shop.order(order_id)).status).toBe("canceled")
    await club.pass(1)
    await club.until(id, ({ next_number }) => next_number === 2)
    expect((await club.period(id))?.cycle).toMatchObject({ status: "failed" })
    expect((await shop.order(order_id)).status).toBe("canceled")
  })

  it("to refund can be replaced by accept after its payout is canceled, and the money is booked", async () => {
    const { order, broken, desk, anomaly } = await takenAndNotShown()
    const { payout_id } = await desk.decide(anomaly.id, { action: "refund" })
    await broken.mend()
    await desk.http
      .post(`/admin/payin/payouts/${payout_id}/cancel`)
      .set("Idempotency-Key", "taken-back")
      .send({ note: "The shopper wants the goods." })
      .expect(200)
    await later()
    expect((await desk.look(anomaly.id)).status).toBe("open")

    await desk.decide(anomaly.id, { action: "accept" })

    await closeOrphans(shop.container)
    expect((await books(order.id)).transactions).toHaveLength(1)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("that could not be stored changes nothing: the order stays and the money can still be accepted", async () => {
    const { order, broken, desk, anomaly } = await takenOfWaiting()
    const unwritten = await breakWriting(shop.pg, {
      ...{ table: "payin_payout", event: "insert" },
    })
    await desk.resolve(anomaly.id, { action: "refund" }).expect(500)
    await unwritten.mend()
    await shop.pg("payin_transaction").update({ leased_until: null })
    await later(2)
    expect((await shop.order(order)).status).not.toBe("canceled")
    expect(await shop.anomalies("open")).toMatchObject([{ kind: "settled_incompletely" }])
    await broken.mend()

    await desk.decide(anomaly.id, { action: "accept" })

    expect((await books(order)).transactions).toHaveLength(1)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("to ignore it leaves the waiting order and its stock as they are", async () => {
    const { order, broken, desk, anomaly } = await takenOfWaiting()
    await desk.decide(anomaly.id, { action: "ignore" })
    await broken.mend()

    await later(2)

    expect((await shop.order(order)).status).not.toBe("canceled")
    expect(await shop.pg("reservation_item").whereNull("deleted_at")).toHaveLength(1)
    expect(await shop.pg("payin_payout")).toEqual([])
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("books, and refunds, no more than the card held, whatever a webhook told", async () => {
    const { order, reference } = await cardOrder(shop)
    await post.told(reference)
    await post.tell("transaction.captured", reference, { amount: "6000000.00" })
    await post.digested()
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("amount_mismatch")
    expect(anomaly.facts).not.toHaveProperty("to_book")
    const refused = await desk.resolve(anomaly.id, { action: "captured" })
    expect([refused.status, refused.body.code]).toEqual([409, "unit_suspected"])
    const above = await desk.resolve(anomaly.id, { action: "captured", amount: "6000000" })
    expect([above.status, above.body.code, above.body.field]).toEqual([400, "above_hold", "amount"])
    const unread = await desk.resolve(anomaly.id, { action: "captured", amount: "60.000" })
    expect([unread.status, unread.body.field]).toEqual([400, "amount"])
    const useless = await desk.resolve(anomaly.id, { action: "ignore", amount: "60000" })
    expect([useless.status, useless.body.field]).toEqual([400, "amount"])

    const decided = await desk.decide(anomaly.id, { action: "captured", amount: "60000" })
    expect(decided.facts).toMatchObject({ booked: { amount: "60000", currency: "COP" } })
    await later()
    const { transactions } = await books(order.id)
    expect(transactions.map(({ amount }: { amount: unknown }) => Number(amount))).toEqual([60_000])
    expect(await shop.row(reference)).toMatchObject({ approved_amount: "60000" })
    const refund = await desk.http
      .post(`/admin/payin/orders/${order.id}/refund`)
      .set("Idempotency-Key", "too-much")
      .send({ amount: "60001", note: "Too much." })
    expect([refund.status, refund.body.code]).toEqual([400, "more_than_left"])
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("books the capture that the store asked for though its webhook counts in cents, and shows that before", async () => {
    const { cart, reference } = await cardOrder(shop)
    await post.told(reference)
    await post.unansweredCapture(reference)
    await post.tell("transaction.captured", reference, { amount: "6000000.00" })
    await post.digested()
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("amount_mismatch")
    expect(anomaly.facts).toMatchObject({
      ...{ arrived: { amount: "6000000" }, to_book: { amount: "60000", currency: "COP" } },
    })
    await desk.decide(anomaly.id, { action: "captured" })
    await post.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it.each([
    ["6000000", "unit_suspected"],
    ["60000.01", "above_hold"],
  ])(
    "accepts and refunds nothing while the ledger shows %s of a hold of 60000",
    async (wrong, code) => {
      const { reference, broken, desk, anomaly } = await takenAndNotShown()
      await shop.pg("payin_transaction").where({ reference }).update({ approved_amount: wrong })
      for (const action of ["accept", "refund"]) {
        const { status, body } = await desk.resolve(anomaly.id, { action })
        expect([status, body.code]).toEqual([409, code])
      }
      expect(await shop.pg("payin_payout")).toEqual([])
      await desk.decide(anomaly.id, { action: "ignore" })
      await broken.mend()
    }
  )
})
