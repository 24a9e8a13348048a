import {
  cardCheckout,
  cardOrder,
  cardRow,
  onlySession,
  postCard,
  subscriptionsOf,
} from "../support/card-checkout"
import { reportOrphans } from "../../src/workflows/settle/orphans"
import { clockOffsetMs } from "../../src/domain/time/clock"
import { CardPost } from "../support/card-webhooks"
import { Desk } from "../support/desk"
import { signedInCustomer } from "../support/people"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { told } from "../support/voucher"

const HOUR = 3_600_000

withShop("a card that was chosen and never charged", {}, (shop) => {
  const post = new CardPost(shop)

  async function later(): Promise<void> {
    shop.advanceClock(HOUR + 1000)
    await post.sweep()
    await post.sweep()
  }

  /** As a kill between Medusa's order and its question to the provider leaves it. */
  async function neverAsked(reference: string, session_id: string, collection_id: string) {
    await shop.pg("payment").where({ payment_collection_id: collection_id }).delete()
    await shop
      .pg("payment_session")
      .where({ id: session_id })
      .update({ status: "pending", authorized_at: null })
    await shop
      .pg("payin_card_transaction")
      .where({ reference })
      .update({
        ...{ status: "creating", sent_at: null, leased_until: null, authorized_at: null },
        ...{ release_after: null, order_id: null, transaction_id: null },
        apply_after: new Date(Date.now() + clockOffsetMs() + HOUR),
      })
  }

  it("is not held after an hour: its token is deleted, and the shopper can enter the card again", async () => {
    const { cart, session, reference, collection_id } = await cardCheckout(shop)
    await post.sweep()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "creating" })

    await later()

    expect(await cardRow(shop, reference)).toMatchObject({
      ...{ status: "error", status_cause: "not_sent", apply_after: null },
    })
    expect(await shop.pg("payin_card").where({ session_id: session.id })).toMatchObject([
      { status: "failed", token_sealed: null },
    ])
    expect(await shop.poll(session.id)).toMatchObject({ status: "failed" })
    await shop.complete(cart.id).expect(400)
    expect(shop.sandbox.cards.authorizations()).toEqual([])

    const again = { token: "tok_test_approved", customer_data: CANARY.co }
    await postCard(shop, collection_id, again).expect(200)
    const completed = await shop.complete(cart.id).expect(200)
    expect(completed.body.type).toBe("order")
    expect(await shop.anomalies()).toEqual([])
  })

  it("ends its order after an hour when Medusa died between the order and the hold", async () => {
    const { order, reference, session, collection_id } = await cardOrder(shop)
    await post.told(reference)
    await neverAsked(reference, session.id, collection_id)
    await post.sweep()
    expect((await shop.order(order.id)).status).toBe("pending")

    await later()

    expect((await shop.order(order.id)).status).toBe("canceled")
    expect(await shop.anomalies()).toEqual([])
  })

  it("keeps its order while a person decides about late money of an earlier link, and ends it after", async () => {
    const cart = await shop.cart("co")
    const collection_id = await shop.collection(cart.id)
    const link = await shop.session(collection_id, "co", { payment_method: "EFECTY" })
    const late = String(link.data.reference)
    shop.sandbox.settle(late, { status: "REJECTED" })
    await told(shop, late)
    const card = { token: "tok_test_approved", customer_data: CANARY.co }
    const posted = await postCard(shop, collection_id, card).expect(200)
    const session = onlySession(posted.body)
    const { body } = await shop.complete(cart.id).expect(200)
    const reference = String(session.data.reference)
    await post.told(reference)
    await neverAsked(reference, session.id, collection_id)
    shop.sandbox.settle(late, { status: "APPROVED" })
    const desk = await Desk.open(shop)
    const { id } = await desk.find("status_changed_after_final")

    await later()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "error" })
    expect((await shop.order(body.order.id)).status).toBe("pending")

    await desk.decide(id, { action: "ignore" })
    await later()
    expect((await shop.order(body.order.id)).status).toBe("canceled")
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("keeps its order, and is not to be paid again, while a person decides whether it was charged elsewhere", async () => {
    const { order, reference, session, collection_id } = await cardOrder(shop)
    await post.told(reference)
    await neverAsked(reference, session.id, collection_id)
    await post.tell("transaction.captured", reference)
    const desk = await Desk.open(shop)
    const { id } = await desk.find("status_changed_after_final")

    await later()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "error" })
    expect((await shop.order(order.id)).status).toBe("pending")
    expect(await shop.poll(session.id)).toMatchObject({ status: "in_review", order_id: order.id })
    const again = await shop.postSession(collection_id, "co", { payment_method: "EFECTY" })
    expect([again.status, again.body.code]).toEqual([409, "money_arriving"])

    await desk.decide(id, { action: "ignore" })
    await later()
    expect((await shop.order(order.id)).status).toBe("canceled")
  })

  it("is shown with its order when Medusa died before it linked the order to cart and payment", async () => {
    const { cart, order, collection_id, reference } = await cardOrder(shop)
    // Whoever hears of the order gives it its links back.
    await post.told(reference)
    await shop.pg("order_cart").where({ cart_id: cart.id }).delete()
    await shop
      .pg("order_payment_collection")
      .where({ payment_collection_id: collection_id })
      .delete()

    shop.advanceClock(HOUR / 6)
    await reportOrphans(shop.container)
    await reportOrphans(shop.container)

    const { id } = await cardRow(shop, reference)
    expect(await shop.anomalies("open")).toMatchObject([
      {
        ...{ kind: "orphan_order", order_id: order.id, transaction_id: null },
        facts: { cart_id: cart.id, lacks: "cart", card_transaction_id: id },
      },
    ])
  })

  it("does not keep a deleted card from being canceled with the hold of another order", async () => {
    const { token } = await signedInCustomer(shop.container)
    const data = { token: "tok_test_approved", save_card: true, customer_data: CANARY.co }
    const first = await cardOrder(shop, { data, as: token })
    const { card_id } = await cardRow(shop, first.reference)
    const cart = await shop.cart("co")
    await postCard(shop, await shop.collection(cart.id), { saved_card_id: card_id }, token).expect(
      200
    )
    await later()
    const own = { Authorization: `Bearer ${token}` }
    await shop.http().delete(`/store/payin/saved-cards/${card_id}`).set(own).expect(200)

    const admin = await shop.admin()
    await admin.post(`/admin/orders/${first.order.id}/cancel`).expect(200)

    expect(await subscriptionsOf(shop).cards.present(card_id)).toMatchObject({ status: "canceled" })
  })
})
