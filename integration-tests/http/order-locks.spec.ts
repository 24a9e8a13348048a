import type { Response } from "supertest"
import { ORDER_WRITERS } from "../../src/api/order-writers"
import { AfterSales } from "../support/after-sales"
import { BackOffice } from "../support/back-office"
import { cardOrder } from "../support/card-checkout"
import { closeGate, waitingAtGates } from "../support/gate"
import { losePatience } from "../support/patience"
import { signedInCustomer } from "../support/people"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { reservations } from "../support/voucher"
import { FulfillmentDriver } from "../support/fulfillment-driver"

const HOLDER = "a booking"

type Post = (path: string, body?: object) => PromiseLike<Response>

withShop("the order lock of Medusa's routes", {}, (shop) => {
  afterEach(() => jest.restoreAllMocks())

  /** Whoever was answered a moment ago may have it still. */
  async function acquireLock(orderId: string): Promise<void> {
    await shop.until(async () =>
      (await shop.ledger.orderLocks.acquire(orderId, HOLDER)) ? true : null
    )
  }

  /** From now on: resolves when so many requests wait for the turn of an order; each asks for it again and again. */
  function turnAskedFor(orderId: string, by: number): () => Promise<true> {
    const { calls } = jest.spyOn(shop.ledger.orderLocks, "acquire").mock
    const before = calls.length
    return () =>
      shop.until(async () => {
        const asking = calls.slice(before).filter(([key]) => key === orderId)
        return new Set(asking.map(([, owner]) => owner)).size >= by ? true : null
      })
  }

  /** Sends while a booking has the turn of an order, and lets it be answered then. */
  async function heldUp(orderId: string, send: () => PromiseLike<Response>): Promise<Response> {
    await acquireLock(orderId)
    const asked = turnAskedFor(orderId, 1)
    let answered = false
    const answer = Promise.resolve(send()).then((response) => {
      answered = true
      return response
    })
    await Promise.race([answer, asked()])
    const early = answered
    await shop.ledger.orderLocks.release(orderId, HOLDER)
    const { status, body } = await answer
    expect([early, status, status === 200 || body]).toEqual([false, 200, true])
    return answer
  }

  /** Posts to Medusa's routes one after the other, and notes which of those that take the turn were met. */
  async function proxy() {
    const { http } = await BackOffice.of(shop)
    const met = new Set<string>()
    return {
      http,
      met,
      /** @param at the route, with the ids in its places */
      async waits(orderId: string, at: string, ids: readonly string[], body: object = {}) {
        met.add(at)
        const left = [...ids]
        const path = at.replace(/:\w+/g, () => left.shift() ?? "")
        return heldUp(orderId, () => http.post(path).send(body))
      },
      post: (async (path, body = {}) => {
        const answer = await http.post(`/admin/${path}`).send(body)
        expect([path, answer.status, answer.body]).toMatchObject([path, 200, {}])
        return answer
      }) satisfies Post,
    }
  }

  it("waits for the order lock in every Medusa route that writes the books of an order", async () => {
    const { http, met, waits, post } = await proxy()
    const fulfillmentDriver = await FulfillmentDriver.of(shop)
    const { stock_location_id: location_id, variants, shipping_options } = shop.store
    const { id } = await fulfillmentDriver.sell({ "CAFE-GRANO": 6 })
    const [item] = (await (await BackOffice.of(shop)).shown(id)).items
    const piece = { items: [{ id: item.id, quantity: 1 }] }
    const another = { items: [{ variant_id: variants["CAFE-GRANO"].id, quantity: 1 }] }

    await post("order-edits", { order_id: id })
    await post(`order-edits/${id}/items/item/${item.id}`, { quantity: 7 })
    await waits(id, "/admin/order-edits/:id/confirm", [id])
    const forgiven = { amount: 1_000, reference: "courtesy", reference_id: id }
    await waits(id, "/admin/orders/:id/credit-lines", [id], forgiven)

    const parcels = "/admin/orders/:id/fulfillments"
    const goods = { ...piece, location_id }
    const parcel = async () => {
      const { body } = await http.get(`/admin/orders/${id}?fields=*fulfillments`).expect(200)
      const found: { id: string; canceled_at: unknown; delivered_at: unknown }[] =
        body.order.fulfillments
      return String(found.find((one) => !one.canceled_at && !one.delivered_at)?.id)
    }
    await waits(id, parcels, [id], goods)
    await waits(id, `${parcels}/:fulfillment_id/cancel`, [id, await parcel()])
    await fulfillmentDriver.pack(id, { "CAFE-GRANO": 5 })
    const packed = await parcel()
    const five = { items: [{ id: item.id, quantity: 5 }] }
    await waits(id, `${parcels}/:fulfillment_id/shipments`, [id, packed], five)
    await waits(id, `${parcels}/:fulfillment_id/mark-as-delivered`, [id, packed])

    const returned = async () => {
      const { body } = await post("returns", { order_id: id, location_id })
      const made: string = body.return.id
      await post(`returns/${made}/request-items`, piece)
      await waits(id, "/admin/returns/:id/request", [made])
      return made
    }
    await waits(id, "/admin/returns/:id/cancel", [await returned()])
    const back = await returned()
    await post(`returns/${back}/receive`)
    await post(`returns/${back}/receive-items`, piece)
    await waits(id, "/admin/returns/:id/receive/confirm", [back])

    const shipping = { shipping_option_id: shipping_options.co[0] }
    const exchange: string = (await post("exchanges", { order_id: id })).body.exchange.id
    await post(`exchanges/${exchange}/inbound/items`, goods)
    await post(`exchanges/${exchange}/outbound/items`, another)
    await post(`exchanges/${exchange}/outbound/shipping-method`, shipping)
    await waits(id, "/admin/exchanges/:id/request", [exchange])
    await waits(id, "/admin/exchanges/:id/cancel", [exchange])

    const claim: string = (await post("claims", { order_id: id, type: "replace" })).body.claim.id
    const bad = { items: [{ id: item.id, quantity: 1, reason: "production_failure" }] }
    await post(`claims/${claim}/claim-items`, bad)
    await post(`claims/${claim}/outbound/items`, another)
    await post(`claims/${claim}/outbound/shipping-method`, shipping)
    await waits(id, "/admin/claims/:id/request", [claim])
    await waits(id, "/admin/claims/:id/cancel", [claim])

    const guest = { email: "regalo@example.com" }
    await waits(id, "/admin/orders/:id/transfer/guest", [id], guest)

    const office = await BackOffice.of(shop)
    const draft = await office.draft()
    const who = { legal_doc_type: CANARY.co.legal_doc_type, legal_doc: CANARY.co.legal_doc }
    await office.link(draft, { customer_data: who }).expect(200)
    await post(`draft-orders/${draft}/edit`)
    await post(`draft-orders/${draft}/edit/items`, another)
    await waits(draft, "/admin/draft-orders/:id/edit/confirm", [draft])
    await waits(draft, "/admin/draft-orders/:id/convert-to-order", [draft])

    const card = await cardOrder(shop)
    await waits(card.order.id, "/admin/payments/:id/capture", [card.payment_id])

    const ofShoppers = Object.keys(ORDER_WRITERS).filter((route) => route.startsWith("/store"))
    // Guarded with what else it asks (middlewares.ts).
    const writers = [...Object.keys(ORDER_WRITERS), "/admin/payments/:id/capture"]
    expect(new Set([...met, ...ofShoppers])).toEqual(new Set(writers))
  })

  it("waits for the order lock as a shopper who returns goods or accepts a transfer", async () => {
    const fulfillmentDriver = await FulfillmentDriver.of(shop)
    const aftersales = await AfterSales.of(shop)
    const { id } = await fulfillmentDriver.sell({ "CAFE-GRANO": 2 })
    await fulfillmentDriver.deliver(id, await fulfillmentDriver.pack(id))
    const [item] = (await (await BackOffice.of(shop)).shown(id)).items
    const back = {
      order_id: id,
      items: [{ id: item.id, quantity: 1 }],
      return_shipping: { option_id: await aftersales.wayBack() },
      location_id: shop.store.stock_location_id,
    }
    const { token, customer_id } = await signedInCustomer(shop.container)
    const asShopper = (path: string, body: object) =>
      shop.http().post(path).set("Authorization", `Bearer ${token}`).send(body)
    await heldUp(id, () => asShopper("/store/returns", back))

    const key = await aftersales.offer(id, customer_id)
    await heldUp(id, () => asShopper(`/store/orders/${id}/transfer/accept`, { token: key }))
  })

  it("is asked to try again, and changes nothing, when the order lock stays held", async () => {
    const { id } = await (await FulfillmentDriver.of(shop)).sell()
    const { http } = await BackOffice.of(shop)
    await acquireLock(id)
    losePatience()
    const { body } = await http
      .post(`/admin/orders/${id}/credit-lines`)
      .send({ amount: 1_000, reference: "courtesy", reference_id: id })
      .expect(409)
    expect(body).toMatchObject({
      type: "conflict",
      code: "busy",
      message: expect.stringContaining("try again"),
    })
    await shop.ledger.orderLocks.release(id, HOLDER)
    expect(await shop.pg("order_credit_line").where({ order_id: id })).toEqual([])
  })

  it("cancels an order paid by card once when two cancel at the same moment, one after the other", async () => {
    const { order } = await cardOrder(shop)
    const { http } = await BackOffice.of(shop)
    const asked = turnAskedFor(order.id, 2)
    const gate = await closeGate(shop.pg, {
      table: "order",
      event: "update",
      when: "new.status = 'canceled'",
    })
    const canceled = [1, 2].map(() =>
      http
        .post(`/admin/orders/${order.id}/cancel`)
        .send()
        .then(({ status }) => status)
    )
    await gate.arrived()
    await asked()
    const waiting = await waitingAtGates(shop.pg)
    await gate.open()
    const answers = await Promise.all(canceled)
    await gate.remove()
    expect(waiting).toBe(1)
    expect(answers.sort()).toEqual([200, 400])
    expect(await reservations(shop, order.id)).toBe(0)
  })
})
