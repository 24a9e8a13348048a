import type { Agent } from "supertest"
import { Modules } from "@medusajs/framework/utils"
import { anomalyReason } from "../../src/domain/anomaly/reason"
import { Desk } from "../support/desk"
import { withShop } from "../support/shop"

const HOUR = 3_600_000

withShop("money of a cart whose goods changed after its link was made", {}, (shop) => {
  let admin: Agent
  beforeEach(async () => {
    admin = await shop.admin()
  })

  /** A shopper pays the link of a cart with a promotion after an operator did this. */
  async function paidAfter(changes: () => Promise<unknown>) {
    const cart = await shop.cart("co", { "CAFE-GRANO": 1 })
    const promo_codes = [shop.store.promotion_code]
    await shop.http().post(`/store/carts/${cart.id}/promotions`).send({ promo_codes }).expect(200)
    const { data } = await shop.session(await shop.collection(cart.id), "co")
    await changes()
    const reference = String(data.reference)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    return { cart, session_id: String(data.session_id) }
  }

  const deleteProduct = () =>
    admin.delete(`/admin/products/${shop.store.variants["CAFE-GRANO"].product_id}`).expect(200)

  const deletePromotion = async () => {
    const promotions = shop.container.resolve(Modules.PROMOTION)
    const [{ id }] = await promotions.listPromotions({ code: shop.store.promotion_code })
    await admin.delete(`/admin/promotions/${id}`).expect(200)
  }

  const words = async () =>
    JSON.stringify([
      await shop.anomalies(),
      await shop.pg("payin_transaction").select("apply_error"),
      (await admin.get("/admin/payin/anomalies").expect(200)).body,
    ])

  it("is one lasting anomaly in plain words when its product is gone, and can be refunded", async () => {
    const { cart } = await paidAfter(deleteProduct)
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("paid_without_order")
    expect(anomaly.facts).toMatchObject({ reason: anomalyReason("item_gone") })
    for (const hours of [1, 24]) {
      shop.advanceClock(hours * HOUR)
      await shop.sweep()
    }
    expect(await shop.anomalies("open")).toHaveLength(1)
    expect(await words()).not.toMatch(/cannot read|undefined/i)
    expect(await shop.ordersOf(cart.id)).toEqual([])

    for (const note of ["The first try.", "The second try."]) {
      const { status, body } = await desk.resolve(anomaly.id, { action: "accept", note })
      expect([status, body.code]).toEqual([409, "item_gone"])
      expect(body.message).toContain(anomalyReason("item_gone"))
    }
    await desk.decide(anomaly.id, { action: "refund" })
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("is one lasting anomaly in plain words when its promotion is gone", async () => {
    const { cart } = await paidAfter(deletePromotion)
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("paid_without_order")
    expect(anomaly.facts).toMatchObject({ reason: anomalyReason("item_gone") })
    const { status, body } = await desk.resolve(anomaly.id, { action: "accept" })
    expect([status, body.code]).toEqual([409, "item_gone"])
    expect(await words()).not.toMatch(/cannot read|undefined/i)
    expect(await shop.ordersOf(cart.id)).toEqual([])
  })

  it("is one anomaly that names the shipping profile when its product got another one, and pays the order once it has the right one", async () => {
    const fulfillment = shop.container.resolve(Modules.FULFILLMENT)
    const [{ id: right }] = await fulfillment.listShippingProfiles()
    const { id: other } = await fulfillment.createShippingProfiles({
      name: "Bulky",
      type: "bulky",
    })
    const { product_id } = shop.store.variants["CAFE-GRANO"]
    const ship = (shipping_profile_id: string) =>
      admin.post(`/admin/products/${product_id}`).send({ shipping_profile_id }).expect(200)
    const { cart, session_id } = await paidAfter(() => ship(other))
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("paid_without_order")
    const reason =
      "The cart items require shipping profiles that are not satisfied by the current shipping methods"
    expect(anomaly.facts).toMatchObject({ reason: expect.stringContaining(reason) })
    const completed = await shop.complete(cart.id)
    expect([completed.status, completed.body.message]).toEqual([400, reason])
    expect(await shop.poll(session_id)).toMatchObject({ status: "in_review", order_id: null })

    await ship(right)
    await desk.decide(anomaly.id, { action: "accept" })
    expect(await shop.captured(cart.id)).toMatchObject({ id: expect.stringMatching(/^order_/) })
    expect(await shop.anomalies("open")).toEqual([])
  })
})
