import { capture, cardCheckout, cardRow } from "../support/card-checkout"
import { expectPaidOnce } from "../support/books"
import { withShop } from "../support/shop"

withShop("a sale by card", {}, (shop) => {
  it("holds the money once, and takes it once when the order is captured", async () => {
    const { cart, session, reference } = await cardCheckout(shop)
    expect(session).toMatchObject({
      status: "pending",
      data: { status: "pending", amount: "60000", currency: "COP", fields: null },
    })
    // Nothing leaves before the shopper completes the cart.
    expect(shop.sandbox.cards.subscriptions()).toEqual([])

    const completed = await shop.complete(cart.id).expect(200)
    expect(completed.body.type).toBe("order")
    const order = await shop.order(completed.body.order.id)
    const [payment] = order.payment_collections[0].payments
    expect(payment.captured_at).toBeNull()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "authorized", amount: "60000" })
    expect(shop.sandbox.cards.authorizations()).toEqual([
      expect.objectContaining({ reference_id: reference, amount: 60000, hold: "held" }),
    ])

    await capture(await shop.admin(), payment.id).expect(200)

    await expectPaidOnce(shop, cart.id)
    expect(shop.sandbox.cards.captures()).toEqual([expect.objectContaining({ amount: 60000 })])
    expect(await cardRow(shop, reference)).toMatchObject({
      status: "captured",
      captured_amount: "60000",
      settled_at: expect.any(Date),
    })
    expect(await shop.row(reference)).toMatchObject({
      status: "approved",
      payment_method: "CARD",
      approved_amount: "60000",
      order_id: order.id,
      settled_at: expect.any(Date),
    })
  })
})
