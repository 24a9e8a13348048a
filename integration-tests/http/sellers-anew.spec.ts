import type { Beneficiary, Payout } from "../../src/modules/payouts/rows"
import { FulfillmentDriver } from "../support/fulfillment-driver"
import { DESTINATION, PayoutDesk } from "../support/payout-desk"
import { MAKER } from "../support/payout-driver"
import { withShop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"

withShop("sellers whose rule or name is made anew", NO_APPROVALS, (shop) => {
  let filler: FulfillmentDriver
  beforeEach(async () => {
    filler = await FulfillmentDriver.of(shop)
    filler.payoutDriver.fill(10_000_000)
    filler.payoutDriver.send(true)
  })

  /** A parcel's share that was sent, rejected, tried again and canceled before it left once more. */
  async function givenUp(seller: Beneficiary) {
    const { payoutDriver } = filler
    const former = await filler.rule(seller, 80, "order.fulfillment_created")
    const { id: order_id } = await filler.sell({ "CAFE-GRANO": 1 })
    const parcel = await filler.pack(order_id)
    const [{ id }] = await filler.paid(order_id)
    await payoutDriver.run()
    const { reference } = await payoutDriver.reaches(id, "pending")
    shop.sandbox.rejectPayout(String(reference), { notify: false })
    await payoutDriver.runIn(11)
    await payoutDriver.reaches(id, "rejected")
    payoutDriver.send(false)
    await payoutDriver.retry(id)
    const { decisions, rules } = payoutDriver.payouts
    expect((await decisions.cancel(id, MAKER, "The rule changes.")).outcome).toBe("done")
    await rules.remove(former.id, MAKER)
    return { id, order_id, parcel, reference: String(reference) }
  }

  /** A rule is older than the parcels that it pays. Medusa's are not by the plugin's clock, which runs ahead. */
  async function madeNow(id: string): Promise<void> {
    await shop.pg("payin_payout_rule").where({ id }).update({ created_at: shop.pg.fn.now() })
  }

  /** A rule that pays at the delivery, which happens now. */
  async function anew(
    seller: Beneficiary,
    { order_id, parcel }: { order_id: string; parcel: string }
  ): Promise<Payout> {
    const { id: rule_id } = await filler.rule(seller, 80)
    await madeNow(rule_id)
    await filler.deliver(order_id, parcel)
    await filler.sweepLater()
    return shop.until(async () => {
      const all = await filler.payouts(order_id)
      return all.find((one) => one.rule_id === rule_id) ?? null
    })
  }

  /** The bank pays after all what it rejected, and nobody has asked since. */
  async function paysAfterAll(reference: string): Promise<void> {
    shop.sandbox.approvePayout(reference, { notify: false })
    await shop.pg("payin_payout_attempt").update({ lookup_after: null })
  }

  const left = () =>
    shop.sandbox
      .payouts({ limit: 100 })
      .filter(({ status }) => status !== "REJECTED")
      .map(({ amount }) => amount)

  it("are not paid for a parcel again whose rejected and canceled payout was paid after all", async () => {
    const { payoutDriver } = filler
    const seller = await filler.seller()
    const former = await givenUp(seller)
    const share = await anew(seller, former)
    expect(share).toMatchObject({ amount: "38400", covered_amount: null, status: "queued" })
    await paysAfterAll(former.reference)
    payoutDriver.send(true)
    expect(await payoutDriver.bringIn(61, share.id, "canceled")).toMatchObject({
      ...{ covered_amount: "38400", note: expect.stringContaining("38400 of 38400") },
    })
    expect(await payoutDriver.payout(former.id)).toMatchObject({ reason: "contradiction" })
    expect(left()).toEqual([38_400])
    expect(await filler.clawbacks({ order_id: former.order_id })).toEqual([])
  })

  it("are paid for it by the new rule while the bank says that it rejected the canceled payout", async () => {
    const { payoutDriver } = filler
    const seller = await filler.seller()
    const share = await anew(seller, await givenUp(seller))
    payoutDriver.send(true)
    expect((await payoutDriver.bringIn(61, share.id, "pending")).amount).toBe("38400")
    expect(left()).toEqual([38_400])
  })

  it("get no more of a parcel than it is worth, beside what another seller was paid of it after all", async () => {
    const { payoutDriver } = filler
    const former = await givenUp(await filler.seller())
    const share = await anew(await filler.seller(), former)
    expect(share.amount).toBe("38400")
    await paysAfterAll(former.reference)
    payoutDriver.send(true)
    expect((await payoutDriver.bringIn(61, share.id, "pending")).amount).toBe("9600")
    expect(left().sort()).toEqual([38_400, 9_600])
  })

  /** An order whose parcel was paid to a seller, canceled, and packed anew for another one. */
  async function packedForAnother() {
    const former = await filler.rule(await filler.seller(), 80, "order.fulfillment_created")
    const { id: order_id } = await filler.sell({ "CAFE-GRANO": 1 })
    const parcel = await filler.pack(order_id)
    const [first] = await filler.paid(order_id)
    await filler.payoutDriver.bringIn(1, first.id, "pending")
    await filler.cancel(order_id, parcel)
    await filler.payoutDriver.payouts.rules.remove(former.id, MAKER)
    const { id } = await filler.rule(await filler.seller(), 80, "order.fulfillment_created")
    await madeNow(id)
    await filler.pack(order_id)
    const [, second] = await filler.paid(order_id, 2)
    await filler.payoutDriver.runIn(61)
    return { first, second }
  }

  it("are paid for goods that another seller was paid for only once a second person says so", async () => {
    const { second } = await packedForAnother()
    const { payoutDriver } = filler
    const waits = { status: "awaiting_approval", reason: "not_paid_here", amount: "38400" }
    expect(await payoutDriver.payout(second.id)).toMatchObject(waits)
    await payoutDriver.runIn(3600)
    expect(left()).toEqual([38_400])
    const desk = await PayoutDesk.open(shop)
    await desk.approve(second.id)
    await payoutDriver.bringIn(61, second.id, "pending")
    expect(left()).toEqual([38_400, 38_400])
  })

  it("are paid for goods packed anew for them when the bank rejected what the seller before was paid", async () => {
    const { payoutDriver } = filler
    const { first, second } = await packedForAnother()
    const [{ reference }] = payoutDriver.taken(first.id)
    shop.sandbox.rejectPayout(reference, { notify: false })
    await payoutDriver.bringIn(11, first.id, "rejected")
    await (await PayoutDesk.open(shop)).approve(second.id)
    await payoutDriver.bringIn(61, second.id, "pending")
    expect(left()).toEqual([38_400])
  })

  it("are paid nothing by a rule under another seller's name until another person confirms the name", async () => {
    const { payoutDriver } = filler
    const desk = await PayoutDesk.open(shop)
    const post = (path: string, body: object, by = desk.maker) =>
      by.post(`/admin/payin${path}`).send(body)
    const own = { ...DESTINATION, full_name: "Sly Person" }
    const sly = { name: "Papeleria Sly", currency_code: "COP", destination: own }
    const made = await post("/beneficiaries", sly).expect(201)
    const { id: beneficiary_id, version } = made.body.beneficiary
    const path = `/beneficiaries/${beneficiary_id}`
    await post(`${path}/approve`, { version }, desk.checker).expect(200)
    await post(path, { name: "Tejidos del Norte" }).expect(200)
    const { stock_location_id } = shop.store
    const trigger = "order.fulfillment_created"
    const terms = { beneficiary_id, stock_location_id, percent: 80, trigger, tax: true }
    const { payout_rule } = (await post("/payout-rules", terms).expect(201)).body

    const { body } = await desk.checker
      .get(`/admin/payin/beneficiaries?q=${beneficiary_id}`)
      .expect(200)
    expect(body.beneficiaries).toMatchObject([
      {
        ...{ name: "Tejidos del Norte", status: "awaiting_approval", version: 2 },
        confirmed: { name: "Papeleria Sly", changed: ["name"] },
      },
    ])
    const rule = `/payout-rules/${payout_rule.id}`
    await post(`${rule}/approve`, { version: 1 }, desk.checker).expect(200)
    const { id: order_id } = await filler.sell({ "CAFE-GRANO": 1 })
    await filler.pack(order_id)
    const [{ id }] = await filler.paid(order_id)
    await payoutDriver.runIn(61)
    expect(await payoutDriver.payout(id)).toMatchObject({
      ...{ status: "awaiting_approval", reason: "beneficiary_unconfirmed" },
    })
    expect(payoutDriver.taken(id)).toEqual([])

    await post(path, { name: "Papeleria Sly" }).expect(200)
    await post(`${path}/approve`, { version: 3 }, desk.checker).expect(200)
    const rules = await desk.checker.get(`/admin/payin/payout-rules?q=${payout_rule.id}`)
    expect(rules.body.payout_rules).toMatchObject([{ status: "awaiting_approval", version: 1 }])
  })
})
