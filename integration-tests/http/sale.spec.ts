import { withShop } from "../support/shop"

withShop("a sale through PayIn", {}, (shop) => {
  it("gives a shopper who closes the browser after paying their order", async () => {
    const heard = shop.listen("payment.captured")
    const { cart, reference, session } = await shop.checkout("co")
    expect(session.data).toMatchObject({ status: "pending", currency: "COP" })
    expect(session.data.payment_url).toMatch(/^http/)

    shop.sandbox.settle(reference, { status: "APPROVED" })

    const order = await shop.captured(cart.id)
    expect(await shop.ordersOf(cart.id)).toHaveLength(1)
    const [collection] = order.payment_collections
    expect(collection.status).toBe("completed")
    expect(collection.payments).toHaveLength(1)
    expect(collection.payments[0].captures).toHaveLength(1)
    expect(collection.payments[0].refunds).toHaveLength(0)
    expect(order.transactions).toHaveLength(1)
    expect(heard.data).toHaveLength(1)
  })
})
