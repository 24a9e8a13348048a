import { expectAwaiting, expectPaidOnce } from "../support/books"
import { withShop } from "../support/shop"
import { THREE_COUNTRIES } from "../support/shop-settings"
import { expectKept, lapse, reservations, sessionRow, told, waitingOrder } from "../support/voucher"

withShop("orders that are kept without payment", THREE_COUNTRIES, (shop) => {
  it("a rejection ends the session alone, and a new link of the same order is captured", async () => {
    const waiting = await waitingOrder(shop)
    const { reference, session, cart, collection_id, order_id } = waiting
    shop.sandbox.settle(reference, { status: "REJECTED" })
    await told(shop, reference)
    expect((await sessionRow(shop, session.id)).status).toBe("error")
    await expectKept(shop, waiting)
    expect(await shop.poll(session.id)).toMatchObject({ status: "rejected", order_id })
    await expectAwaiting(shop, cart.id)

    const next = await shop.session(collection_id, "co")
    shop.sandbox.settle(String(next.data.reference), { status: "APPROVED" })
    await shop.captured(cart.id)
    expect((await expectPaidOnce(shop, cart.id)).id).toBe(order_id)
    expect(await reservations(shop, order_id)).toBe(1)
    expect(await shop.anomalies()).toEqual([])
  })

  it("a lapse ends the session with a message in the store's language, and late money is still booked", async () => {
    const waiting = await waitingOrder(shop)
    const { reference, session, cart, order_id } = waiting
    await lapse(shop, reference)
    await told(shop, reference)
    expect((await sessionRow(shop, session.id)).status).toBe("error")
    expect(await shop.poll(session.id)).toEqual({
      status: "expired",
      payment_url: null,
      instructions: null,
      order_id,
      message: expect.stringMatching(/did not arrive in time/),
    })
    await expectKept(shop, waiting)

    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    expect((await expectPaidOnce(shop, cart.id)).id).toBe(order_id)
    expect(await shop.poll(session.id)).toMatchObject({ status: "approved", message: null })
    expect(await shop.anomalies()).toEqual([])
  })
})
