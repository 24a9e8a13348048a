import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { payRules } from "../../src/workflows/payout"
import { BackOffice } from "../support/back-office"
import { breakWriting } from "../support/gate"
import { withShop, type Shop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"
import { waitingOrder } from "../support/voucher"
import { MAKER } from "../support/treasury"
import { Warehouse } from "../support/warehouse"

/** Tells the store's subscribers of a delivery, so many times at once. */
async function tellOfDelivery(shop: Shop, parcel: string, times: number): Promise<void> {
  const bus = shop.container.resolve(Modules.EVENT_BUS)
  const event = { name: "delivery.created", data: { id: parcel } }
  await Promise.all(Array.from({ length: times }, () => bus.emit(event)))
}

withShop("sellers", NO_APPROVALS, (shop) => {
  let warehouse: Warehouse
  beforeEach(async () => {
    warehouse = await Warehouse.of(shop)
    warehouse.treasury.fill(10_000_000)
    warehouse.treasury.send(true)
  })

  it("are paid when the parcel is delivered, by the pipeline of every payout", async () => {
    const seller = await warehouse.seller()
    const rule = await warehouse.rule(seller, 80)
    const { id: order_id } = await warehouse.sell({ "CAFE-GRANO": 2 })
    const parcel = await warehouse.pack(order_id)
    await warehouse.ship(order_id, parcel)
    expect(await warehouse.payouts(order_id)).toEqual([])

    await warehouse.deliver(order_id, parcel)
    const [payout] = await warehouse.paid(order_id)
    expect(payout).toMatchObject({
      source: "rule",
      source_id: `${rule.id}:${parcel}`,
      amount: "76800",
      currency: "COP",
      order_id,
      fulfillment_id: parcel,
      beneficiary_id: seller.id,
      rule_id: rule.id,
      account_last_four: seller.account_last_four,
      created_by: null,
    })
    expect(await warehouse.pay(payout)).toMatchObject({ status: "approved" })
    expect(await shop.anomalies()).toEqual([])
  })

  it("are paid once for each parcel, though its event was lost and then comes three times at once", async () => {
    await warehouse.rule(await warehouse.seller(), 80)
    const { id: order_id } = await warehouse.sell()
    const parcel = await warehouse.pack(order_id)
    const broken = await breakWriting(shop.pg, { table: "payin_payout", event: "insert" })
    await warehouse.deliver(order_id, parcel)
    await warehouse.sweep()
    expect(await warehouse.payouts(order_id)).toEqual([])
    await broken.mend()

    shop.advanceClock(61_000)
    await Promise.all([
      tellOfDelivery(shop, parcel, 3),
      ...Array.from({ length: 3 }, () => warehouse.sweep()),
    ])
    await warehouse.paid(order_id)
    await tellOfDelivery(shop, parcel, 1)
    await warehouse.sweep()
    const [payout, ...others] = await warehouse.payouts(order_id)
    expect(others).toEqual([])
    await Promise.all([warehouse.treasury.run(), warehouse.treasury.run()])
    expect(warehouse.treasury.taken(payout.id)).toHaveLength(1)
  })

  it("are not paid for a delivery that core may still take back: it tells of one that stands, or a minute passes", async () => {
    const seller = await warehouse.seller()
    const packed = await warehouse.rule(seller, 10, "order.fulfillment_created")
    const delivered = await warehouse.rule(seller, 20)
    const { id: order_id } = await warehouse.sell()
    const parcel = await warehouse.pack(order_id)
    const [first] = await warehouse.paid(order_id)
    expect(first.source_id).toBe(`${packed.id}:${parcel}`)

    // As core writes it before it counts the pieces, and takes it back when it cannot.
    await shop.pg("fulfillment").where({ id: parcel }).update({ delivered_at: new Date() })
    const bus = shop.container.resolve(Modules.EVENT_BUS)
    await bus.emit({ name: "order.fulfillment_created", data: { fulfillment_id: parcel } })
    await payRules(shop.container, parcel, "order.fulfillment_created")
    await warehouse.sweep()
    expect(await warehouse.payouts(order_id)).toHaveLength(1)

    shop.advanceClock(61_000)
    await warehouse.sweep()
    const made = await warehouse.payouts(order_id)
    expect(made.map((one) => one.source_id)).toEqual(
      expect.arrayContaining([`${delivered.id}:${parcel}`])
    )
    expect(made).toHaveLength(2)
  })

  it("share parcels of one line exactly, after discounts, with and without tax", async () => {
    // Three pieces of stock make one sold piece: parcels count stock, sellers are paid for what was sold.
    await shop
      .pg("product_variant_inventory_item")
      .where({ variant_id: shop.store.variants["CAFE-GRANO"].id })
      .update({ required_quantity: 3 })
    const [weaver, roaster] = [await warehouse.seller(), await warehouse.seller()]
    await warehouse.rule(weaver, 50, "order.fulfillment_created", true)
    await warehouse.rule(roaster, 30, "order.fulfillment_created", false)
    const { id: order_id } = await warehouse.sell({ "CAFE-GRANO": 3 }, shop.store.promotion_code)
    await warehouse.pack(order_id, { "CAFE-GRANO": 1 })
    await warehouse.paid(order_id, 2)
    await warehouse.pack(order_id, { "CAFE-GRANO": 2 })
    const payouts = await warehouse.paid(order_id, 4)
    const of = (seller: { id: string }) =>
      payouts.flatMap((one) => (one.beneficiary_id === seller.id ? [Number(one.amount)] : []))
    // 3 x 48,000 less 15 % is 122,400; without 19 % of tax in it 102,857.14.
    expect(of(weaver)).toEqual([20_400, 40_800])
    expect(of(roaster)).toEqual([10_285, 20_571])
  })

  it("wait until the order is paid for", async () => {
    await warehouse.rule(await warehouse.seller(), 100, "order.fulfillment_created")
    const { order_id, reference } = await waitingOrder(shop)
    await warehouse.pack(order_id)
    const [payout] = await warehouse.paid(order_id)
    expect(payout).toMatchObject({ status: "held", reason: "payment_not_captured" })
    await warehouse.treasury.runIn(61)
    expect(await warehouse.treasury.payout(payout.id)).toMatchObject({ status: "held" })

    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.settled(reference)
    await warehouse.treasury.runIn(61)
    expect(await warehouse.treasury.reaches(payout.id, "pending")).toMatchObject({ reason: null })
  })

  it("wait while an order that grew is paid for in part only", async () => {
    await warehouse.rule(await warehouse.seller(), 100, "order.fulfillment_created")
    const office = await BackOffice.of(shop)
    const { id: order_id } = await warehouse.sell()
    await office.edit(order_id, { "CAFE-MOLIDO": 1 })
    await warehouse.pack(order_id, { "CAFE-MOLIDO": 1 })
    const [payout] = await warehouse.paid(order_id)
    expect(payout).toMatchObject({ status: "held", reason: "payment_not_captured" })
    await warehouse.treasury.runIn(61)
    expect(await warehouse.treasury.payout(payout.id)).toMatchObject({ status: "held" })

    const { body } = await office.link(order_id).expect(200)
    const { reference } = body.payment_link
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.settled(reference)
    await warehouse.treasury.runIn(61)
    expect(await warehouse.treasury.reaches(payout.id, "pending")).toMatchObject({ reason: null })
  })

  it("wait for goods that nobody paid, whatever was given back of the order before", async () => {
    await warehouse.rule(await warehouse.seller(), 100, "order.fulfillment_created")
    const office = await BackOffice.of(shop)
    const { id: order_id } = await warehouse.sell()
    await warehouse.refund(order_id, 60_000)
    await office.edit(order_id, { "CAFE-MOLIDO": 1 })
    await warehouse.pack(order_id, { "CAFE-MOLIDO": 1 })
    const [payout] = await warehouse.paid(order_id)
    expect(payout).toMatchObject({ status: "held", reason: "payment_not_captured" })
  })

  it("are not kept waiting by an order that owes nothing because it was forgiven", async () => {
    warehouse.treasury.send(false)
    await warehouse.rule(await warehouse.seller(), 100, "order.fulfillment_created")
    const { order_id, cart } = await waitingOrder(shop)
    await warehouse.forgive(order_id, cart.total)
    await warehouse.pack(order_id)
    expect(await warehouse.paid(order_id)).toMatchObject([{ status: "queued" }])
  })

  it("are not paid by rules made after the fact, in another currency, or for what is worth nothing", async () => {
    const { id: order_id } = await warehouse.sell()
    const parcel = await warehouse.pack(order_id)
    const seller = await warehouse.seller()
    await warehouse.rule(seller, 10, "order.fulfillment_created")
    const abroad = await warehouse.seller({ account: "pe", country: "PE", currency: "PEN" })
    const foreign = await warehouse.rule(abroad, 100)
    const tiny = await warehouse.rule(seller, 0.0001)
    await warehouse.deliver(order_id, parcel)
    await warehouse.sweepLater()
    await warehouse.sweepLater()
    expect(await warehouse.payouts(order_id)).toEqual([])
    const { audit } = warehouse.treasury.payouts
    const noted = ({ id }: { id: string }) =>
      shop.until(async () => {
        const entries = await audit.of(`${id}:${parcel}`)
        return entries.length > 0 ? entries : null
      })
    expect(await noted(foreign)).toMatchObject([
      { action: "nothing_due", facts: { reason: "other_currency", currency: "COP" } },
    ])
    expect(await noted(tiny)).toMatchObject([
      { action: "nothing_due", facts: { reason: "share_is_zero" } },
    ])
  })

  it("are paid once for a parcel when their rule is made anew with a later trigger, and never more than it is worth", async () => {
    const [seller, other] = [await warehouse.seller(), await warehouse.seller()]
    const former = await warehouse.rule(seller, 40, "order.fulfillment_created")
    const whole = await warehouse.rule(other, 60, "order.fulfillment_created")
    const { id: order_id } = await warehouse.sell({ "CAFE-GRANO": 1 })
    const parcel = await warehouse.pack(order_id)
    const amounts = async () => (await warehouse.paid(order_id, 2)).map(({ amount }) => amount)
    expect((await amounts()).sort()).toEqual(["19200", "28800"])

    const { rules, audit } = warehouse.treasury.payouts
    await Promise.all([rules.remove(former.id, MAKER), rules.remove(whole.id, MAKER)])
    const again = await warehouse.rule(seller, 40)
    const third = await warehouse.rule(await warehouse.seller(), 1)
    await warehouse.deliver(order_id, parcel)
    await warehouse.sweepLater()
    expect((await amounts()).sort()).toEqual(["19200", "28800"])
    // The sweep goes past a parcel that its signal is at.
    const why = ({ id }: { id: string }) =>
      shop.until(async () => {
        const entries = await audit.of(`${id}:${parcel}`)
        return entries.length > 0 ? entries.map(({ facts }) => facts?.reason) : null
      })
    expect(await why(again)).toEqual(["paid_by_former_rule"])
    expect(await why(third)).toEqual(["whole_is_paid"])
  })

  it("are paid by their other rule all the same when one of two is gone", async () => {
    const seller = await warehouse.seller()
    const first = await warehouse.rule(seller, 10, "order.fulfillment_created")
    await warehouse.rule(seller, 80)
    const { id: order_id } = await warehouse.sell()
    const parcel = await warehouse.pack(order_id)
    await warehouse.paid(order_id)
    await warehouse.treasury.payouts.rules.remove(first.id, MAKER)
    await warehouse.deliver(order_id, parcel)
    const both = await warehouse.paid(order_id, 2)
    expect(both.map(({ amount }) => amount).sort()).toEqual(["38400", "4800"])
  })

  it("get what is left of a parcel when others were paid more than their rules say now", async () => {
    const first = await warehouse.rule(await warehouse.seller(), 60, "order.fulfillment_created")
    const { id: order_id } = await warehouse.sell()
    const parcel = await warehouse.pack(order_id)
    await warehouse.paid(order_id)
    await warehouse.treasury.payouts.rules.edit(first.id, { percent: 50 }, MAKER)
    await warehouse.rule(await warehouse.seller(), 50)
    await warehouse.deliver(order_id, parcel)
    const both = await warehouse.paid(order_id, 2)
    expect(both.map(({ amount }) => amount).sort()).toEqual(["19200", "28800"])
  })

  it("are not paid for a parcel that is canceled while that can be helped", async () => {
    warehouse.treasury.send(false)
    await warehouse.rule(await warehouse.seller(), 80, "order.fulfillment_created")
    const { id: order_id } = await warehouse.sell()
    const parcel = await warehouse.pack(order_id)
    const [{ id }] = await warehouse.paid(order_id)
    await warehouse.cancel(order_id, parcel)
    await warehouse.treasury.reaches(id, "canceled")
    await warehouse.treasury.run()
    expect(warehouse.treasury.taken(id)).toEqual([])

    // Packed anew it is another parcel, paid for like any other.
    await warehouse.pack(order_id)
    expect((await warehouse.paid(order_id, 2)).map(({ status }) => status)).toEqual([
      "canceled",
      "queued",
    ])
    expect(await shop.anomalies()).toEqual([])
  })

  it("who were paid for a parcel that is canceled are shown until a person has seen it", async () => {
    await warehouse.rule(await warehouse.seller(), 80, "order.fulfillment_created")
    const { id: order_id } = await warehouse.sell()
    const parcel = await warehouse.pack(order_id)
    const [payout] = await warehouse.paid(order_id)
    await warehouse.treasury.run()
    await warehouse.treasury.reaches(payout.id, "pending")
    // The signal is lost: core's row alone says it.
    const canceled_at = new Date()
    await shop.pg("fulfillment").where({ id: parcel }).update({ canceled_at })
    await warehouse.sweep()
    await warehouse.sweep()
    const kind = "payout_for_canceled_fulfillment"
    expect(await shop.anomalies()).toMatchObject([
      { kind, status: "open", order_id, facts: { payout: { amount: "38400", currency: "COP" } } },
    ])
    expect(await warehouse.clawbacks({ payout_id: payout.id })).toMatchObject([{ amount: "38400" }])

    await warehouse.ignoreAll(kind)
    await warehouse.sweep()
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("whose money came back from a canceled parcel are no longer shown", async () => {
    await warehouse.rule(await warehouse.seller(), 80, "order.fulfillment_created")
    const { id: order_id } = await warehouse.sell()
    const parcel = await warehouse.pack(order_id)
    const [{ id }] = await warehouse.paid(order_id)
    await warehouse.treasury.run()
    await warehouse.treasury.reaches(id, "pending")
    await warehouse.cancel(order_id, parcel)
    await shop.until(async () => (await shop.anomalies("open")).at(0) ?? null)
    const [taken] = warehouse.treasury.taken(id)
    shop.sandbox.rejectPayout(taken.reference, { reason: "account_blocked", notify: false })
    await warehouse.treasury.runIn(11)
    await warehouse.treasury.reaches(id, "rejected")
    await warehouse.sweep()
    expect(await shop.anomalies()).toMatchObject([{ status: "resolved", action: "settled" }])
    expect(await warehouse.clawbacks({ order_id })).toEqual([])
  })

  it("are paid only the rest when goods come back, or are paid back, before they were paid", async () => {
    warehouse.treasury.send(false)
    await warehouse.rule(await warehouse.seller(), 80)
    const { id: order_id } = await warehouse.sell({ "CAFE-GRANO": 2 })
    const parcel = await warehouse.pack(order_id)
    await warehouse.deliver(order_id, parcel)
    const [{ id }] = await warehouse.paid(order_id)
    await warehouse.takeBack(order_id, { "CAFE-GRANO": 1 })
    warehouse.treasury.send(true)
    await warehouse.treasury.runIn(61)
    // Looked at twice, because a lowered payout is claimed again: nothing more is taken off.
    expect(await warehouse.pay({ id })).toMatchObject({
      status: "approved",
      amount: "38400",
      exact_amount: "76800",
    })
    expect(warehouse.treasury.taken(id)).toMatchObject([{ amount: 38_400 }])
    expect(await warehouse.clawbacks({ order_id })).toEqual([])
    await warehouse.takeBack(order_id, { "CAFE-GRANO": 1 })
    expect(await warehouse.clawbacks({ order_id })).toMatchObject([{ amount: "38400" }])
  })

  it("are paid nothing when all of it was paid back before", async () => {
    warehouse.treasury.send(false)
    await warehouse.rule(await warehouse.seller(), 80)
    const { id: order_id } = await warehouse.sell()
    const parcel = await warehouse.pack(order_id)
    await warehouse.deliver(order_id, parcel)
    const [{ id }] = await warehouse.paid(order_id)
    await warehouse.refund(order_id, 60_000)
    warehouse.treasury.send(true)
    await warehouse.treasury.runIn(61)
    expect(await warehouse.treasury.reaches(id, "canceled")).toMatchObject({
      note: expect.stringContaining("paid back"),
    })
    expect(warehouse.treasury.taken(id)).toEqual([])
  })

  it("are to give back what came back, and what was paid back beside it", async () => {
    const seller = await warehouse.seller()
    await warehouse.rule(seller, 80)
    const { id: order_id } = await warehouse.sell({ "CAFE-GRANO": 2 })
    const parcel = await warehouse.pack(order_id)
    await warehouse.deliver(order_id, parcel)
    const [payout] = await warehouse.paid(order_id)
    expect(await warehouse.clawbacks({ order_id })).toEqual([])
    expect(await warehouse.pay(payout)).toMatchObject({ status: "approved" })
    await warehouse.takeBack(order_id, { "CAFE-GRANO": 1 })
    const half = {
      payout_id: payout.id,
      order_id,
      beneficiary_id: seller.id,
      amount: "38400",
      currency: "COP",
    }
    expect(await warehouse.clawbacks({ order_id })).toEqual([half])
    await warehouse.refund(order_id, 48_000)
    expect(await warehouse.clawbacks({ beneficiary_id: seller.id })).toEqual([half])
    // The other piece and half of the shipping, as a courtesy: 27,000 of the 60,000 that were kept.
    await warehouse.refund(order_id, 27_000)
    expect(await warehouse.clawbacks({ payout_id: payout.id })).toEqual([
      { ...half, amount: "55680" },
    ])
  })

  it("and their payouts are found from the order, and it from them; a storefront is not told", async () => {
    await warehouse.rule(await warehouse.seller(), 80, "order.fulfillment_created")
    const { id: order_id } = await warehouse.sell()
    const parcel = await warehouse.pack(order_id)
    const [{ id }] = await warehouse.paid(order_id)
    const alone = await warehouse.treasury.make(40_000)
    const query = shop.container.resolve(ContainerRegistrationKeys.QUERY)
    const found = await query.graph({
      entity: "payin_payout",
      fields: ["id", "order.id", "fulfillment.id", "beneficiary.name"],
      filters: { id: [id, alone.id] },
      pagination: { order: { created_at: "ASC" } },
    })
    expect(found.data).toMatchObject([
      {
        id,
        order: { id: order_id },
        fulfillment: { id: parcel },
        beneficiary: { name: "Tejidos del Norte" },
      },
      { id: alone.id, beneficiary: null },
    ])
    const orders = await query.graph({
      entity: "order",
      fields: ["id", "payin_payouts.id", "payin_payouts.amount"],
      filters: { id: order_id },
    })
    expect(orders.data).toMatchObject([{ payin_payouts: [{ id, amount: "38400" }] }])

    const asked =
      "fields=id,*payin_payouts,payin_payouts.bank,fulfillments.order.payin_payouts.bank"
    const shown = await shop.http().get(`/store/orders/${order_id}?${asked}`).expect(200)
    expect(shown.body.order.id).toBe(order_id)
    expect(JSON.stringify(shown.body)).not.toMatch(/payin_payout|BANCOLOMBIA/)
  })
})
