import { randomUUID } from "node:crypto"
import type { Payout } from "../../src/modules/payouts/rows"
import { submitPayouts } from "../../src/workflows/payout"
import { stillOwed } from "../../src/workflows/payout/clawback"
import { BackOffice } from "../support/back-office"
import { withShop, type Shop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"
import { FulfillmentDriver } from "../support/fulfillment-driver"
import { MAKER } from "../support/payout-worker"

/** As Medusa leaves the payment of a completion that failed behind its capture: refunded in the books, canceled. */
async function failedCompletion(shop: Shop, orderId: string): Promise<void> {
  const [{ id: paid }] = (await shop.order(orderId)).payment_collections[0].payments
  const copy = async (table: string, where: object, more: Record<string, string>) => {
    const { data: _, metadata: __, ...row } = await shop.pg(table).where(where).first()
    await shop.pg(table).insert({ ...row, ...more })
    return row
  }
  const payment_id = `pay_${randomUUID()}`
  const canceled_at = new Date().toISOString()
  const payment_session_id = `payses_${randomUUID()}`
  await copy("payment", { id: paid }, { id: payment_id, payment_session_id, canceled_at })
  const { amount, raw_amount } = await copy(
    "capture",
    { payment_id: paid },
    { id: `capt_${randomUUID()}`, payment_id }
  )
  const created_at = new Date(Date.now() - 3_600_000)
  const id = `ref_${randomUUID()}`
  await shop.pg("refund").insert({ id, payment_id, amount, raw_amount, created_at })
}

withShop("refunds that do not concern a seller's goods", NO_APPROVALS, (shop) => {
  let fulfillmentDriver: FulfillmentDriver
  let office: BackOffice
  beforeEach(async () => {
    fulfillmentDriver = await FulfillmentDriver.of(shop)
    office = await BackOffice.of(shop)
    fulfillmentDriver.payoutDriver.fill(10_000_000)
    fulfillmentDriver.payoutDriver.send(false)
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80)
  })

  /** Two kinds of coffee of which one alone, a share of 38,400, is delivered; nothing is sent yet. */
  async function delivered(): Promise<Payout & { order_id: string }> {
    const { id: order_id } = await fulfillmentDriver.sell({ "CAFE-GRANO": 1, "CAFE-MOLIDO": 1 })
    await fulfillmentDriver.deliver(
      order_id,
      await fulfillmentDriver.pack(order_id, { "CAFE-GRANO": 1 })
    )
    const [payout] = await fulfillmentDriver.paid(order_id)
    expect(payout).toMatchObject({ amount: "38400" })
    return { ...payout, order_id }
  }

  /** What is sent once payouts are on and no refund is young any more. */
  async function sent({ id }: Payout): Promise<number> {
    fulfillmentDriver.payoutDriver.send(true)
    await fulfillmentDriver.payoutDriver.runIn(61)
    const [{ amount }] = await shop.until(async () => {
      const taken = fulfillmentDriver.payoutDriver.taken(id)
      return taken.length > 0 ? taken : null
    })
    return amount
  }

  it("lowers no share when it refunded a failed completion, which the order does not show", async () => {
    const payout = await delivered()
    await failedCompletion(shop, payout.order_id)
    expect(await sent(payout)).toBe(38_400)
    expect(await fulfillmentDriver.clawbacks({ order_id: payout.order_id })).toEqual([])
  })

  it("lowers no share when it refunds an item removed by an edit, also when more is ordered afterwards", async () => {
    const payout = await delivered()
    await office.edit(payout.order_id, { "CAFE-MOLIDO": 0 })
    await fulfillmentDriver.refund(payout.order_id, 48_000)
    // Ordered and not paid yet: what is missing was never paid back. It is waited for.
    await office.edit(payout.order_id, { "CHOCOLATE-90": 1 })
    await shop.pg("refund").update({ created_at: shop.pg.raw("now() - interval '1 hour'") })
    const owed = await stillOwed(
      shop.container,
      await fulfillmentDriver.payoutDriver.payout(payout.id)
    )
    expect(owed).toMatchObject({ amount: "38400", young: false })
    const { reference } = (await office.link(payout.order_id).expect(200)).body.payment_link
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.settled(reference)
    expect(await sent(payout)).toBe(38_400)
    expect(await fulfillmentDriver.clawbacks({ order_id: payout.order_id })).toEqual([])
  })

  it("lowers no share when its item is removed from the order afterwards", async () => {
    const payout = await delivered()
    await fulfillmentDriver.refund(payout.order_id, 48_000)
    await office.edit(payout.order_id, { "CAFE-MOLIDO": 0 })
    expect(await sent(payout)).toBe(38_400)
  })

  it("lowers the share in proportion to goods and delivery when it names no item", async () => {
    const payout = await delivered()
    // A ninth of the 108,000 that all of it is worth.
    await fulfillmentDriver.refund(payout.order_id, 12_000)
    expect(await sent(payout)).toBe(34_134)
    await shop.until(async () => {
      const now = await fulfillmentDriver.payoutDriver.payout(payout.id)
      return now.status === "pending" ? now : null
    })
    await fulfillmentDriver.refund(payout.order_id, 42_000)
    expect(await fulfillmentDriver.clawbacks({ payout_id: payout.id })).toMatchObject([
      { amount: "14934" },
    ])
  })

  it.each([true, false])(
    "lowers the share as its rule was when it was booked, with tax: %s, whatever the rule says now",
    async (tax) => {
      await shop.pg("payin_payout_rule").update({ tax })
      const { id: order_id } = await fulfillmentDriver.sell({ "CAFE-GRANO": 1, "CAFE-MOLIDO": 1 })
      const parcel = await fulfillmentDriver.pack(order_id, { "CAFE-GRANO": 1 })
      await fulfillmentDriver.deliver(order_id, parcel)
      const [payout] = await fulfillmentDriver.paid(order_id)
      const { rules } = fulfillmentDriver.payoutDriver.payouts
      await rules.edit(String(payout.rule_id), { tax: !tax }, MAKER)
      // A ninth of all that the order is worth.
      await fulfillmentDriver.refund(order_id, 12_000)
      const amount = await sent(payout)
      expect(Math.abs(amount - (Number(payout.amount) * 8) / 9)).toBeLessThan(1)
      expect(await fulfillmentDriver.clawbacks({ payout_id: payout.id })).toEqual([])
    }
  )

  it("lowers the share also while an open edit keeps Medusa's credit line out", async () => {
    const { id, order_id } = await delivered()
    await fulfillmentDriver.refund(order_id, 54_000)
    // As when Medusa died before it wrote the line, and somebody edits the order since.
    await shop.pg("order_credit_line").where({ order_id }).delete()
    await shop.pg("order_change_action").where({ order_id, action: "CREDIT_LINE_ADD" }).delete()
    await office.http.post("/admin/order-edits").send({ order_id }).expect(200)
    await shop.pg("refund").update({ created_at: shop.pg.raw("now() - interval '1 hour'") })
    const payout = await fulfillmentDriver.payoutDriver.payout(id)
    expect(await stillOwed(shop.container, payout)).toEqual({ amount: "19200", young: false })
  })

  it("lowers the share when it refunds a price cut of the seller's own goods", async () => {
    const payout = await delivered()
    const { http } = office
    const ask = `/admin/order-edits/${payout.order_id}`
    const [item] = (await office.shown(payout.order_id)).items.filter(
      ({ variant_sku }) => variant_sku === "CAFE-GRANO"
    )
    await http.post("/admin/order-edits").send({ order_id: payout.order_id }).expect(200)
    const cheaper = { quantity: 1, unit_price: 36_000 }
    await http.post(`${ask}/items/item/${item.id}`).send(cheaper).expect(200)
    await http.post(`${ask}/confirm`).send().expect(200)
    await fulfillmentDriver.refund(payout.order_id, 12_000)
    expect(await sent(payout)).toBe(28_800)
  })

  it("lowers a queued payout whose account left the options, and is shown as clawback of a paid one", async () => {
    const payout = await delivered()
    await fulfillmentDriver.refund(payout.order_id, 54_000)
    await shop
      .pg("payin_payout")
      .where({ id: payout.id })
      .update({ account: "gone", status: "held", submit_after: null, release_after: new Date(0) })
    await fulfillmentDriver.payoutDriver.runIn(61)
    await submitPayouts(shop.container)
    await shop.until(async () => {
      const { status, reason, amount } = await fulfillmentDriver.payoutDriver.payout(payout.id)
      return status === "queued" && reason === "no_account" && amount === "19200" ? true : null
    })
    await shop
      .pg("payin_payout")
      .where({ id: payout.id })
      .update({ status: "approved", amount: "38400", submit_after: null, reason: null })
    const { body } = await office.http.get(`/admin/payin/payouts/${payout.id}`).expect(200)
    expect(body.payout).toMatchObject({ account: "gone", clawback_due: "19200" })
  })
})
