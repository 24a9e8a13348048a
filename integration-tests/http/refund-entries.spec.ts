import { generateEntityId, Modules } from "@medusajs/framework/utils"
import payinOrphans from "../../src/jobs/payin-orphans"
import { removeSurplus } from "../../src/workflows/refund/surplus"
import { BackOffice } from "../support/back-office"
import { booksOf } from "../support/books"
import { Desk } from "../support/desk"
import { closeGate } from "../support/gate"
import { locksReleased } from "../support/order-locks"
import { PayoutDriver } from "../support/payout-driver"
import { plansOf } from "../support/plan"
import { withShop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"
import { refundee, sold, type Sale } from "../support/sold"

const TOTAL = 60_000

withShop("entries of refunds that an order shows and no payment has", NO_APPROVALS, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  const desk = refundee(shop, payoutDriver)
  beforeEach(() => payoutDriver.fill(1_000_000))

  /** Two processes look at once, and one of them once more. */
  async function sweep(): Promise<void> {
    await locksReleased(shop)
    await Promise.all([payinOrphans(shop.container), payinOrphans(shop.container)])
    await payinOrphans(shop.container)
  }
  /** Late enough for a payout to be canceled whose Refund is gone, and for no refund to be in progress. */
  async function later(): Promise<void> {
    await payoutDriver.runIn(91)
    await sweep()
  }

  const refund = async ({ payment: { id } }: Sale, amount: number, metadata = {}) => {
    const input = { payment_id: id, amount, metadata }
    const { refunds } = await shop.container.resolve(Modules.PAYMENT).refundPayment(input)
    return (
      refunds
        ?.map((one) => one.id)
        .sort()
        .at(-1) ?? ""
    )
  }
  /** Medusa's last step of a refund; its cancel names the payment. */
  async function write(
    { order }: Sale,
    reference_id: string,
    amount: number,
    reference = "refund"
  ) {
    await shop.container.resolve(Modules.ORDER).addOrderTransactions({
      ...{ order_id: order.id, amount: -amount, currency_code: "cop", reference, reference_id },
    })
  }
  /** By the clock of the test, which Medusa's rows do not follow. */
  async function writtenNow(): Promise<void> {
    const created_at = shop.pg.raw("now() + interval '91 seconds'")
    await shop.pg("refund").update({ created_at })
  }
  /** A cancel whose refund fails behind us, as far as a process comes that dies before the end. */
  async function dyingCancel(sale: Sale, amount = TOTAL): Promise<void> {
    const mend = desk.failBehindUs()
    await expect(refund(sale, amount)).rejects.toThrow("connection")
    mend()
    await write(sale, sale.payment.id, amount)
  }
  const shown = async ({ order }: Sale) => {
    const [{ owes, refunded, counted, sum }] = await booksOf(shop, order.id)
    expect([counted, await booksOf(shop, order.id)]).toEqual([sum, [expect.anything()]])
    return { owes, refunded }
  }
  const entriesOf = async ({ order }: Sale) => {
    const entries: { reference_id: string; amount: string }[] = await shop
      .pg("order_transaction")
      .where({ order_id: order.id })
      .where("amount", "<", 0)
      .whereNull("deleted_at")
      .orderBy("id")
    return entries.map(({ reference_id, amount }) => [reference_id, -Number(amount)])
  }
  const NOTHING = { owes: 0, refunded: 0 }

  it("are removed when a cancel took its Refund back and died, and the order asks for nothing", async () => {
    const sale = await sold(shop)
    await dyingCancel(sale)
    expect(await shown(sale)).toEqual({ owes: TOTAL, refunded: TOTAL })
    await sweep()
    expect(await shown(sale)).toEqual({ owes: TOTAL, refunded: TOTAL })

    await later()
    expect(await shown(sale)).toEqual(NOTHING)
    expect(await entriesOf(sale)).toEqual([])
    expect((await desk.payouts(sale)).map(({ status }) => status)).toEqual(["canceled"])
    await desk.refund(sale, TOTAL)
    await later()
    expect(await shown(sale)).toEqual({ owes: 0, refunded: TOTAL })
    expect((await desk.payouts(sale)).map(({ status }) => status)).toEqual([
      "canceled",
      "awaiting_destination",
    ])
    expect(await shop.anomalies()).toEqual([])
  })

  it("are removed once, also when the first worker froze inside and lost the order's lock to a second", async () => {
    const sale = await sold(shop)
    await dyingCancel(sale)
    await payoutDriver.runIn(91)
    await locksReleased(shop)
    const frozen = await closeGate(shop.pg, { table: "order_transaction", event: "update" })
    const first = removeSurplus(shop.container)
    await frozen.arrived()
    await shop.pg("payin_order_lock").delete()
    const second = removeSurplus(shop.container)
    await shop.pg.raw("select pg_sleep(0.3)")
    await frozen.open()
    await Promise.all([first, second])
    await frozen.remove()
    expect(await shown(sale)).toEqual(NOTHING)
    expect(await entriesOf(sale)).toEqual([])
  })

  it("stay removed when Medusa's own compensation comes afterwards, and the sums stay right", async () => {
    const sale = await sold(shop)
    await dyingCancel(sale)
    const [{ id }] = await shop.pg("order_transaction").where({ reference: "refund" })
    await later()
    const orders = shop.container.resolve(Modules.ORDER)
    await orders.deleteOrderTransactions([id]).catch(() => undefined)
    await later()
    expect(await shown(sale)).toEqual(NOTHING)
    expect(await entriesOf(sale)).toEqual([])
  })

  it("stay when another cancel refunds the money meanwhile: Medusa writes no second one", async () => {
    const sale = await sold(shop)
    await dyingCancel(sale)
    await payoutDriver.runIn(91)
    // The second cancel is in progress: its Refund is there, and it will find the entry of the first.
    const id = await refund(sale, TOTAL)
    await writtenNow()
    await sweep()
    expect(await entriesOf(sale)).toEqual([[sale.payment.id, TOTAL]])
    await later()
    expect(await entriesOf(sale)).toEqual([[sale.payment.id, TOTAL]])
    const refunds = await shop.pg("refund").select("id")
    expect([refunds, (await shown(sale)).refunded]).toEqual([[{ id }], TOTAL])
    expect(await shop.anomalies()).toEqual([])
  })

  it("are removed when a frozen cancel wrote its own after the sweep had written one", async () => {
    const sale = await sold(shop)
    const id = await refund(sale, 25_000)
    await later()
    expect(await entriesOf(sale)).toEqual([[id, 25_000]])
    await write(sale, sale.payment.id, 25_000)
    expect(await shown(sale)).toEqual({ owes: 25_000, refunded: 50_000 })
    await later()
    expect(await entriesOf(sale)).toEqual([[id, 25_000]])
    expect(await shown(sale)).toEqual({ owes: 0, refunded: 25_000 })
  })

  it("are removed when two wrote the same at once, with one credit line", async () => {
    const sale = await sold(shop)
    const id = await refund(sale, 25_000)
    await Promise.all([write(sale, id, 25_000), write(sale, id, 25_000)])
    await later()
    expect(await entriesOf(sale)).toEqual([[id, 25_000]])
    expect(await shown(sale)).toEqual({ owes: 0, refunded: 25_000 })
    expect(await shop.pg("order_credit_line").whereNull("deleted_at")).toHaveLength(1)
  })

  it("are removed when the first of two tries of one request showed the Refund of the second", async () => {
    const sale = await sold(shop)
    const http = await desk.http()
    const { body } = await http
      .post(`/admin/payin/orders/${sale.order.id}/refund`)
      .set("Idempotency-Key", "key-twice")
      .send({ amount: 20_000 })
      .expect(201)
    const [{ metadata }] = await shop.pg("refund").where({ id: body.refund_id })
    await expect(refund(sale, 20_000, metadata)).rejects.toThrow("carried out by")
    const [{ surplus_refund_id }] = await shop.pg("payin_operator_request")
    expect(await shop.pg("refund").select("id")).toEqual([{ id: body.refund_id }])
    await write(sale, surplus_refund_id, 20_000)
    expect(await shown(sale)).toEqual({ owes: 20_000, refunded: 40_000 })

    await later()
    expect(await entriesOf(sale)).toEqual([[body.refund_id, 20_000]])
    expect(await shown(sale)).toEqual({ owes: 0, refunded: 20_000 })
  })

  it("give way to the one of a Refund that nothing shows, but not while it is in progress", async () => {
    const sale = await sold(shop)
    await dyingCancel(sale, 30_000)
    await payoutDriver.runIn(91)
    const id = await refund(sale, 20_000)
    await writtenNow()
    await sweep()
    expect(await entriesOf(sale)).toEqual([[sale.payment.id, 30_000]])
    await later()
    expect(await entriesOf(sale)).toEqual([[id, 20_000]])
    expect(await shown(sale)).toEqual({ owes: 0, refunded: 20_000 })
  })

  it("do not hide a part of a Refund that nothing shows", async () => {
    const sale = await sold(shop)
    await dyingCancel(sale, 20_000)
    const id = await refund(sale, 30_000)
    await later()
    await later()
    expect(await entriesOf(sale)).toEqual([[id, 30_000]])
    expect(await shown(sale)).toEqual({ owes: 0, refunded: 30_000 })
  })

  it("stay when the money left, although its Refund is gone", async () => {
    const sale = await sold(shop)
    await desk.refund(sale, TOTAL)
    const [payout] = await desk.payouts(sale)
    await payoutDriver.runIn(31)
    await shop.pg("payin_payout").update({ status: "paid_elsewhere" })
    await shop.pg("refund").delete()
    await later()
    expect(await entriesOf(sale)).toEqual([[payout.refund_id, TOTAL]])
  })

  it("stay on a canceled order, which asks nobody: there a person is asked about the money", async () => {
    const sale = await sold(shop)
    const mend = desk.failBehindUs()
    await (await desk.http()).post(`/admin/orders/${sale.order.id}/cancel`).expect(200)
    mend()
    await later()
    expect(await entriesOf(sale)).toEqual([[sale.payment.id, TOTAL]])
  })

  it("stay when they are a store's own, another provider's, or nothing proves whose they are", async () => {
    const sale = await sold(shop)
    const office = await BackOffice.of(shop)
    await dyingCancel(sale, 30_000)
    await office.edit(sale.order.id, { "CAFE-GRANO": 2 })
    await office.markAsPaid(sale.order.id)
    const other = await shop.pg("payment").whereNot({ id: sale.payment.id }).first()
    const theirs = await refund({ ...sale, payment: other }, 7_000)
    const gone = generateEntityId(undefined, "ref")
    const stay: [string, number, string?][] = [
      [theirs, 7_000],
      [other.id, 8_000],
      ["cash-17", 9_000],
      [sale.payment.id, 1_000, "claim"],
      [gone, 11_000],
    ]
    for (const [name, amount, reference] of stay) {
      await write(sale, name, amount, reference)
    }
    await later()
    expect(await entriesOf(sale)).toEqual(stay.map(([name, amount]) => [name, amount]))
    expect(await shop.ledger.listPayinAnomalies({ status: "open" })).toMatchObject([
      {
        ...{ kind: "order_refund_unknown", order_id: sale.order.id, account: "co" },
        facts: { amount: "11000", currency: "COP", names: gone },
      },
    ])

    const { owes } = await shown(sale)
    await office.credit(sale.order.id, owes)
    await sweep()
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("of a person's own refund in the payment's name are shown to a person, who closes that for good", async () => {
    const sale = await sold(shop)
    await write(sale, sale.payment.id, 13_000)
    await later()
    expect(await entriesOf(sale)).toEqual([[sale.payment.id, 13_000]])
    const anomalies = await Desk.open(shop)
    const { id } = await anomalies.find("order_refund_unknown")
    await anomalies.decide(id, { action: "ignore" })
    await later()
    expect(await shop.anomalies("open")).toEqual([])
    expect(await entriesOf(sale)).toEqual([[sale.payment.id, 13_000]])
  })

  /** Thousands of old ones: an id of Medusa contains its time. */
  async function copies(table: string, id: string, other: Record<string, string>): Promise<void> {
    const changed: Record<string, string> = { id: "'00' || n", custom_display_id: "null", ...other }
    const names = Object.keys(await shop.pg(table).where({ id }).first())
    await shop.pg.raw(
      `insert into "${table}" (${names.map((name) => `"${name}"`).join()})
       select ${names.map((name) => changed[name] ?? `"${name}"`).join()}
       from "${table}", generate_series(1, 5000) n where id = ?`,
      [id]
    )
    await shop.pg.raw(`vacuum analyze "${table}"`)
  }

  it("are looked for by an index among the recent ones, however many there ever were", async () => {
    const sale = await sold(shop)
    await dyingCancel(sale)
    await copies("order", sale.order.id, {})
    const [entry] = await shop.pg("order_transaction").where({ reference: "refund" })
    await copies("order_transaction", entry.id, { order_id: "'00' || n" })
    const [plan] = await plansOf(shop.pg, /lately/, () => removeSurplus(shop.container))
    expect(plan).toMatch(/Index (Only )?Scan using order_transaction_pkey/)
    expect(plan).not.toMatch(/Seq Scan on order_transaction/)
  })
})
