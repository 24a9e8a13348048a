import { Modules } from "@medusajs/framework/utils"
import {
  cancelOrderWorkflow,
  createOrderPaymentCollectionWorkflow,
} from "@medusajs/medusa/core-flows"
import { BOOKS_FIELDS, booksOf } from "../../src/admin/order/books-of"
import { completeCredits } from "../../src/workflows/refund/credits"
import { supersedeAllUnowed } from "../../src/workflows/payment-link/unowed"
import { notOwed } from "../../src/workflows/settle/owed"
import { findSnapshot } from "../../src/medusa/payment-snapshot"
import { AfterSales } from "../support/after-sales"
import { BackOffice } from "../support/back-office"
import { FulfillmentDriver } from "../support/fulfillment-driver"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"

const SHIPPING = 12_000
const GRAIN = 48_000
const TOTAL = GRAIN + SHIPPING
const MOCHILA = 285_000
const CHOCOLATE = 26_500
const WAY_BACK = 9_000

/** More than any order here owes. */
const TOO_MUCH = 900_000

type Figure = number | "nothing_owed" | "order_canceled"

withShop("what an order owes", {}, (shop) => {
  const who = { legal_doc_type: CANARY.co.legal_doc_type, legal_doc: CANARY.co.legal_doc }
  const asking = new Map<string, string>()

  /** A payment collection of the order that asks for too much. */
  async function collectionOf(order_id: string): Promise<string> {
    const known = asking.get(order_id)
    if (known !== undefined) {
      const payments = shop.container.resolve(Modules.PAYMENT)
      await payments.updatePaymentCollections(known, { amount: TOO_MUCH })
      return known
    }
    const { result } = await createOrderPaymentCollectionWorkflow(shop.container).run({
      input: { order_id, amount: TOO_MUCH },
    })
    asking.set(order_id, result[0].id)
    return result[0].id
  }

  /** The widget on the order's page. */
  async function onDesk(office: BackOffice, order_id: string): Promise<Figure> {
    const { body } = await office.http
      .get(`/admin/orders/${order_id}`)
      .query({ fields: BOOKS_FIELDS })
      .expect(200)
    const { owes, canceled } = booksOf(body.order)
    return canceled ? "order_canceled" : owes > 0 ? owes : "nothing_owed"
  }

  /** The guard of payment sessions, which names the outstanding amount when it refuses. */
  async function atGuard(collection_id: string): Promise<Figure> {
    const posted = { payment_method: "PSE", customer_data: CANARY.co }
    const { status, body } = await shop.postSession(collection_id, "co", posted)
    expect([status, body.type]).toEqual([409, "conflict"])
    const named = /its order owes (\S+)\. /.exec(body.message)
    return named ? Number(named[1]) : body.code
  }

  /** The settlement of money that arrives for the collection. */
  async function atSettlement(collection_id: string): Promise<Figure | null | undefined> {
    const place = await findSnapshot(shop.container, collection_id)
    return place?.order && notOwed(place, place.order, { currency: "COP" }) === null
      ? Number(place.order.owed.outstanding)
      : place?.order?.owed.nothing
  }

  async function inLink(office: BackOffice, order_id: string): Promise<Figure> {
    const { status, body } = await office.link(order_id, { customer_data: who })
    expect([status, body.code]).toEqual(status === 200 ? [200, undefined] : [409, body.code])
    return status === 200 ? Number(body.payment_link.amount) : body.code
  }

  async function expectOwed(order_id: string, figure: Figure): Promise<void> {
    const office = await BackOffice.of(shop)
    const collection_id = await collectionOf(order_id)
    expect({
      desk: await onDesk(office, order_id),
      guard: await atGuard(collection_id),
      settlement: await atSettlement(collection_id),
      link: await inLink(office, order_id),
    }).toEqual({ desk: figure, guard: figure, settlement: figure, link: figure })
  }

  async function paidOrder(): Promise<string> {
    return (await (await FulfillmentDriver.of(shop)).sell({ "CAFE-GRANO": 1 })).id
  }

  /** An order that waits for its voucher. */
  async function waitingOrder() {
    const { cart, reference } = await shop.checkout("co", { payment_method: "EFECTY" })
    const { body } = await shop.complete(cart.id).expect(200)
    const order_id: string = body.order.id
    return { order_id, reference }
  }

  async function pay(reference: string): Promise<void> {
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.until(async () => (await shop.row(reference)).settled_at)
  }

  it.each<[string, [string, string], Figure]>([
    ["dearer", ["CAFE-GRANO", "MOCHILA-DESIERTO"], MOCHILA + SHIPPING - GRAIN],
    ["cheaper", ["CAFE-GRANO", "CHOCOLATE-90"], "nothing_owed"],
  ])("is the difference of a %s exchange while it is open", async (_, skus, figure) => {
    const id = await paidOrder()
    const desk = await AfterSales.of(shop)
    const exchange = await desk.exchanging(id, skus)
    await expectOwed(id, "nothing_owed")
    await desk.request(exchange)
    await expectOwed(id, figure)
    await desk.cancel(exchange)
    await expectOwed(id, "nothing_owed")
  })

  it("is nothing once the link of a dearer exchange is paid, however often it is asked", async () => {
    const id = await paidOrder()
    const office = await BackOffice.of(shop)
    await (await AfterSales.of(shop)).exchange(id, ["CAFE-GRANO", "MOCHILA-DESIERTO"])
    const { body } = await office.link(id, { customer_data: who }).expect(200)
    await pay(body.payment_link.reference)
    await expectOwed(id, "nothing_owed")
    await expectOwed(id, "nothing_owed")
    expect(await shop.anomalies()).toEqual([])
  })

  it("is the price of what a claim sends while the claimed piece is not back", async () => {
    const id = await paidOrder()
    const desk = await AfterSales.of(shop)
    const claim = await desk.claiming(id, ["CAFE-GRANO", "CAFE-MOLIDO"])
    await expectOwed(id, "nothing_owed")
    await desk.request(claim)
    await expectOwed(id, GRAIN + SHIPPING)
  })

  it("forgives nothing for a refund that a cheaper exchange owed, when the order grows before the piece is back", async () => {
    const id = await paidOrder()
    await (await AfterSales.of(shop)).exchange(id, ["CAFE-GRANO", "CHOCOLATE-90"])
    await (await FulfillmentDriver.of(shop)).refund(id, GRAIN - CHOCOLATE - SHIPPING)
    await (await BackOffice.of(shop)).edit(id, { "CHOCOLATE-90": 2 })
    await expectOwed(id, CHOCOLATE)
    await completeCredits(shop.container, id)
    await expectOwed(id, CHOCOLATE)
  })

  it("counts a return once it is requested, before the goods are back", async () => {
    const { order_id } = await waitingOrder()
    await expectOwed(order_id, TOTAL)
    const desk = await AfterSales.of(shop)
    const asked = await desk.returning(order_id, "CAFE-GRANO")
    await expectOwed(order_id, TOTAL)
    await desk.request(asked)
    await expectOwed(order_id, SHIPPING + WAY_BACK)
    await desk.receive(asked, order_id, "CAFE-GRANO")
    await expectOwed(order_id, SHIPPING + WAY_BACK)
  })

  it("closes the link of an order that owes nothing after a requested return, which no sum that Medusa stores shows", async () => {
    const { order_id, reference } = await waitingOrder()
    const office = await BackOffice.of(shop)
    const desk = await AfterSales.of(shop)
    await office.credit(order_id, SHIPPING + WAY_BACK)
    await desk.request(await desk.returning(order_id, "CAFE-GRANO"))
    await supersedeAllUnowed(shop.container)
    expect((await shop.row(reference)).superseded_at).not.toBeNull()
    await expectOwed(order_id, "nothing_owed")
  })

  it("is less by a credit line", async () => {
    const { order_id } = await waitingOrder()
    const office = await BackOffice.of(shop)
    await office.credit(order_id, GRAIN)
    await expectOwed(order_id, SHIPPING)
    await office.credit(order_id, SHIPPING)
    await expectOwed(order_id, "nothing_owed")
  })

  it("counts an order edit once it is confirmed, and what was paid of it", async () => {
    const { order_id, reference } = await waitingOrder()
    const { http } = await BackOffice.of(shop)
    await http.post("/admin/order-edits").send({ order_id }).expect(200)
    await http
      .post(`/admin/order-edits/${order_id}/items`)
      .send({ items: [{ variant_id: shop.store.variants["CHOCOLATE-90"].id, quantity: 1 }] })
      .expect(200)
    await http.post(`/admin/order-edits/${order_id}/request`).send().expect(200)
    await expectOwed(order_id, TOTAL)
    await http.post(`/admin/order-edits/${order_id}/confirm`).send().expect(200)
    await expectOwed(order_id, TOTAL + CHOCOLATE)
    await pay(reference)
    await expectOwed(order_id, CHOCOLATE)
  })

  it("is nothing of an order that was paid too much", async () => {
    const id = await paidOrder()
    await (await BackOffice.of(shop)).edit(id, { "CAFE-GRANO": 0 })
    await expectOwed(id, "nothing_owed")
  })

  it("counts an edit of a draft once it is confirmed", async () => {
    const office = await BackOffice.of(shop)
    const id = await office.draft()
    await expectOwed(id, GRAIN)
    const edit = `/admin/draft-orders/${id}/edit`
    await office.http.post(edit).send().expect(200)
    await office.http
      .post(`${edit}/items`)
      .send({ items: [{ variant_id: shop.store.variants["CHOCOLATE-90"].id, quantity: 1 }] })
      .expect(200)
    await expectOwed(id, GRAIN)
    await office.http.post(`${edit}/confirm`).send().expect(200)
    await expectOwed(id, GRAIN + CHOCOLATE)
  })

  it("is nothing of a canceled order, and the refusal says so", async () => {
    const { order_id } = await waitingOrder()
    await cancelOrderWorkflow(shop.container).run({ input: { order_id } })
    await expectOwed(order_id, "order_canceled")
  })
})
