import { deleteDraftOrdersWorkflow } from "@medusajs/medusa/core-flows"
import { unsettleVanished } from "../../src/workflows/settle/vanished"
import { BackOffice } from "../support/back-office"
import { Desk } from "../support/desk"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"

const GRAIN = 48_000

async function settle(shop: Shop, reference: string) {
  shop.sandbox.settle(reference, { status: "APPROVED" })
  return shop.until(async () => {
    const row = await shop.row(reference)
    return row.settled_at === null ? null : row
  })
}

withShop("draft orders", {}, (shop) => {
  const who = { legal_doc_type: CANARY.co.legal_doc_type, legal_doc: CANARY.co.legal_doc }

  async function draftWithLink() {
    const office = await BackOffice.of(shop)
    const order_id = await office.draft()
    const { body } = await office.link(order_id, { customer_data: who }).expect(200)
    expect(body.payment_link).toMatchObject({ order_id, amount: String(GRAIN), status: "pending" })
    const reference: string = body.payment_link.reference
    return { office, order_id, reference }
  }

  const convert = (office: BackOffice, id: string) =>
    office.http.post(`/admin/draft-orders/${id}/convert-to-order`).send().expect(200)

  async function expectPaid(office: BackOffice, order_id: string) {
    expect(await office.shown(order_id)).toMatchObject({
      status: "pending",
      payment_status: "captured",
      summary: { paid_total: GRAIN, pending_difference: 0 },
    })
    expect(await shop.anomalies()).toEqual([])
  }

  it("are paid by a link before they become orders, and order.placed is published once afterwards", async () => {
    const placed = shop.listen("order.placed")
    const { office, order_id, reference } = await draftWithLink()
    await settle(shop, reference)
    shop.advanceClock(3_600_000)
    await shop.sweep()
    expect(placed.data).toEqual([])

    await convert(office, order_id)
    await expectPaid(office, order_id)
    await shop.sweep()
    expect(placed.data).toEqual([{ id: order_id }])
  })

  it("are paid by the same link after they became orders", async () => {
    const { office, order_id, reference } = await draftWithLink()
    await convert(office, order_id)
    const { body } = await office.link(order_id).expect(200)
    expect(body.payment_link.reference).toBe(reference)

    await settle(shop, reference)
    await expectPaid(office, order_id)
  })

  it("get a link of the new amount after an edit, and the older one is superseded", async () => {
    const { office, order_id, reference } = await draftWithLink()
    const edit = `/admin/draft-orders/${order_id}/edit`
    const { items } = await office.shown(order_id)
    await office.http.post(edit).send().expect(200)
    await office.http.post(`${edit}/items/item/${items[0].id}`).send({ quantity: 2 }).expect(200)
    await office.http.post(`${edit}/confirm`).send().expect(200)

    const { body } = await office.link(order_id).expect(200)
    expect(body.payment_link.amount).toBe(String(2 * GRAIN))
    expect((await shop.row(reference)).superseded_at).not.toBeNull()
  })

  describe("draft orders that an operator deletes", () => {
    const remove = (office: BackOffice, id: string) =>
      office.http.delete(`/admin/draft-orders/${id}`)
    const paymentsOf = (reference: string) =>
      shop.pg("payment").whereRaw("data ->> 'reference' = ?", reference).whereNull("deleted_at")

    it("stay while they hold money, and can become orders", async () => {
      const { office, order_id, reference } = await draftWithLink()
      await settle(shop, reference)
      const refused = await remove(office, order_id)
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { type: "conflict", code: "draft_is_paid", message: expect.stringContaining(reference) },
      ])
      expect(await paymentsOf(reference)).toHaveLength(1)
      await convert(office, order_id)
      await expectPaid(office, order_id)
    })

    it("stay while money arrived that is not booked yet", async () => {
      const { office, order_id, reference } = await draftWithLink()
      shop.sandbox.settle(reference, { status: "APPROVED", amount: GRAIN - 1000 })
      await shop.until(async () => (await shop.anomalies("open")).at(0) ?? null)
      await remove(office, order_id).expect(409)
    })

    it("are deleted with their link superseded, and money that it still brings opens an anomaly", async () => {
      const { office, order_id, reference } = await draftWithLink()
      await remove(office, order_id).expect(200)
      expect((await shop.row(reference)).superseded_at).not.toBeNull()

      shop.sandbox.settle(reference, { status: "APPROVED" })
      const anomaly = await shop.until(async () => (await shop.anomalies("open")).at(0) ?? null)
      expect(anomaly).toMatchObject({ kind: "paid_without_order", facts: { reference } })
    })

    it("are deleted when they never had a payment link", async () => {
      const office = await BackOffice.of(shop)
      await remove(office, await office.draft()).expect(200)
    })

    it("deleted by code open an anomaly about their money, which one decision refunds", async () => {
      const { order_id, reference } = await draftWithLink()
      await settle(shop, reference)
      expect(await unsettleVanished(shop.container)).toBe(0)
      await deleteDraftOrdersWorkflow(shop.container).run({ input: { order_ids: [order_id] } })
      expect(await paymentsOf(reference)).toEqual([])

      expect(await unsettleVanished(shop.container)).toBe(1)
      await shop.sweep()
      const desk = await Desk.open(shop)
      const anomaly = await desk.find("paid_without_order")
      expect(anomaly).toMatchObject({ facts: { reference } })
      const decided = await desk.decide(anomaly.id, { action: "refund", note: "deleted" })
      expect(decided).toMatchObject({ status: "resolved" })
      expect(await unsettleVanished(shop.container)).toBe(0)
      await shop.sweep()
      expect(await shop.anomalies("open")).toEqual([])
    })
  })
})
