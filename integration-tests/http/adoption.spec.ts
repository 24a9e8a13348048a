import { Modules } from "@medusajs/framework/utils"
import { expectNothingBooked, expectPaidOnce } from "../support/books"
import { quietCheckout } from "../support/lookups"
import { CANARY, shopperEmail } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"

/** A second shopper who pays in another way, or has not paid yet: nothing of theirs may change. */
async function bystander(shop: Shop, provider: "pp_system_default" | "pp_payin_co") {
  const cart = await shop.cart("co")
  const collection = await shop.collection(cart.id)
  await shop
    .http()
    .post(`/store/payment-collections/${collection}/payment-sessions`)
    .send({
      provider_id: provider,
      data: provider === "pp_payin_co" ? { payment_method: "PSE", customer_data: CANARY.co } : {},
    })
    .expect(200)
  const look = async () => ({
    sessions: await shop.pg("payment_session").where({ payment_collection_id: collection }),
    collection: await shop.pg("payment_collection").where({ id: collection }).first(),
    cart: await shop.pg("cart").where({ id: cart.id }).first(),
    orders: await shop.ordersOf(cart.id),
  })
  return { before: await look(), now: look }
}

async function openAnomaly(shop: Shop) {
  return shop.until(async () => (await shop.anomalies("open")).at(0) ?? null)
}

withShop("money that arrives by an older link", {}, (shop) => {
  it("opens an anomaly, and pays no part of the new total, when the cart changed after the link was made", async () => {
    const { cart, collection_id, reference, session } = await shop.checkout("co")
    await shop.changeQuantity(cart.id, 2)
    expect(
      await shop.pg("payment_session").where({ payment_collection_id: collection_id })
    ).toEqual([])
    expect(await shop.row(reference)).toMatchObject({ status: "pending", superseded_at: null })

    const next = await shop.session(collection_id, "co")
    expect(next.data).toMatchObject({ amount: "108000", status: "pending" })
    expect(next.data.reference).not.toBe(reference)
    const old = await shop.row(reference)
    expect(old).toMatchObject({ status: "pending", superseded_at: expect.any(Date) })

    shop.sandbox.settle(reference, { status: "APPROVED" })
    expect(await openAnomaly(shop)).toMatchObject({
      kind: "paid_after_replaced",
      transaction_id: old.id,
      facts: { arrived: { amount: "60000" }, cart: { amount: "108000" } },
    })
    await expectNothingBooked(shop, cart.id)
    expect(await shop.ordersOf(cart.id)).toEqual([])
    expect(await shop.anomalies()).toHaveLength(1)
    expect(await shop.poll(session.id)).toMatchObject({
      status: "pending",
      payment_url: next.data.payment_url,
    })
  })

  it("supersedes a link two minutes after Medusa deleted its session, and still captures what it pays", async () => {
    const { cart, reference } = await shop.checkout("co")
    await shop.changeQuantity(cart.id, 2)
    await shop.sweep()
    expect((await shop.row(reference)).superseded_at).toBeNull()
    shop.advanceClock(121_000)
    await shop.sweep()
    expect(await shop.row(reference)).toMatchObject({
      status: "pending",
      superseded_at: expect.any(Date),
    })
    await shop.changeQuantity(cart.id, 1)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("places the order and resolves the anomaly once the cart is changed back to what was paid", async () => {
    const { cart, reference } = await shop.checkout("co")
    await shop.changeQuantity(cart.id, 2)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await openAnomaly(shop)
    await shop.digested(reference)

    await shop.changeQuantity(cart.id, 1)
    shop.advanceClock(60_000)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])
    expect(await shop.anomalies()).toEqual([
      expect.objectContaining({ kind: "paid_after_replaced", status: "resolved" }),
    ])
  })

  it("places the order when the old link is paid after the shopper chose another method", async () => {
    const captured = shop.listen("payment.captured")
    const { cart, collection_id, reference, session } = await shop.checkout("co")
    const next = await shop.session(collection_id, "co", { payment_method: "TRANSFIYA" })
    shop.sandbox.settle(reference, { status: "APPROVED" })

    await shop.captured(cart.id)
    const order = await expectPaidOnce(shop, cart.id)
    for (const id of [session.id, next.id]) {
      expect(await shop.poll(id)).toMatchObject({ status: "approved", order_id: order.id })
    }
    expect(await shop.row(String(next.data.reference))).toMatchObject({ status: "pending" })
    expect(captured.data).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([])
    expect(shop.sandbox.counters().create).toBe(2)
  })

  it("places the order when the link is paid after the shopper chose another provider", async () => {
    const { cart, collection_id, reference } = await shop.checkout("co")
    await shop
      .http()
      .post(`/store/payment-collections/${collection_id}/payment-sessions`)
      .send({ provider_id: "pp_system_default" })
      .expect(200)
    shop.sandbox.settle(reference, { status: "APPROVED" })

    await shop.captured(cart.id)
    const order = await expectPaidOnce(shop, cart.id)
    expect(order.payment_collections[0].payments[0].provider_id).toBe("pp_payin_co")
    expect(await shop.anomalies()).toEqual([])
  })

  it("places the order when its session was deleted and no other one was made", async () => {
    const { cart, collection_id, session, reference } = await shop.checkout("co")
    await shop.container.resolve(Modules.PAYMENT).deletePaymentSession(session.id)
    expect(await shop.row(reference)).toMatchObject({ released_at: expect.any(Date) })
    shop.sandbox.settle(reference, { status: "APPROVED" })

    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    const sessions = await shop
      .pg("payment_session")
      .where({ payment_collection_id: collection_id })
    expect(sessions).toHaveLength(1)
    expect(await shop.row(reference)).toMatchObject({ session_id: sessions[0].id })
    expect(await shop.anomalies()).toEqual([])
  })

  it("is adopted by the shopper's next session, without a request for a second link", async () => {
    const { cart, collection_id, reference } = await quietCheckout(shop, "co")
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
    shop.advanceClock(11_000)
    const next = await shop.session(collection_id, "co", { payment_method: "TRANSFIYA" })
    expect(next.data).toMatchObject({ reference, status: "approved" })
    expect(shop.sandbox.counters().create).toBe(1)

    await shop.complete(cart.id).expect(200)
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it.each(["pp_system_default", "pp_payin_co"] as const)(
    "changes no other shopper's cart with a session of %s when the session of its link was deleted",
    async (provider) => {
      // The oldest cart of the table is the one that Medusa picks by mistake
      // (docs/medusa.md#deleted-sessions).
      const other = await bystander(shop, provider)
      const { cart, session, reference } = await shop.checkout("co")
      const again = await bystander(shop, provider)
      await shop.container.resolve(Modules.PAYMENT).deletePaymentSession(session.id)
      await shop.changeQuantity(cart.id, 3)

      shop.sandbox.settle(reference, { status: "APPROVED" })
      await openAnomaly(shop)
      await shop.digested(reference)
      await shop.poll(session.id)
      shop.advanceClock(60_000)
      await shop.sweep()

      expect(await other.now()).toEqual(other.before)
      expect(await again.now()).toEqual(again.before)
      await expectNothingBooked(shop, cart.id)
    }
  )

  it("makes no second link for a repeated request, and a new link for a changed request", async () => {
    const { collection_id, session } = await shop.checkout("co")
    const same = await shop.session(collection_id, "co")
    expect(same.id).not.toBe(session.id)
    expect(same.data).toEqual({ ...session.data, session_id: same.id })
    expect(shop.sandbox.counters().create).toBe(1)
    const other = await shop.session(collection_id, "co", {
      customer_data: { ...CANARY.co, email: shopperEmail("approved.other") },
    })
    expect(other.data.reference).not.toBe(session.data.reference)
    expect(shop.sandbox.counters().create).toBe(2)
  })

  it("places the order by a link whose create call timed out although the service made the link", async () => {
    const cart = await shop.cart("co")
    const collection = await shop.collection(cart.id)
    const wanted = { payment_method: "PSE", customer_data: CANARY.co }
    shop.sandbox.injectFault({ operation: "create", kind: "timeout_after" })
    shop.sandbox.injectFault({ operation: "lookup", kind: "error_before", times: "always" })
    const { timeouts } = shop.gateway.options
    const patience = { ...timeouts }
    Object.assign(timeouts, { requestMs: 5_000 })
    const lost = await shop.postSession(collection, "co", wanted).expect(500)
    Object.assign(timeouts, patience)
    expect(lost.body).toMatchObject({ type: "unexpected_state" })
    expect(lost.body.message).toMatch(/try again/)
    expect(await shop.pg("payment_session").where({ payment_collection_id: collection })).toEqual(
      []
    )
    const [first] = await shop.rowsOfCart(cart.id)
    expect(first).toMatchObject({ status: "creating", ticket: null, payment_url: null })
    expect(shop.sandbox.transaction(first.reference)).toMatchObject({ status: "PENDING" })

    const next = await shop.session(collection, "co")
    expect(next.data.status).toBe("pending")
    expect(next.data.reference).not.toBe(first.reference)
    expect(shop.sandbox.counters().create).toBe(2)
    expect(await shop.row(first.reference)).toMatchObject({
      status: "creating",
      superseded_at: expect.any(Date),
    })

    shop.sandbox.clearFaults()
    shop.sandbox.settle(first.reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.row(first.reference)).toMatchObject({ status: "approved" })
    expect(await shop.anomalies()).toEqual([])
  })
})
