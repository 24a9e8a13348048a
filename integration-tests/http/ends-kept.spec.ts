import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { getPayAgainLink } from "../../src/exports"
import { expectAwaiting, expectPaidOnce } from "../support/books"
import { withShop } from "../support/shop"
import { Contract } from "../support/openapi/contract"
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

  const payAgain = (sessionId: string) =>
    shop.http().post(`/store/payin/sessions/${sessionId}/pay-again-link`)

  it("gives the shopper of an order that waited in vain its own lasting address, and nobody before", async () => {
    const { reference, session, order_id } = await waitingOrder(shop)
    const other = await waitingOrder(shop)
    expect((await payAgain(session.id).expect(409)).body.message).toMatch(/waits in vain/)
    shop.sandbox.settle(reference, { status: "REJECTED" })
    await told(shop, reference)

    const { body, headers } = await new Contract().holds(payAgain(session.id), 200)
    expect(headers["cache-control"]).toContain("no-store")
    expect(body).toEqual(await getPayAgainLink(shop.container, order_id))
    expect((await payAgain(session.id).expect(200)).body).toEqual(body)
    await payAgain(other.session.id).expect(409)
    await payAgain("payses_of_nobody").expect(404)
    await payAgain("%00").expect(404)
  })

  it("gives no address once the order is paid another way, or canceled", async () => {
    const paid = await waitingOrder(shop)
    shop.sandbox.settle(paid.reference, { status: "REJECTED" })
    await told(shop, paid.reference)
    const next = await shop.session(paid.collection_id, "co")
    await payAgain(paid.session.id).expect(409)
    shop.sandbox.settle(String(next.data.reference), { status: "APPROVED" })
    await shop.captured(paid.cart.id)
    await payAgain(paid.session.id).expect(409)

    const canceled = await waitingOrder(shop)
    shop.sandbox.settle(canceled.reference, { status: "REJECTED" })
    await told(shop, canceled.reference)
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: canceled.order_id } })
    const { body } = await payAgain(canceled.session.id).expect(409)
    expect(body.code).toBe("order_canceled")
  })
})
