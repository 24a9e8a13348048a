import { randomUUID } from "node:crypto"
import payinOrphans from "../../src/jobs/payin-orphans"
import { retryPayout } from "../../src/workflows/payout"
import { expectPaidOnce } from "../support/books"
import { Desk } from "../support/desk"
import { breakWriting, closeGate } from "../support/gate"
import { withShop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"
import { refundee, type Sale } from "../support/sold"
import { DESTINATION, MAKER, PayoutDriver } from "../support/payout-driver"

const HOUR = 3_600_000
const { bank, account_number, account_type } = DESTINATION
const refund_destination = { bank, account_number, account_type }

withShop("a refund of a completion that failed", NO_APPROVALS, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  const refunds = refundee(shop, payoutDriver)
  beforeEach(async () => {
    payoutDriver.fill(1_000_000)
  })

  /**
   * Money that arrived, captured and refunded by a completion of the storefront's that failed at its end. A
   * pass that hangs keeps the store's own jobs away from it until `release` is called.
   */
  async function failed({ outOfStock = false } = {}) {
    const checkout = await shop.checkout("co", { refund_destination })
    const { id } = await shop.row(checkout.reference)
    const lease = await shop.until(() => shop.ledger.leases.acquire(id, "a pass that hangs"))
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    shop.sandbox.settle(checkout.reference, { status: "APPROVED", notify: false })
    expect((await shop.complete(checkout.cart.id)).body.type).not.toBe("order")
    const [payout] = await refunds.payouts(checkout)
    expect(payout).toMatchObject({ source: "refund", status: "held", amount: "60000" })
    if (outOfStock) {
      await shop.stock("CAFE-GRANO", 0)
    }
    await broken.mend()
    return { ...checkout, payout, release: () => shop.ledger.leases.release(lease) }
  }

  /** Lets a pass find that the money has no order, because there is no stock. */
  async function judged(sale: { reference: string }) {
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.digested(sale.reference)
    await (await Desk.open(shop)).find("paid_without_order")
  }

  /** Looks for refunds that nobody pays, until as many payouts stand for the sale. */
  async function repaid(sale: Pick<Sale, "reference">, times: number) {
    return shop.until(async () => {
      await payinOrphans(shop.container)
      const payouts = await refunds.payouts(sale)
      return payouts.length < times ? null : payouts
    })
  }

  /** Waits until every payout of the sale is given up, whoever looks at it. */
  async function givenUp(sale: Pick<Sale, "reference">) {
    await shop.until(async () => {
      await payoutDriver.run()
      const payouts = await refunds.payouts(sale)
      return payouts.length > 0 && payouts.every(({ status }) => status === "canceled")
        ? true
        : null
    })
  }

  it("is held while the money may still find its order, and is canceled when it does", async () => {
    const sale = await failed()
    await payoutDriver.runIn(31)
    expect(await payoutDriver.payout(sale.payout.id)).toMatchObject({
      ...{ status: "held", reason: "adoption_pending" },
    })
    await sale.release()
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.captured(sale.cart.id)
    await expectPaidOnce(shop, sale.cart.id)
    await payoutDriver.bringIn(91, sale.payout.id, "canceled")
    await payinOrphans(shop.container)
    expect(await refunds.payouts(sale)).toHaveLength(1)
    expect(payoutDriver.taken(sale.payout.id)).toEqual([])
    expect(await shop.pg("refund").select("id")).toEqual([])
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("is canceled and never booked on the order when the shopper's own completion made the order first", async () => {
    const sale = await failed()
    // Nobody settles: the order exists, and the old refund stands beside it.
    await shop.complete(sale.cart.id).expect(200)
    await payoutDriver.runIn(31)
    await payoutDriver.run()
    expect(await payoutDriver.payout(sale.payout.id)).toMatchObject({ status: "held" })
    // As a process leaves it that died behind the refund: its sums are counted again.
    await shop.pg("payment_collection").update({ refunded_amount: 0, raw_refunded_amount: null })
    await shop.pg("refund").update({ created_at: shop.pg.raw("now() - interval '2 minutes'") })
    await payinOrphans(shop.container)
    const [id] = await shop.ordersOf(sale.cart.id)
    const { transactions } = await shop.order(id)
    expect(transactions.map(({ reference }: { reference: string }) => reference)).toEqual([
      "capture",
    ])
    await sale.release()
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.captured(sale.cart.id)
    await expectPaidOnce(shop, sale.cart.id)
    expect((await payoutDriver.payout(sale.payout.id)).status).toBe("canceled")
    expect(payoutDriver.taken(sale.payout.id)).toEqual([])
  })

  it("is sent once an anomaly says that there is no order, and no order gets the money afterwards", async () => {
    const sale = await failed({ outOfStock: true })
    // The pass itself takes the refund back first, as often as it tries.
    const kept = await breakWriting(shop.pg, { table: "refund", event: "delete" })
    await sale.release()
    await judged(sale)
    const [, again] = await repaid(sale, 2)
    expect(again).toMatchObject({ status: "held", amount: "60000", source: "refund" })
    await payoutDriver.bringIn(31, again.id, "pending")
    expect(payoutDriver.taken(again.id)).toMatchObject([{ amount: 60_000, account_number }])
    expect(await shop.row(sale.reference)).toMatchObject({ excluded_at: expect.any(Date) })
    expect(await shop.anomalies()).toMatchObject([
      { kind: "paid_without_order", status: "resolved", action: "refund" },
    ])

    await kept.mend()
    await shop.stock("CAFE-GRANO", 10)
    shop.advanceClock(HOUR)
    await shop.sweep()
    expect((await shop.complete(sale.cart.id)).body.type).not.toBe("order")
    await shop.sweep()
    expect(await shop.ordersOf(sale.cart.id)).toEqual([])
    await payoutDriver.runIn(3600)
    await payinOrphans(shop.container)
    expect(shop.sandbox.payouts()).toHaveLength(1)
  })

  it("is paid by a second payout when an interrupted adoption canceled the first and no order is found", async () => {
    const sale = await failed()
    const kept = await breakWriting(shop.pg, { table: "refund", event: "delete" })
    await sale.release()
    await shop.sweep()
    await shop.until(async () => ((await shop.row(sale.reference)).apply_error ? true : null))
    expect((await payoutDriver.payout(sale.payout.id)).status).toBe("canceled")
    await kept.mend()
    await shop.changeQuantity(sale.cart.id, 2)
    shop.advanceClock(HOUR)
    await shop.sweep()
    await (await Desk.open(shop)).find("paid_after_replaced")

    const [, again] = await repaid(sale, 2)
    await payoutDriver.bringIn(31, again.id, "pending")
    const payouts = await refunds.payouts(sale)
    expect(payouts.map(({ status }) => status)).toEqual(["canceled", "pending"])
    expect(shop.sandbox.payouts()).toHaveLength(1)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("leaves the money to the order when the next sweep completes an interrupted adoption", async () => {
    const sale = await failed()
    const kept = await breakWriting(shop.pg, { table: "refund", event: "delete" })
    await sale.release()
    await shop.sweep()
    await shop.until(async () => ((await shop.row(sale.reference)).apply_error ? true : null))
    await payinOrphans(shop.container)
    await kept.mend()
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.captured(sale.cart.id)
    await expectPaidOnce(shop, sale.cart.id)
    await payoutDriver.runIn(91)
    await payinOrphans(shop.container)
    await givenUp(sale)
    expect(shop.sandbox.payouts()).toEqual([])
  })

  it.each(["the sending goes first", "the adoption goes first", "both at once"])(
    "and its adoption at the same moment end in either an order or a payout, never in both: %s",
    async (order) => {
      const sale = await failed({ outOfStock: true })
      const kept = await breakWriting(shop.pg, { table: "refund", event: "delete" })
      await sale.release()
      await judged(sale)
      await kept.mend()
      await payinOrphans(shop.container)
      const payout = (await refunds.payouts(sale)).at(-1)
      await shop.stock("CAFE-GRANO", 10)
      const adopt = () => shop.sweep()
      const pay = () => payoutDriver.run()
      const gate =
        order === "both at once"
          ? null
          : await closeGate(shop.pg, {
              table: "payin_payout",
              event: "update",
              when:
                order === "the sending goes first"
                  ? "NEW.status = 'sending'"
                  : "NEW.status = 'canceled'",
            })
      shop.advanceClock(HOUR)
      if (gate === null) {
        await Promise.all([adopt(), pay(), adopt(), pay()])
      } else {
        const first = order === "the sending goes first" ? pay() : adopt()
        await gate.arrived()
        const second = order === "the sending goes first" ? adopt() : pay()
        await gate.open()
        await Promise.all([first, second])
      }
      shop.advanceClock(HOUR)
      const { orders, sent } = await shop.until(async () => {
        await shop.sweep()
        await payoutDriver.run()
        await shop.digested(sale.reference)
        const orders = await shop.ordersOf(sale.cart.id)
        const sent = payout ? payoutDriver.taken(payout.id) : []
        return orders.length + sent.length > 0 ? { orders, sent } : null
      })
      expect(orders.length + sent.length).toBe(1)
      if (orders.length === 1) {
        await expectPaidOnce(shop, sale.cart.id)
      }
    }
  )

  it("waits for a running completion, and is not sent when that completion makes the order", async () => {
    const sale = await failed({ outOfStock: true })
    const kept = await breakWriting(shop.pg, { table: "refund", event: "delete" })
    await sale.release()
    await judged(sale)
    await kept.mend()
    await payinOrphans(shop.container)
    await shop.stock("CAFE-GRANO", 10)
    const payout = (await refunds.payouts(sale)).at(-1)
    const gate = await closeGate(shop.pg, { table: "capture", event: "insert" })
    const completing = shop.complete(sale.cart.id).then((answer) => answer)
    await gate.arrived()
    const paying = payoutDriver.runIn(31)
    await shop.until(async () =>
      (await shop.row(sale.reference)).excluded_at === null ? null : true
    )
    await gate.open()
    expect((await completing).body.type).toBe("order")
    await paying
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.captured(sale.cart.id)
    await expectPaidOnce(shop, sale.cart.id)
    await payoutDriver.runIn(91)
    expect(payout && payoutDriver.taken(payout.id)).toEqual([])
    expect(shop.sandbox.payouts()).toEqual([])
  })

  it.each(["refund", "ignore"])(
    "is replaced by an operator's decision about all of the money: %s",
    async (action) => {
      const sale = await failed({ outOfStock: true })
      const kept = await breakWriting(shop.pg, { table: "refund", event: "delete" })
      await sale.release()
      await judged(sale)
      await payinOrphans(shop.container)
      const desk = await Desk.open(shop)
      const { id } = await desk.find("paid_without_order")
      const decided = await desk.decide(id, { action })
      await kept.mend()
      await payoutDriver.runIn(31)
      shop.advanceClock(HOUR)
      await Promise.all([shop.sweep(), payinOrphans(shop.container)])
      if (action === "refund") {
        await payoutDriver.bringIn(31, String(decided.payout_id), "pending")
      } else {
        await payoutDriver.runIn(31)
      }
      const live = (await refunds.payouts(sale)).filter(({ status }) => status !== "canceled")
      if (action === "ignore") {
        expect(live).toEqual([])
        expect(shop.sandbox.payouts()).toEqual([])
      } else {
        expect(live).toMatchObject([
          { id: decided.payout_id, source: "anomaly", amount: "60000", status: "pending" },
        ])
        expect(shop.sandbox.payouts()).toHaveLength(1)
      }
      expect(await shop.ordersOf(sale.cart.id)).toEqual([])
    }
  )

  it("is not sent when its process died while a completion made the order", async () => {
    const sale = await failed({ outOfStock: true })
    // The adoption cannot take Medusa's Refund back, so the payout stands.
    const kept = await breakWriting(shop.pg, { table: "refund", event: "delete" })
    await sale.release()
    await judged(sale)
    await kept.mend()
    await payinOrphans(shop.container)
    await shop.stock("CAFE-GRANO", 10)
    const gate = await closeGate(shop.pg, { table: "capture", event: "insert" })
    const completing = shop.complete(sale.cart.id).then((answer) => answer)
    await gate.arrived()
    // As far as giving up comes before it waits for the completion.
    const row = await shop.row(sale.reference)
    const lease = await shop.until(() => shop.ledger.leases.acquire(row.id, "dead"))
    await shop.ledger.leases.write(lease, { excluded_at: "now" })
    await gate.open()
    expect((await completing).body.type).toBe("order")
    await gate.remove()
    shop.advanceClock(HOUR)
    await shop.sweep()
    await payoutDriver.runIn(200)
    await payoutDriver.runIn(200)
    expect(shop.sandbox.payouts()).toEqual([])
    expect(await shop.ordersOf(sale.cart.id)).toHaveLength(1)
    await shop.sweep()
    await shop.settled(sale.reference)
    await payoutDriver.runIn(200)
    await givenUp(sale)
    expect(shop.sandbox.payouts()).toEqual([])
  })

  it.each([
    ["sent", false],
    ["sent, rejected and retried", true],
  ])(
    "once %s blocks an operator from accepting the money for an order or refunding it again",
    async (_, retried) => {
      const sale = await failed({ outOfStock: true })
      const kept = await breakWriting(shop.pg, { table: "refund", event: "delete" })
      await sale.release()
      await judged(sale)
      await payinOrphans(shop.container)
      await payoutDriver.runIn(31)
      expect(shop.sandbox.payouts()).toHaveLength(1)
      if (retried) {
        const [{ reference, metadata }] = shop.sandbox.payouts()
        shop.sandbox.rejectPayout(reference, { notify: false })
        const payout_id = String(metadata.payout_id)
        await payoutDriver.bringIn(11, payout_id, "rejected")
        payoutDriver.fill(0)
        const request = { payout_id, actor: MAKER, request_id: randomUUID() }
        expect(await retryPayout(shop.container, request)).toMatchObject({ outcome: "done" })
      }
      await kept.mend()
      await shop.stock("CAFE-GRANO", 10)
      // As if a later verdict asked again.
      const row = await shop.row(sale.reference)
      await shop.ledger.anomalies.open({
        kind: "paid_without_order",
        subject: row.id,
        account: "co",
        transaction_id: row.id,
        facts: {},
      })
      const desk = await Desk.open(shop)
      const { id } = await desk.find("paid_without_order")
      if (!retried) {
        expect(await desk.refused(id, { action: "refund" })).toMatch(/given back already/)
      }
      expect(await desk.refused(id, { action: "accept" })).toMatch(/went back/)
      expect(await shop.row(sale.reference)).toMatchObject({ excluded_at: expect.any(Date) })
      // As if a process had died that was about to accept it.
      await shop.pg("payin_transaction").where({ id: row.id }).update({ excluded_at: null })
      shop.advanceClock(HOUR)
      await shop.sweep()
      expect(await shop.ordersOf(sale.cart.id)).toEqual([])
      expect(shop.sandbox.payouts()).toHaveLength(1)
    }
  )
})
