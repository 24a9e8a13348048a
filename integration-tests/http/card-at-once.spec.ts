import { expectPaidOnce } from "../support/books"
import { capture, cardCheckout, cardOrder, cardRow } from "../support/card-checkout"
import { withShop } from "../support/shop"

const options = {
  card: { id: "co", captureOnAuthorize: true, tax: "order", planName: "Cordillera" },
}

withShop("a card that is charged at once", { options }, (shop) => {
  it("pays the order when the cart is completed", async () => {
    const { cart, reference } = await cardCheckout(shop)

    await shop.complete(cart.id).expect(200)

    const order = await expectPaidOnce(shop, cart.id)
    expect(shop.sandbox.cards.captures()).toEqual([expect.objectContaining({ amount: 60000 })])
    expect(await cardRow(shop, reference)).toMatchObject({ status: "captured" })
    const row = await shop.row(reference)
    expect(row).toMatchObject({ status: "approved", settled_at: expect.any(Date) })
    expect([row.order_id, null]).toContain(row.order_id === null ? null : order.id)
  })

  it("tells the service the order's tax", async () => {
    await cardOrder(shop)

    const [hold] = shop.sandbox.cards.authorizations()
    expect(hold.tax).toBeGreaterThan(0)
    expect(hold.tax).toBeLessThan(hold.amount)
  })

  it("is only held when nobody can say whether it was charged", async () => {
    shop.sandbox.injectFault({ operation: "card_capture", kind: "reset_after" })
    const { reference, payment_id, order } = await cardOrder(shop)

    expect(order.payment_collections[0].status).toBe("authorized")
    expect(await cardRow(shop, reference)).toMatchObject({ status: "capture_unknown" })
    await capture(await shop.admin(), payment_id).expect(400)
    expect(shop.sandbox.cards.captures()).toHaveLength(1)
  })

  it("is only held when the bank refuses the charge", async () => {
    const { reference, order } = await cardOrder(shop, { token: "tok_test_capture_declined" })

    expect(order.payment_collections[0].status).toBe("authorized")
    expect(await cardRow(shop, reference)).toMatchObject({ status: "authorized" })
  })
})
