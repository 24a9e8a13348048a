import { createCartCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { payRules } from "../../src/workflows/payout"
import { payElsewhere } from "../../src/workflows/refund/elsewhere"
import { BackOffice } from "../support/back-office"
import { breakWriting } from "../support/gate"
import { withShop, type Shop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"
import { waitingOrder } from "../support/voucher"
import { MAKER } from "../support/payout-driver"
import { FulfillmentDriver } from "../support/fulfillment-driver"

/** Tells the store's subscribers of a delivery, so many times at once. */
async function tellOfDelivery(shop: Shop, parcel: string, times: number): Promise<void> {
  const bus = shop.container.resolve(Modules.EVENT_BUS)
  const event = { name: "delivery.created", data: { id: parcel } }
  await Promise.all(Array.from({ length: times }, () => bus.emit(event)))
}

withShop("sellers", NO_APPROVALS, (shop) => {
  let fulfillmentDriver: FulfillmentDriver
  beforeEach(async () => {
    fulfillmentDriver = await FulfillmentDriver.of(shop)
    fulfillmentDriver.payoutDriver.fill(10_000_000)
    fulfillmentDriver.payoutDriver.send(true)
  })

  it("are paid by the payout pipeline when the parcel is delivered", async () => {
    const seller = await fulfillmentDriver.seller()
    const rule = await fulfillmentDriver.rule(seller, 80)
    const { id: order_id } = await fulfillmentDriver.sell({ "CAFE-GRANO": 2 })
    const parcel = await fulfillmentDriver.pack(order_id)
    await fulfillmentDriver.ship(order_id, parcel)
    expect(await fulfillmentDriver.payouts(order_id)).toEqual([])

    await fulfillmentDriver.deliver(order_id, parcel)
    const [payout] = await fulfillmentDriver.paid(order_id)
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
    expect(await fulfillmentDriver.pay(payout)).toMatchObject({ status: "approved" })
    expect(await shop.anomalies()).toEqual([])
  })

  it("are paid once for each parcel, though its event was lost and then comes three times at once", async () => {
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80)
    const { id: order_id } = await fulfillmentDriver.sell()
    const parcel = await fulfillmentDriver.pack(order_id)
    const broken = await breakWriting(shop.pg, { table: "payin_payout", event: "insert" })
    await fulfillmentDriver.deliver(order_id, parcel)
    await fulfillmentDriver.sweep()
    expect(await fulfillmentDriver.payouts(order_id)).toEqual([])
    await broken.mend()

    shop.advanceClock(61_000)
    await Promise.all([
      tellOfDelivery(shop, parcel, 3),
      ...Array.from({ length: 3 }, () => fulfillmentDriver.sweep()),
    ])
    await fulfillmentDriver.paid(order_id)
    await tellOfDelivery(shop, parcel, 1)
    await fulfillmentDriver.sweep()
    const [payout, ...others] = await fulfillmentDriver.payouts(order_id)
    expect(others).toEqual([])
    await Promise.all([fulfillmentDriver.payoutDriver.run(), fulfillmentDriver.payoutDriver.run()])
    expect(fulfillmentDriver.payoutDriver.taken(payout.id)).toHaveLength(1)
  })

  it("are paid for a delivery without its event only after a minute, since Medusa may roll it back", async () => {
    const seller = await fulfillmentDriver.seller()
    const packed = await fulfillmentDriver.rule(seller, 10, "order.fulfillment_created")
    const delivered = await fulfillmentDriver.rule(seller, 20)
    const { id: order_id } = await fulfillmentDriver.sell()
    const parcel = await fulfillmentDriver.pack(order_id)
    const [first] = await fulfillmentDriver.paid(order_id)
    expect(first.source_id).toBe(`${packed.id}:${parcel}`)

    // As Medusa writes it before it counts the pieces, and takes it back when it cannot.
    await shop.pg("fulfillment").where({ id: parcel }).update({ delivered_at: new Date() })
    const bus = shop.container.resolve(Modules.EVENT_BUS)
    await bus.emit({ name: "order.fulfillment_created", data: { fulfillment_id: parcel } })
    await payRules(shop.container, parcel, "order.fulfillment_created")
    await fulfillmentDriver.sweep()
    expect(await fulfillmentDriver.payouts(order_id)).toHaveLength(1)

    shop.advanceClock(61_000)
    await fulfillmentDriver.sweep()
    const made = await fulfillmentDriver.payouts(order_id)
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
    const [weaver, roaster] = [await fulfillmentDriver.seller(), await fulfillmentDriver.seller()]
    await fulfillmentDriver.rule(weaver, 50, "order.fulfillment_created", true)
    await fulfillmentDriver.rule(roaster, 30, "order.fulfillment_created", false)
    const { id: order_id } = await fulfillmentDriver.sell(
      { "CAFE-GRANO": 3 },
      shop.store.promotion_code
    )
    await fulfillmentDriver.pack(order_id, { "CAFE-GRANO": 1 })
    await fulfillmentDriver.paid(order_id, 2)
    await fulfillmentDriver.pack(order_id, { "CAFE-GRANO": 2 })
    const payouts = await fulfillmentDriver.paid(order_id, 4)
    const of = (seller: { id: string }) =>
      payouts.flatMap((one) => (one.beneficiary_id === seller.id ? [Number(one.amount)] : []))
    // 3 x 48,000 less 15 % is 122,400; without 19 % of tax in it 102,857.14.
    expect(of(weaver)).toEqual([20_400, 40_800])
    expect(of(roaster)).toEqual([10_285, 20_571])
  })

  it("wait until the order is paid for", async () => {
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 100, "order.fulfillment_created")
    const { order_id, reference } = await waitingOrder(shop)
    await fulfillmentDriver.pack(order_id)
    const [payout] = await fulfillmentDriver.paid(order_id)
    expect(payout).toMatchObject({ status: "held", reason: "payment_not_captured" })
    await fulfillmentDriver.payoutDriver.runIn(61)
    expect(await fulfillmentDriver.payoutDriver.payout(payout.id)).toMatchObject({ status: "held" })

    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.settled(reference)
    await fulfillmentDriver.payoutDriver.runIn(61)
    expect(await fulfillmentDriver.payoutDriver.reaches(payout.id, "pending")).toMatchObject({
      reason: null,
    })
  })

  it("wait while an order that grew is paid for in part only", async () => {
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 100, "order.fulfillment_created")
    const office = await BackOffice.of(shop)
    const { id: order_id } = await fulfillmentDriver.sell()
    await office.edit(order_id, { "CAFE-MOLIDO": 1 })
    await fulfillmentDriver.pack(order_id, { "CAFE-MOLIDO": 1 })
    const [payout] = await fulfillmentDriver.paid(order_id)
    expect(payout).toMatchObject({ status: "held", reason: "payment_not_captured" })
    await fulfillmentDriver.payoutDriver.runIn(61)
    expect(await fulfillmentDriver.payoutDriver.payout(payout.id)).toMatchObject({ status: "held" })

    const { body } = await office.link(order_id).expect(200)
    const { reference } = body.payment_link
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.settled(reference)
    await fulfillmentDriver.payoutDriver.runIn(61)
    expect(await fulfillmentDriver.payoutDriver.reaches(payout.id, "pending")).toMatchObject({
      reason: null,
    })
  })

  it("wait while the service takes back a payment that Medusa shows and whose settlement is not finished", async () => {
    const { payoutDriver } = fulfillmentDriver
    payoutDriver.send(false)
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 100, "order.fulfillment_created")
    const office = await BackOffice.of(shop)
    const { id: order_id } = await fulfillmentDriver.sell()
    await office.edit(order_id, { "CAFE-MOLIDO": 1 })
    const { reference } = (await office.link(order_id).expect(200)).body.payment_link
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.settled(reference)
    await fulfillmentDriver.pack(order_id, { "CAFE-MOLIDO": 1 })
    const [{ id }] = await fulfillmentDriver.paid(order_id)
    // As when a process died between Medusa's capture and the mark.
    await shop.pg("payin_transaction").where({ reference }).update({ settled_at: null })
    shop.sandbox.settle(reference, { status: "REJECTED", notify: false })
    payoutDriver.send(true)
    await payoutDriver.runIn(61)
    expect(await payoutDriver.payout(id)).toMatchObject({
      ...{ status: "queued", reason: "payin_doubted" },
    })
    expect(payoutDriver.taken(id)).toEqual([])
  })

  it("wait while their goods are unpaid, even after a refund of the order's earlier goods", async () => {
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 100, "order.fulfillment_created")
    const office = await BackOffice.of(shop)
    const { id: order_id } = await fulfillmentDriver.sell()
    await fulfillmentDriver.refund(order_id, 60_000)
    await office.edit(order_id, { "CAFE-MOLIDO": 1 })
    await fulfillmentDriver.pack(order_id, { "CAFE-MOLIDO": 1 })
    const [payout] = await fulfillmentDriver.paid(order_id)
    expect(payout).toMatchObject({ status: "held", reason: "payment_not_captured" })
  })

  it("wait while the service takes back a payment that Medusa shows, also once it is set aside", async () => {
    const { payoutDriver } = fulfillmentDriver
    payoutDriver.send(false)
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80, "order.fulfillment_created")
    const { id: order_id } = await fulfillmentDriver.sell()
    await fulfillmentDriver.pack(order_id)
    const [{ id }] = await fulfillmentDriver.paid(order_id)
    const [{ id: collection }] = (await shop.order(order_id)).payment_collections
    const [{ reference }]: { reference: string }[] = await shop
      .pg("payin_transaction")
      .where({ payment_collection_id: collection, status: "approved" })
      .update({ excluded_at: new Date(), settled_at: null })
      .returning("reference")
    shop.sandbox.settle(reference, { status: "REJECTED", notify: false })
    payoutDriver.send(true)
    await payoutDriver.runIn(61)
    expect(await payoutDriver.payout(id)).toMatchObject({
      ...{ status: "queued", reason: "payin_doubted" },
    })
  })

  it("wait for a second person once an order's debt was forgiven after they were booked", async () => {
    const { payoutDriver } = fulfillmentDriver
    payoutDriver.send(false)
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80, "order.fulfillment_created")
    const office = await BackOffice.of(shop)
    const { id: order_id } = await fulfillmentDriver.sell()
    await fulfillmentDriver.pack(order_id)
    const [{ id }] = await fulfillmentDriver.paid(order_id)
    expect(await payoutDriver.payout(id)).toMatchObject({ not_paid_here: false })
    await office.edit(order_id, { "CAFE-MOLIDO": 1 })
    await office.credit(order_id, (await office.shown(order_id)).summary.pending_difference)
    payoutDriver.send(true)
    await payoutDriver.runIn(61)
    expect(await payoutDriver.payout(id)).toMatchObject({
      ...{ status: "awaiting_approval", reason: "not_paid_here" },
    })
    expect(payoutDriver.taken(id)).toEqual([])
    expect((await payoutDriver.approve(id)).outcome).toBe("done")
    await payoutDriver.runIn(61)
    expect(await payoutDriver.payout(id)).toMatchObject({ status: "pending" })
  })

  it("wait for a second person, below the limit too, where an order's debt was forgiven", async () => {
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 100, "order.fulfillment_created")
    const { order_id, cart } = await waitingOrder(shop)
    await fulfillmentDriver.forgive(order_id, cart.total)
    await fulfillmentDriver.pack(order_id)
    const [payout] = await fulfillmentDriver.paid(order_id)
    expect(payout).toMatchObject({ status: "awaiting_approval", reason: "not_paid_here" })
    await fulfillmentDriver.payoutDriver.runIn(61)
    expect(fulfillmentDriver.payoutDriver.taken(payout.id)).toEqual([])
    expect((await fulfillmentDriver.payoutDriver.approve(payout.id)).outcome).toBe("done")
    expect(await fulfillmentDriver.pay(payout)).toMatchObject({ status: "approved" })
  })

  it.each(["marked as paid by hand", "forgiven"])(
    "wait for a second person where a provider received a part of the price, and the rest was %s",
    async (how) => {
      await fulfillmentDriver.rule(
        await fulfillmentDriver.seller(),
        80,
        "order.fulfillment_created"
      )
      const office = await BackOffice.of(shop)
      const { id: order_id } = await fulfillmentDriver.sell()
      await office.edit(order_id, { "CAFE-MOLIDO": 1 })
      await (how === "forgiven"
        ? office.credit(order_id, (await office.shown(order_id)).summary.pending_difference)
        : office.markAsPaid(order_id))
      await fulfillmentDriver.pack(order_id, { "CAFE-MOLIDO": 1 })
      const [payout] = await fulfillmentDriver.paid(order_id)
      expect(payout).toMatchObject({ status: "awaiting_approval", reason: "not_paid_here" })
    }
  )

  it("wait for a second person where credit that came with the cart paid a part of the price", async () => {
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80, "order.fulfillment_created")
    const cart = await shop.cart("co")
    const credit = { cart_id: cart.id, amount: 20_000, metadata: {} }
    await createCartCreditLinesWorkflow(shop.container).run({
      input: [{ ...credit, reference: "gift-card", reference_id: "gift_1" }],
    })
    const { data } = await shop.session(await shop.collection(cart.id), "co")
    shop.sandbox.settle(String(data.reference), { status: "APPROVED" })
    const { id: order_id } = await shop.captured(cart.id)
    await fulfillmentDriver.pack(order_id)
    const [payout] = await fulfillmentDriver.paid(order_id)
    expect(payout).toMatchObject({ status: "awaiting_approval", reason: "not_paid_here" })
  })

  it.each([
    ["wait for a second person where a held share's order is marked as paid by hand", null],
    ["wait for nobody where another payment provider received the money", "pp_other"],
  ])("%s", async (_promise, provider_id) => {
    fulfillmentDriver.payoutDriver.send(false)
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 100, "order.fulfillment_created")
    const office = await BackOffice.of(shop)
    const order_id = await office.draft()
    await office.http.post(`/admin/draft-orders/${order_id}/convert-to-order`).send().expect(200)
    await fulfillmentDriver.pack(order_id)
    const [{ id, status }] = await fulfillmentDriver.paid(order_id)
    expect(status).toBe("held")
    await office.markAsPaid(order_id)
    if (provider_id !== null) {
      const manual = { provider_id: "pp_system_default" }
      expect(await shop.pg("payment").where(manual).update({ provider_id })).toBe(1)
    }
    await fulfillmentDriver.payoutDriver.runIn(61)
    expect(await fulfillmentDriver.payoutDriver.payout(id)).toMatchObject(
      provider_id === null
        ? { status: "awaiting_approval", reason: "not_paid_here" }
        : { status: "queued", not_paid_here: false }
    )
  })

  it("are not paid by a rule made after the event, a rule of another currency, or a share of zero", async () => {
    const { id: order_id } = await fulfillmentDriver.sell()
    const parcel = await fulfillmentDriver.pack(order_id)
    const seller = await fulfillmentDriver.seller()
    await fulfillmentDriver.rule(seller, 10, "order.fulfillment_created")
    const abroad = await fulfillmentDriver.seller({ account: "pe", country: "PE", currency: "PEN" })
    const foreign = await fulfillmentDriver.rule(abroad, 100)
    const tiny = await fulfillmentDriver.rule(seller, 0.0001)
    await fulfillmentDriver.deliver(order_id, parcel)
    await fulfillmentDriver.sweepLater()
    await fulfillmentDriver.sweepLater()
    expect(await fulfillmentDriver.payouts(order_id)).toEqual([])
    const { audit } = fulfillmentDriver.payoutDriver.payouts
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

  it("are paid once per parcel when their rule is made anew with a later trigger, and never above its value", async () => {
    const [seller, other] = [await fulfillmentDriver.seller(), await fulfillmentDriver.seller()]
    const former = await fulfillmentDriver.rule(seller, 40, "order.fulfillment_created")
    const whole = await fulfillmentDriver.rule(other, 60, "order.fulfillment_created")
    const { id: order_id } = await fulfillmentDriver.sell({ "CAFE-GRANO": 1 })
    const parcel = await fulfillmentDriver.pack(order_id)
    const amounts = async () =>
      (await fulfillmentDriver.paid(order_id, 2)).map(({ amount }) => amount)
    expect((await amounts()).sort()).toEqual(["19200", "28800"])

    const { rules, audit } = fulfillmentDriver.payoutDriver.payouts
    await Promise.all([rules.remove(former.id, MAKER), rules.remove(whole.id, MAKER)])
    const again = await fulfillmentDriver.rule(seller, 40)
    const third = await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 1)
    await fulfillmentDriver.deliver(order_id, parcel)
    await fulfillmentDriver.sweepLater()
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

  it("are still paid by their second rule after the first was removed", async () => {
    const seller = await fulfillmentDriver.seller()
    const first = await fulfillmentDriver.rule(seller, 10, "order.fulfillment_created")
    await fulfillmentDriver.rule(seller, 80)
    const { id: order_id } = await fulfillmentDriver.sell()
    const parcel = await fulfillmentDriver.pack(order_id)
    await fulfillmentDriver.paid(order_id)
    await fulfillmentDriver.payoutDriver.payouts.rules.remove(first.id, MAKER)
    await fulfillmentDriver.deliver(order_id, parcel)
    const both = await fulfillmentDriver.paid(order_id, 2)
    expect(both.map(({ amount }) => amount).sort()).toEqual(["38400", "4800"])
  })

  it("are not paid for a parcel that is canceled before the payout is sent", async () => {
    fulfillmentDriver.payoutDriver.send(false)
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80, "order.fulfillment_created")
    const { id: order_id } = await fulfillmentDriver.sell()
    const parcel = await fulfillmentDriver.pack(order_id)
    const [{ id }] = await fulfillmentDriver.paid(order_id)
    await fulfillmentDriver.cancel(order_id, parcel)
    await fulfillmentDriver.payoutDriver.reaches(id, "canceled")
    await fulfillmentDriver.payoutDriver.run()
    expect(fulfillmentDriver.payoutDriver.taken(id)).toEqual([])

    // Packed anew it is another parcel, paid for like any other.
    await fulfillmentDriver.pack(order_id)
    expect((await fulfillmentDriver.paid(order_id, 2)).map(({ status }) => status)).toEqual([
      "canceled",
      "queued",
    ])
    expect(await shop.anomalies()).toEqual([])
  })

  it("paid for a canceled parcel open an anomaly until an operator ignores it", async () => {
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80, "order.fulfillment_created")
    const { id: order_id } = await fulfillmentDriver.sell()
    const parcel = await fulfillmentDriver.pack(order_id)
    const [payout] = await fulfillmentDriver.paid(order_id)
    await fulfillmentDriver.payoutDriver.run()
    await fulfillmentDriver.payoutDriver.reaches(payout.id, "pending")
    // The signal is lost: Medusa's row alone says it.
    const canceled_at = new Date()
    await shop.pg("fulfillment").where({ id: parcel }).update({ canceled_at })
    await fulfillmentDriver.sweep()
    await fulfillmentDriver.sweep()
    const kind = "payout_for_canceled_fulfillment"
    expect(await shop.anomalies()).toMatchObject([
      { kind, status: "open", order_id, facts: { payout: { amount: "38400", currency: "COP" } } },
    ])
    expect(await fulfillmentDriver.clawbacks({ payout_id: payout.id })).toMatchObject([
      { amount: "38400" },
    ])

    await fulfillmentDriver.ignoreAll(kind)
    await fulfillmentDriver.sweep()
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("are paid once for goods that are packed, paid, canceled and packed again, however often", async () => {
    const kind = "payout_for_canceled_fulfillment"
    const open = async () =>
      (await shop.anomalies("open")).filter((one: { kind: string }) => one.kind === kind)
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80, "order.fulfillment_created")
    const { id: order_id } = await fulfillmentDriver.sell({ "CAFE-GRANO": 2 })
    const first = await fulfillmentDriver.pack(order_id)
    const [payout] = await fulfillmentDriver.paid(order_id)
    await fulfillmentDriver.payoutDriver.run()
    await fulfillmentDriver.payoutDriver.reaches(payout.id, "pending")
    await fulfillmentDriver.cancel(order_id, first)
    await shop.until(async () => (await open()).at(0) ?? null)

    // The earlier payout may still be paid, so no share is booked.
    const second = await fulfillmentDriver.pack(order_id, { "CAFE-GRANO": 1 })
    await fulfillmentDriver.sweepLater()
    expect(await fulfillmentDriver.payouts(order_id)).toHaveLength(1)
    expect(await fulfillmentDriver.pay(payout)).toMatchObject({ amount: "76800" })
    await Promise.all([fulfillmentDriver.sweep(), fulfillmentDriver.sweep()])
    const covered = { status: "canceled", order_amount: "38400", covered_amount: "38400" }
    expect(await fulfillmentDriver.paid(order_id, 2)).toMatchObject([
      { covered_amount: null },
      { ...covered, fulfillment_id: second, note: expect.stringContaining("38400 of 38400") },
    ])
    // Half of what left has no parcel yet.
    expect(await fulfillmentDriver.clawbacks({ order_id })).toMatchObject([{ amount: "38400" }])
    expect(await open()).toHaveLength(1)

    const third = await fulfillmentDriver.pack(order_id, { "CAFE-GRANO": 1 })
    expect((await fulfillmentDriver.paid(order_id, 3)).at(-1)).toMatchObject(covered)
    await shop.until(async () => ((await open()).length === 0 ? true : null))
    expect(await fulfillmentDriver.clawbacks({ order_id })).toEqual([])

    await fulfillmentDriver.cancel(order_id, third)
    await shop.until(async () => (await open()).at(0) ?? null)
    const last = await fulfillmentDriver.pack(order_id, { "CAFE-GRANO": 1 })
    expect((await fulfillmentDriver.paid(order_id, 4)).at(-1)).toMatchObject(covered)
    await shop.until(async () => ((await open()).length === 0 ? true : null))
    await fulfillmentDriver.payoutDriver.runIn(61)
    const taken = (await fulfillmentDriver.payouts(order_id)).flatMap(({ id }) =>
      fulfillmentDriver.payoutDriver.taken(id)
    )
    expect(taken).toMatchObject([{ amount: 76_800 }])

    await fulfillmentDriver.deliver(order_id, second)
    await fulfillmentDriver.deliver(order_id, last)
    await fulfillmentDriver.takeBack(order_id, { "CAFE-GRANO": 2 })
    const owed = await fulfillmentDriver.clawbacks({ order_id })
    expect(owed.map(({ amount }) => amount)).toEqual(["38400", "38400"])
  })

  it("whose payout for a canceled parcel is rejected are paid for the goods packed anew", async () => {
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80, "order.fulfillment_created")
    const { id: order_id } = await fulfillmentDriver.sell()
    const parcel = await fulfillmentDriver.pack(order_id)
    const [{ id }] = await fulfillmentDriver.paid(order_id)
    await fulfillmentDriver.payoutDriver.run()
    await fulfillmentDriver.payoutDriver.reaches(id, "pending")
    await fulfillmentDriver.cancel(order_id, parcel)
    await fulfillmentDriver.pack(order_id)
    const [taken] = fulfillmentDriver.payoutDriver.taken(id)
    shop.sandbox.rejectPayout(taken.reference, { reason: "account_blocked", notify: false })
    await fulfillmentDriver.payoutDriver.runIn(11)
    await fulfillmentDriver.payoutDriver.reaches(id, "rejected")
    await fulfillmentDriver.sweepLater()
    expect((await fulfillmentDriver.paid(order_id, 2)).at(-1)).toMatchObject({
      ...{ amount: "38400", covered_amount: null, status: "queued" },
    })
  })

  it("are not paid again for goods packed anew once the first parcel's rejected payout turns out paid", async () => {
    const { payoutDriver } = fulfillmentDriver
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80, "order.fulfillment_created")
    const { id: order_id } = await fulfillmentDriver.sell()
    const parcel = await fulfillmentDriver.pack(order_id)
    const [{ id }] = await fulfillmentDriver.paid(order_id)
    await payoutDriver.run()
    await payoutDriver.reaches(id, "pending")
    await fulfillmentDriver.cancel(order_id, parcel)
    await fulfillmentDriver.pack(order_id)
    const [taken] = payoutDriver.taken(id)
    shop.sandbox.rejectPayout(taken.reference, { reason: "account_blocked", notify: false })
    payoutDriver.fill(0)
    await payoutDriver.runIn(11)
    await payoutDriver.reaches(id, "rejected")
    await fulfillmentDriver.sweepLater()
    const [, second] = await fulfillmentDriver.paid(order_id, 2)
    expect(second).toMatchObject({ amount: "38400", covered_amount: null })
    // The service changes its mind, and nobody has looked the first one up since.
    shop.sandbox.approvePayout(taken.reference, { notify: false })
    payoutDriver.fill(10_000_000)
    await payoutDriver.runIn(3600)
    await payoutDriver.runIn(61)
    expect(await payoutDriver.payout(second.id)).toMatchObject({
      ...{ status: "queued", reason: "rejection_doubted" },
    })
    expect(payoutDriver.taken(second.id)).toEqual([])
    const admin = await shop.admin()
    const answer = await admin
      .post(`/admin/payin/payouts/${id}/conclude`)
      .set("Idempotency-Key", "paid-after-all")
      .send({ outcome: "paid", note: "The service says so.", proof: "case 7" })
      .expect(200)
    expect(answer.body.payout).toMatchObject({ status: "approved" })
    await payoutDriver.runIn(3600)
    await payoutDriver.runIn(61)
    expect(await payoutDriver.payout(second.id)).toMatchObject({
      ...{ status: "canceled", covered_amount: "38400" },
    })
    expect(payoutDriver.taken(second.id)).toEqual([])
  })

  it("whose payout for a canceled parcel is rejected have no open anomaly and owe no clawback", async () => {
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80, "order.fulfillment_created")
    const { id: order_id } = await fulfillmentDriver.sell()
    const parcel = await fulfillmentDriver.pack(order_id)
    const [{ id }] = await fulfillmentDriver.paid(order_id)
    await fulfillmentDriver.payoutDriver.run()
    await fulfillmentDriver.payoutDriver.reaches(id, "pending")
    await fulfillmentDriver.cancel(order_id, parcel)
    await shop.until(async () => (await shop.anomalies("open")).at(0) ?? null)
    const [taken] = fulfillmentDriver.payoutDriver.taken(id)
    shop.sandbox.rejectPayout(taken.reference, { reason: "account_blocked", notify: false })
    await fulfillmentDriver.payoutDriver.runIn(11)
    await fulfillmentDriver.payoutDriver.reaches(id, "rejected")
    await fulfillmentDriver.sweep()
    expect(await shop.anomalies()).toMatchObject([{ status: "resolved", action: "settled" }])
    expect(await fulfillmentDriver.clawbacks({ order_id })).toEqual([])
  })

  it("are paid only the rest when goods are returned before the payout, and owe a clawback after it", async () => {
    fulfillmentDriver.payoutDriver.send(false)
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80)
    const { id: order_id } = await fulfillmentDriver.sell({ "CAFE-GRANO": 2 })
    const parcel = await fulfillmentDriver.pack(order_id)
    await fulfillmentDriver.deliver(order_id, parcel)
    const [{ id }] = await fulfillmentDriver.paid(order_id)
    await fulfillmentDriver.takeBack(order_id, { "CAFE-GRANO": 1 })
    fulfillmentDriver.payoutDriver.send(true)
    await fulfillmentDriver.payoutDriver.runIn(61)
    // Looked at twice, because a lowered payout is claimed again: nothing more is taken off.
    expect(await fulfillmentDriver.pay({ id })).toMatchObject({
      status: "approved",
      amount: "38400",
      order_amount: "76800",
    })
    expect(fulfillmentDriver.payoutDriver.taken(id)).toMatchObject([{ amount: 38_400 }])
    expect(await fulfillmentDriver.clawbacks({ order_id })).toEqual([])
    await fulfillmentDriver.takeBack(order_id, { "CAFE-GRANO": 1 })
    expect(await fulfillmentDriver.clawbacks({ order_id })).toMatchObject([{ amount: "38400" }])
  })

  it("are paid by other means what is owed at that moment only, and nothing for a canceled parcel", async () => {
    fulfillmentDriver.payoutDriver.send(false)
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80)
    const { id: order_id } = await fulfillmentDriver.sell({ "CAFE-GRANO": 2, "CAFE-MOLIDO": 1 })
    const [returned, canceled] = [
      await fulfillmentDriver.pack(order_id, { "CAFE-GRANO": 2 }),
      await fulfillmentDriver.pack(order_id, { "CAFE-MOLIDO": 1 }),
    ]
    await fulfillmentDriver.deliver(order_id, returned)
    await fulfillmentDriver.deliver(order_id, canceled)
    const [one, other] = await fulfillmentDriver.paid(order_id, 2)
    await shop
      .pg("payin_payout")
      .whereIn("id", [one.id, other.id])
      .update({ status: "rejected", submit_after: null, reason: null })
    await fulfillmentDriver.takeBack(order_id, { "CAFE-GRANO": 1 })
    const words = { note: "In cash.", proof: "receipt 7" }
    const elsewhere = (id: string) => payElsewhere(shop.container, id, MAKER, words)
    expect(await elsewhere(one.id)).toMatchObject({ outcome: "refused", code: "changed_since" })
    expect(await elsewhere(one.id)).toMatchObject({
      ...{ outcome: "done", payout: { status: "paid_elsewhere", amount: "38400" } },
    })
    await shop.pg("fulfillment").where({ id: canceled }).update({ canceled_at: new Date() })
    expect(await elsewhere(other.id)).toMatchObject({ outcome: "refused", code: "not_wanted" })
  })

  it("are paid nothing when the whole order was refunded before the payout", async () => {
    fulfillmentDriver.payoutDriver.send(false)
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80)
    const { id: order_id } = await fulfillmentDriver.sell()
    const parcel = await fulfillmentDriver.pack(order_id)
    await fulfillmentDriver.deliver(order_id, parcel)
    const [{ id }] = await fulfillmentDriver.paid(order_id)
    await fulfillmentDriver.refund(order_id, 60_000)
    fulfillmentDriver.payoutDriver.send(true)
    await fulfillmentDriver.payoutDriver.runIn(61)
    expect(await fulfillmentDriver.payoutDriver.reaches(id, "canceled")).toMatchObject({
      note: expect.stringContaining("refunded"),
    })
    expect(fulfillmentDriver.payoutDriver.taken(id)).toEqual([])
  })

  it("owe a clawback for returned goods and for refunds beyond them", async () => {
    const seller = await fulfillmentDriver.seller()
    await fulfillmentDriver.rule(seller, 80)
    const { id: order_id } = await fulfillmentDriver.sell({ "CAFE-GRANO": 2 })
    const parcel = await fulfillmentDriver.pack(order_id)
    await fulfillmentDriver.deliver(order_id, parcel)
    const [payout] = await fulfillmentDriver.paid(order_id)
    expect(await fulfillmentDriver.clawbacks({ order_id })).toEqual([])
    expect(await fulfillmentDriver.pay(payout)).toMatchObject({ status: "approved" })
    await fulfillmentDriver.takeBack(order_id, { "CAFE-GRANO": 1 })
    const half = {
      payout_id: payout.id,
      order_id,
      beneficiary_id: seller.id,
      amount: "38400",
      currency: "COP",
    }
    expect(await fulfillmentDriver.clawbacks({ order_id })).toEqual([half])
    await fulfillmentDriver.refund(order_id, 48_000)
    expect(await fulfillmentDriver.clawbacks({ beneficiary_id: seller.id })).toEqual([half])
    // The other piece and half of the shipping, as a courtesy: 27,000 of the 60,000 that were kept.
    await fulfillmentDriver.refund(order_id, 27_000)
    expect(await fulfillmentDriver.clawbacks({ payout_id: payout.id })).toEqual([
      { ...half, amount: "55680" },
    ])
  })

  it("have payouts that queries find from the order and back; a storefront cannot read them", async () => {
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80, "order.fulfillment_created")
    const { id: order_id } = await fulfillmentDriver.sell()
    const parcel = await fulfillmentDriver.pack(order_id)
    const [{ id }] = await fulfillmentDriver.paid(order_id)
    const alone = await fulfillmentDriver.payoutDriver.make(40_000)
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
