import request from "supertest"
import { getRefundLink } from "../../src/exports"
import { BackOffice } from "../support/back-office"
import { FulfillmentDriver } from "../support/fulfillment-driver"
import { breakWriting } from "../support/gate"
import { DESTINATION, PayoutDesk } from "../support/payout-desk"
import { PayoutDriver } from "../support/payout-driver"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { LOW_LIMIT } from "../support/shop-settings"
import { CoffeeClub } from "../support/subscriber"

const OWN = {
  payment_method: "BANK_TRANSFER",
  bank: "bancolombia",
  account_type: "AHORRO",
  account_number: "55667788990",
}

withShop("who wrote an order on Medusa's routes", LOW_LIMIT, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  beforeEach(() => payoutDriver.fill(100_000_000))

  const notes = (subject_id: string | null) =>
    shop.pg("payin_order_maker").where({ subject_id }).orderBy("kind").pluck("kind")

  async function refusesShare(id: string, sly: BackOffice): Promise<void> {
    await payoutDriver.runIn(61)
    const said = await (await PayoutDesk.open(shop)).tryApprove(id, sly.http)
    await payoutDriver.run()
    expect([said.status, said.body.code, payoutDriver.taken(id)]).toEqual([
      ...[409, "second_person", []],
    ])
  }

  async function draft(by: BackOffice, unit_price = 20_000_000): Promise<string> {
    const { store } = shop
    const place = { city: "Ciudad", country_code: "co", postal_code: "110111" }
    const address = { ...CANARY.address, ...place }
    const { body } = await by.http
      .post("/admin/draft-orders")
      .send({
        ...{ region_id: store.regions.co, sales_channel_id: store.sales_channel_id },
        email: CANARY.co.email,
        items: [{ variant_id: store.variants["CAFE-GRANO"].id, quantity: 1, unit_price }],
        ...{ shipping_address: address, billing_address: address },
      })
      .expect(200)
    return body.draft_order.id
  }

  async function toOrder(id: string): Promise<void> {
    const { http } = await BackOffice.of(shop)
    await http.post(`/admin/draft-orders/${id}/convert-to-order`).send().expect(200)
  }

  it("who added the goods to a colleague's open edit cannot approve the share", async () => {
    const filler = await FulfillmentDriver.of(shop)
    const [editor, sly] = [await BackOffice.of(shop), await BackOffice.of(shop)]
    await filler.rule(await filler.seller(), 80, "order.fulfillment_created")
    const { id: order_id } = await filler.sell()
    await editor.http.post("/admin/order-edits").send({ order_id }).expect(200)
    const add = (by: BackOffice, sku: string, more: object = {}) =>
      by.http
        .post(`/admin/order-edits/${order_id}/items`)
        .send({ items: [{ variant_id: shop.store.variants[sku].id, quantity: 1, ...more }] })
        .expect(200)
    await add(editor, "CAFE-MOLIDO")
    await add(sly, "CHOCOLATE-90", { unit_price: 20_000_000 })
    await editor.http.post(`/admin/order-edits/${order_id}/confirm`).send().expect(200)
    const { summary } = await editor.shown(order_id)
    await editor.credit(order_id, summary.pending_difference)
    await filler.pack(order_id)
    const [{ id, amount }] = await filler.paid(order_id)
    expect(Number(amount)).toBeGreaterThan(16_000_000)
    await refusesShare(id, sly)
  })

  it("who marked an order as paid by another offline provider cannot approve the share, also by a key that is gone", async () => {
    const filler = await FulfillmentDriver.of(shop)
    const [drafter, cashier] = [await BackOffice.of(shop), await BackOffice.of(shop)]
    await filler.rule(await filler.seller(), 100, "order.fulfillment_created")
    const order_id = await draft(drafter)
    await drafter.http.post(`/admin/draft-orders/${order_id}/convert-to-order`).send().expect(200)
    const { summary } = await cashier.shown(order_id)
    const key = (
      await cashier.http.post("/admin/api-keys").send({ title: "robot", type: "secret" })
    ).body.api_key
    const robot = request.agent(shop.url).auth(key.token, "")
    const { body } = await robot
      .post("/admin/payment-collections")
      .send({ order_id, amount: summary.pending_difference })
      .expect(200)
    const collection = `/admin/payment-collections/${body.payment_collection.id}`
    await robot.post(`${collection}/mark-as-paid`).send({ order_id }).expect(200)
    await shop.pg("api_key").where({ id: key.id }).delete()
    // A store's own provider for cash on delivery: "provider_id" of the same route.
    const manual = { provider_id: "pp_system_default" }
    await shop.pg("payment").where(manual).update({ provider_id: "pp_cash-on-delivery_co" })
    await filler.pack(order_id)
    const [{ id }] = await filler.paid(order_id)
    await refusesShare(id, cashier)
  })

  it("who made the draft, forgave its debt or marked the parcel as delivered cannot approve the share, and who did nothing for it can", async () => {
    const filler = await FulfillmentDriver.of(shop)
    const [drafter, forgiver, mover] = await Promise.all([1, 2, 3].map(() => BackOffice.of(shop)))
    const desk = await PayoutDesk.open(shop)
    await filler.rule(await filler.seller(), 80)
    const order_id = await draft(drafter)
    await toOrder(order_id)
    await forgiver.credit(order_id, 20_000_000)
    const parcel = await filler.pack(order_id)
    const deliver = `/admin/orders/${order_id}/fulfillments/${parcel}/mark-as-delivered`
    await mover.http.post(deliver).send().expect(200)
    const [{ id }] = await filler.paid(order_id)
    for (const one of [drafter, forgiver, mover]) {
      await refusesShare(id, one)
    }
    expect((await desk.tryApprove(id)).status).toBe(200)
  })

  it("in a shop of two, one packs and the other one, who marks the parcel as delivered later, approves the share", async () => {
    const filler = await FulfillmentDriver.of(shop)
    const desk = await PayoutDesk.open(shop)
    await filler.rule(await filler.seller(), 80, "order.fulfillment_created")
    const { id: order_id } = await filler.sell({ "CAFE-GRANO": 3 })
    const parcel = await filler.pack(order_id)
    const [{ id }] = await filler.paid(order_id)
    const deliver = `/admin/orders/${order_id}/fulfillments/${parcel}/mark-as-delivered`
    await desk.checker.post(deliver).send().expect(200)
    await payoutDriver.runIn(61)
    expect((await desk.tryApprove(id)).status).toBe(200)
  })

  it.each(["made the draft with", "edited the draft to"])(
    "lets nobody approve the refund who %s their own e-mail",
    async (how) => {
      const desk = await PayoutDesk.open(shop)
      const [sly, colleague] = [await BackOffice.of(shop), await BackOffice.of(shop)]
      const made = how.startsWith("made")
      const order_id = await draft(made ? sly : colleague, 100_000)
      const path = `/admin/draft-orders/${order_id}`
      if (!made) {
        await sly.http.post(path).send({ email: "sly@shop.example" }).expect(200)
      }
      const { body } = await colleague.link(order_id, { customer_data: CANARY.co }).expect(200)
      const { reference } = body.payment_link
      await colleague.http.post(`${path}/convert-to-order`).send().expect(200)
      shop.sandbox.settle(reference, { status: "APPROVED" })
      await shop.until(async () => ((await shop.row(reference)).settled_at === null ? null : true))
      const order = await shop.order(order_id)
      const [payment] = order.payment_collections.flatMap(
        ({ payments }: { payments: { id: string; amount: number }[] }) => payments
      )
      await desk.maker
        .post(`/admin/payments/${payment.id}/refund`)
        .send({ amount: Number(payment.amount) })
        .expect(200)
      await payoutDriver.runIn(31)
      const { id } = await shop.pg("payin_payout").where({ order_id }).first("id")
      const mailed = await getRefundLink(shop.container, id)
      const page = new URL(mailed?.url ?? "").pathname
      await request(shop.url).post(page).type("form").send(OWN).expect(200)
      expect((await payoutDriver.payout(id)).status).toBe("awaiting_approval")
      expect((await desk.tryApprove(id, sly.http)).status).toBe(409)
      // Whoever reads the mail may ask a colleague to correct the account that they gave.
      const { bank, account_number } = OWN
      const corrected = { ...DESTINATION, bank, account_number, account_type: "CORRIENTE" }
      await colleague.http
        .post(`/admin/payin/payouts/${id}/destination`)
        .send({ destination: corrected })
        .expect(200)
      expect((await desk.tryApprove(id, sly.http)).status).toBe(409)
      expect((await desk.tryApprove(id)).status).toBe(200)
    }
  )

  it("a draft whose answer hid its id counts for who was making one then, and one whose maker is noted does not", async () => {
    const filler = await FulfillmentDriver.of(shop)
    const [sly, honest] = [await BackOffice.of(shop), await BackOffice.of(shop)]
    const desk = await PayoutDesk.open(shop)
    await filler.rule(await filler.seller(), 80, "order.fulfillment_created")
    const shared = async (order_id: string) => {
      await toOrder(order_id)
      await (await BackOffice.of(shop)).credit(order_id, 20_000_000)
      await filler.pack(order_id)
      const [{ id }] = await filler.paid(order_id)
      await payoutDriver.runIn(61)
      return id
    }
    const order_id = await draft(sly)
    expect(await notes(order_id)).toEqual(["drafted"])
    // The process died before the answer left.
    await shop.pg("payin_order_maker").where({ subject_id: order_id }).update({ subject_id: null })
    await refusesShare(await shared(order_id), sly)
    const id = await shared(await draft(honest))
    expect((await desk.tryApprove(id, sly.http)).status).toBe(200)
  })

  it("an edit that repeats the e-mail of an order or of a guest notes nobody, and one that changes it does", async () => {
    const office = await BackOffice.of(shop)
    const id = await draft(office)
    await toOrder(id)
    const { email, customer_id } = await shop.pg("order").where({ id }).first()
    const hashesOfMails = () => shop.pg("payin_order_maker").whereLike("subject_id", "mail:%")
    const write = (path: string, body: object) =>
      office.http.post(`/admin/${path}`).send(body).expect(200)
    await write(`customers/${customer_id}`, { email, first_name: "Ana" })
    await write(`orders/${id}`, { email: email.toUpperCase(), metadata: { gift: true } })
    expect([await notes(customer_id), await notes(id)]).toEqual([[], ["drafted"]])
    expect(await hashesOfMails()).toEqual([])
    await write(`customers/${customer_id}`, { email: "sly@shop.example" })
    await write(`orders/${id}`, { email: "sly@shop.example" })
    expect([await notes(customer_id), await notes(id)]).toEqual([["mailed"], ["drafted", "mailed"]])
    expect(await hashesOfMails()).toHaveLength(1)
  })

  it("nothing is written to an order by somebody who cannot be noted", async () => {
    const office = await BackOffice.of(shop)
    const id = await draft(office)
    await toOrder(id)
    const broken = await breakWriting(shop.pg, { table: "payin_order_maker", event: "insert" })
    const forgiven = { amount: 1_000, reference: "courtesy", reference_id: id }
    await office.http.post(`/admin/orders/${id}/credit-lines`).send(forgiven).expect(500)
    await office.http.get(`/admin/orders/${id}`).expect(200)
    const before = await shop.pg("order").where({ is_draft_order: true })
    const drafts = { region_id: shop.store.regions.co, email: CANARY.co.email }
    await office.http.post("/admin/draft-orders").send(drafts).expect(500)
    await broken.mend()
    expect(await shop.pg("order_credit_line").where({ order_id: id })).toEqual([])
    expect(await shop.pg("order").where({ is_draft_order: true })).toHaveLength(before.length)
    await office.http.post(`/admin/orders/${id}/credit-lines`).send(forgiven).expect(200)
    await office.credit(id, 1_000)
    expect(await notes(id)).toEqual(["drafted", "priced"])
  })

  it("who priced the order of a subscription cannot approve the share of its renewal, and who packed the first one can", async () => {
    const filler = await FulfillmentDriver.of(shop)
    const [sly, carrier] = [await BackOffice.of(shop), await BackOffice.of(shop)]
    const club = await CoffeeClub.of(shop)
    const { subscription, order_id } = await club.join()
    await sly.edit(order_id, { "CAFE-GRANO": 2 })
    await (await FulfillmentDriver.of(shop, carrier.http)).pack(order_id)
    await filler.rule(await filler.seller(), 100, "order.fulfillment_created")
    await club.untilDue(subscription.id)
    const renewed = await club.until(subscription.id, ({ next_number }) => next_number === 2)
    await filler.pack(renewed.latest_order_id)
    const [{ id }] = await filler.paid(renewed.latest_order_id)
    await refusesShare(id, sly)
    const desk = await PayoutDesk.open(shop)
    expect((await desk.tryApprove(id, carrier.http)).status).toBe(200)
  })
})
