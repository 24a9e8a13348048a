import { confirmOrderEditRequestWorkflow } from "@medusajs/medusa/core-flows"
import payinOrphans from "../../src/jobs/payin-orphans"
import { BackOffice } from "../support/back-office"
import { booksOf, expectBooksAddUp } from "../support/books"
import { closeGate } from "../support/gate"
import { withShop } from "../support/shop"
import { waitingOrder } from "../support/voucher"

const GRAIN = 48_000
const PAID = 2 * GRAIN + 12_000
/** The sums of a new version of an order: by then Medusa has read what was paid. */
const NEW_VERSION = { table: "order_summary", event: "insert" } as const

type Change = (office: BackOffice, orderId: string) => PromiseLike<unknown>

withShop("the sums of an order that is paid while it is changed", {}, (shop) => {
  afterEach(() => jest.restoreAllMocks())

  /** Resolves when somebody waits for the turn of an order: who gets it asks once. */
  async function turnAwaited(orderId: string): Promise<void> {
    const take = jest.spyOn(shop.ledger.orderLocks, "acquire")
    const asked = () => take.mock.calls.filter(([key]) => key === orderId).length
    await shop.until(async () => (asked() > 1 ? true : null)).catch(() => undefined)
  }

  /** Pays an order of two bags by voucher between Medusa's reading what was paid and its writing it. */
  async function payInTheMiddle(change: Change) {
    const { order_id, reference } = await waitingOrder(shop, { "CAFE-GRANO": 2 })
    const office = await BackOffice.of(shop)
    const gate = await closeGate(shop.pg, NEW_VERSION)
    const changed = Promise.resolve(change(office, order_id))
    await gate.arrived()
    const awaited = turnAwaited(order_id)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const settled = shop.settled(reference)
    await Promise.race([settled, awaited])
    await gate.open()
    await changed
    await gate.remove()
    await shop.until(async () => {
      shop.advanceClock(5_000)
      await shop.sweep()
      return (await shop.row(reference)).settled_at
    })
    await settled
    return { office, order_id, reference }
  }

  const grow: Change = (office, id) => office.edit(id, { "CAFE-GRANO": 3 })

  /** As code of a store changes orders, which knows of no turn. */
  const growByCode: Change = async (office, order_id) => {
    const { items } = await office.shown(order_id)
    const edit = `/admin/order-edits/${order_id}`
    await office.http.post("/admin/order-edits").send({ order_id }).expect(200)
    await office.http.post(`${edit}/items/item/${items[0].id}`).send({ quantity: 3 }).expect(200)
    await confirmOrderEditRequestWorkflow(shop.container).run({ input: { order_id } })
  }

  it("count the payment that comes at the moment when an edit is confirmed", async () => {
    const { order_id } = await payInTheMiddle(grow)
    await expectBooksAddUp(shop, order_id, { paid: PAID, owes: GRAIN })
    expect(await shop.anomalies()).toEqual([])
  })

  it("are corrected by the next job when the store's code edited the order and Medusa lost the payment", async () => {
    const { order_id } = await payInTheMiddle(growByCode)
    expect(await booksOf(shop, order_id)).toMatchObject([{ paid: 0, owes: PAID + GRAIN }])

    await Promise.all([payinOrphans(shop.container), payinOrphans(shop.container)])
    await expectBooksAddUp(shop, order_id, { paid: PAID, owes: GRAIN })
  })

  it("are corrected before a payment link is made", async () => {
    const { office, order_id } = await payInTheMiddle(growByCode)
    const { body } = await office.link(order_id).expect(200)
    expect(body.payment_link.amount).toBe(String(GRAIN))
    await expectBooksAddUp(shop, order_id, { paid: PAID, owes: GRAIN })
  })

  it("are corrected before an operator changes the order again", async () => {
    const { office, order_id } = await payInTheMiddle(growByCode)
    await office.credit(order_id, GRAIN)
    const { payment_collections } = await office.shown(order_id)
    const { body } = await office.http
      .post(`/admin/payment-collections/${payment_collections[0].id}/mark-as-paid`)
      .send({ order_id })
      .expect(409)
    expect(body.message).toContain("owes nothing")
  })

  it("are checked and corrected with each payment that is settled", async () => {
    const { order_id, reference } = await waitingOrder(shop)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.settled(reference)
    const right = await booksOf(shop, order_id)
    // A version that an edit wrote meanwhile, and a process that died before its mark.
    await shop
      .pg("order_summary")
      .where({ order_id })
      .update({
        totals: shop.pg.raw(
          `totals || '{"transaction_total": 0, "raw_transaction_total": {"value": "0", "precision": 20}}'`
        ),
      })
    await shop.ledger.application.unsettle((await shop.row(reference)).id)
    await shop.sweep()
    await shop.settled(reference)
    expect(await booksOf(shop, order_id)).toMatchObject([
      { counted: right[0].counted, raw: right[0].raw, paid: right[0].paid },
    ])
  })
})
