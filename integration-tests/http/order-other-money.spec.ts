import { BackOffice } from "../support/back-office"
import { expectAwaiting, expectPaidOnce } from "../support/books"
import { Desk } from "../support/desk"
import type { MarketCode } from "../support/storefront"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"

const VOUCHER = { co: "EFECTY", pe: "PAGOEFECTIVO" }
const CURRENCY = { co: "COP", pe: "PEN" }

/** The shopper goes on in another country: Medusa prices the cart anew, and deletes its session. */
async function moveTo(shop: Shop, cartId: string, market: MarketCode): Promise<void> {
  const address = { ...CANARY.address, city: "Ciudad", country_code: market, postal_code: "110111" }
  const region_id = shop.store.regions[market]
  await shop
    .http()
    .post(`/store/carts/${cartId}`)
    .send({ region_id, shipping_address: address, billing_address: address })
    .expect(200)
  const options = await shop.http().get(`/store/shipping-options?cart_id=${cartId}`).expect(200)
  await shop
    .http()
    .post(`/store/carts/${cartId}/shipping-methods`)
    .send({ option_id: options.body.shipping_options[0].id })
    .expect(200)
}

/** The order of a cart waits for a voucher. */
async function placeByVoucher(
  shop: Shop,
  { cart, collection_id }: { cart: { id: string }; collection_id: string },
  market: MarketCode
) {
  const voucher = await shop.session(collection_id, market, { payment_method: VOUCHER[market] })
  const { body } = await shop.complete(cart.id).expect(200)
  return { order_id: String(body.order.id), voucher: String(voucher.data.reference) }
}

withShop("money that an order did not ask for", {}, (shop) => {
  it.each([
    ["pe", "co"],
    ["co", "pe"],
  ] as const)(
    "of the currency of %s pays nothing of an order of %s, whose own voucher stays open",
    async (before, after) => {
      const checkout = await shop.checkout(before)
      const { cart, reference } = checkout
      await moveTo(shop, cart.id, after)
      shop.sandbox.settle(reference, { status: "APPROVED" })
      const desk = await Desk.open(shop)
      await desk.find("paid_after_replaced")
      await shop.digested(reference)

      const { order_id, voucher } = await placeByVoucher(shop, checkout, after)
      const anomaly = await desk.find("currency_mismatch")
      expect(anomaly).toMatchObject({ order_id, actions: ["refund", "ignore"] })
      await shop.digested(reference)
      expect(await shop.anomalies("open")).toHaveLength(1)
      expect(await shop.row(reference)).toMatchObject({ settled_at: null, excluded_at: null })
      await expectAwaiting(shop, cart.id)

      expect(await desk.decide(anomaly.id, { action: "refund" })).toMatchObject({
        refund_currency: CURRENCY[before],
      })
      shop.sandbox.settle(voucher, { status: "APPROVED" })
      await shop.captured(cart.id)
      await expectPaidOnce(shop, cart.id)
      expect(await shop.anomalies("open")).toEqual([])
    }
  )

  it("of another currency is refused in words to whoever accepts it", async () => {
    const checkout = await shop.checkout("pe")
    const { cart, reference } = checkout
    shop.proxy.lie((answer) => ({ ...answer, status: "REJECTED" }))
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.until(async () => ((await shop.row(reference)).status === "rejected" ? true : null))
    await shop.digested(reference)
    shop.proxy.tellTheTruth()
    await moveTo(shop, cart.id, "co")
    const { order_id } = await placeByVoucher(shop, checkout, "co")
    shop.sandbox.notify(reference, { body: { top_response_message: "late" } })

    const desk = await Desk.open(shop)
    const anomaly = await desk.find("status_changed_after_final")
    expect(anomaly.actions).toContain("accept")
    const answer = await desk.resolve(anomaly.id, { action: "accept" })
    expect([answer.status, answer.body.code]).toEqual([409, "other_currency"])
    expect(answer.body.message).toMatch(`Order ${order_id} is in COP, and this money is PEN`)
    expect(await shop.row(reference)).toMatchObject({ status: "rejected" })
    await expectAwaiting(shop, cart.id)
  })

  it.each([
    { what: "less", before: 1, after: 2, asked: 60_000, total: 108_000 },
    { what: "more", before: 2, after: 1, asked: 108_000, total: 60_000 },
  ])(
    "of a cart that cost $what pays nothing of its order until a person accepts it, and then all of it",
    async ({ before, after, asked, total }) => {
      const checkout = await shop.checkout("co", {}, { "CAFE-GRANO": before })
      const { cart, reference } = checkout
      await shop.changeQuantity(cart.id, after)
      shop.sandbox.settle(reference, { status: "APPROVED" })
      const desk = await Desk.open(shop)
      const { id } = await desk.find("paid_after_replaced")
      await shop.digested(reference)

      const { order_id, voucher } = await placeByVoucher(shop, checkout, "co")
      const about = await shop.until(async () => {
        const now = await desk.look(id)
        return now.order_id === null ? null : now
      })
      expect(about).toMatchObject({
        ...{ status: "open", kind: "paid_after_replaced", order_id },
        facts: { reason: expect.stringMatching(`order ${order_id} cost ${total} when`) },
      })
      await shop.digested(reference)
      expect(await expectAwaiting(shop, cart.id)).toBe(order_id)
      expect(await shop.row(voucher)).toMatchObject({ status: "pending", superseded_at: null })
      shop.advanceClock(3_600_000)
      await shop.sweep()
      await expectAwaiting(shop, cart.id)

      await desk.decide(id, { action: "accept" })
      expect(await shop.row(reference)).toMatchObject({
        settled_at: expect.any(Date),
        for_order_id: order_id,
      })
      const office = await BackOffice.of(shop)
      expect(await office.shown(order_id)).toMatchObject({
        summary: { paid_total: asked, pending_difference: total - asked },
      })
      expect(await shop.anomalies("open")).toEqual([])

      shop.sandbox.settle(voucher, { status: "APPROVED" })
      expect(await desk.find("duplicate_payment")).toMatchObject({ order_id })
    }
  )

  it("of a cart that the shopper changed back is booked: its order costs what was paid", async () => {
    const checkout = await shop.checkout("co")
    const { cart, reference } = checkout
    await shop.changeQuantity(cart.id, 2)
    await shop.session(checkout.collection_id, "co")
    await shop.changeQuantity(cart.id, 1)
    const { order_id } = await placeByVoucher(shop, checkout, "co")
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    expect((await expectPaidOnce(shop, cart.id)).id).toBe(order_id)
    expect(await shop.anomalies()).toEqual([])
  })

  it("of an earlier link is booked once the order asks for that link again, after an edit", async () => {
    const checkout = await shop.checkout("co")
    const { cart, reference } = checkout
    await shop.changeQuantity(cart.id, 2)
    const { order_id } = await placeByVoucher(shop, checkout, "co")
    const office = await BackOffice.of(shop)
    await office.edit(order_id, { "CAFE-GRANO": 1 })
    const { body } = await office.link(order_id, { payment_method: "PSE" }).expect(200)
    const link = body.payment_link
    expect(link.amount).toBe("60000")
    shop.sandbox.settle(link.reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    expect(await shop.anomalies("open")).toEqual([])
    expect(link.reference).toBe(reference)
  })
})
