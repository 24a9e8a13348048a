import { expectPaidOnce } from "../support/books"
import { cardCheckout, cardOrder, cardRow } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { withShop } from "../support/shop"
import { CHARGED_AT_ONCE } from "../support/shop-settings"

withShop("card webhooks about captures at once", CHARGED_AT_ONCE, (shop) => {
  const post = new CardPost(shop)

  it("publish payment.captured once, though webhooks report the capture again", async () => {
    post.open({ copies: 2 })
    const heard = shop.listen("payment.captured")
    const { cart, payment_id, reference } = await cardOrder(shop)
    await shop.until(async () => (heard.data.length > 0 ? true : null))
    await post.digested()
    await post.told(reference)
    shop.advanceClock(3600_000)
    await post.sweep()
    expect(heard.data).toEqual([{ id: payment_id }])
    await expectPaidOnce(shop, cart.id)
    expect(await cardRow(shop, reference)).toMatchObject({
      status: "captured",
      apply_after: null,
    })
    expect(shop.sandbox.cards.captures().map(({ amount }) => amount)).toEqual([60_000])
    expect(await shop.row(reference)).toMatchObject({
      status: "approved",
      settled_at: expect.any(Date),
    })
    expect(await shop.anomalies()).toEqual([])
  })

  it("stay held when the capture got no answer, and are booked once the webhook reports it", async () => {
    post.open({ hold: true })
    shop.sandbox.injectFault({ operation: "card_capture", kind: "error_after", times: 1 })
    const { cart, order, reference } = await cardOrder(shop)
    expect(order.payment_collections[0].status).toBe("authorized")
    expect(await cardRow(shop, reference)).toMatchObject({ status: "capture_unknown" })
    await shop.sandbox.cards.releaseWebhooks()
    await post.captured(cart.id)
    await post.digested()
    await post.told(reference)
    await expectPaidOnce(shop, cart.id)
    expect(shop.sandbox.cards.captures()).toHaveLength(1)
  })

  it("publish order.placed once for an order whose completion died during the authorization", async () => {
    const { cart, reference, collection_id } = await cardCheckout(shop)
    const placed = shop.listen("order.placed")
    const completed = await shop.complete(cart.id).expect(200)
    const orderId: string = completed.body.order.id
    await shop.until(async () => (placed.data.length > 0 ? true : null))
    await post.told(reference)
    placed.data.length = 0
    // As a kill inside Medusa's authorization leaves it: order and session stand, and nothing is paid.
    await undone(collection_id, orderId, reference)

    await post.taken(reference, { transaction_id: "taken" })
    await shop.workUntil(async () => (await shop.order(orderId)).transactions.at(0) ?? null)
    await post.captured(cart.id)
    await shop.workUntil(async () => (placed.data.length > 0 ? true : null))
    await post.digested()
    await post.told(reference)
    await post.sweep()
    expect(placed.data).toEqual([{ id: orderId }])
    await expectPaidOnce(shop, cart.id)
  })

  async function undone(collectionId: string, orderId: string, reference: string): Promise<void> {
    const { pg } = shop
    const { id: payment } = await pg("payment")
      .where({ payment_collection_id: collectionId })
      .first("id")
    await pg("capture").where({ payment_id: payment }).delete()
    await pg("payment").where({ id: payment }).delete()
    await pg("payment_session")
      .where({ payment_collection_id: collectionId })
      .update({ status: "pending", authorized_at: null })
    await pg("order_transaction").where({ order_id: orderId }).delete()
    await pg("order_summary")
      .where({ order_id: orderId })
      .update({
        totals: pg.raw(
          `totals || '{"paid_total": 0, "raw_paid_total": {"value": "0", "precision": 20}, "transaction_total": 0, "raw_transaction_total": {"value": "0", "precision": 20}, "pending_difference": 60000, "raw_pending_difference": {"value": "60000", "precision": 20}}'::jsonb`
        ),
      })
    await pg("payin_transaction").where({ reference }).delete()
    await pg("payin_card_transaction").where({ reference }).update({
      status: "unknown",
      settled_at: null,
      capture_transaction_id: null,
      captured_amount: null,
      captured_at: null,
    })
  }
})
