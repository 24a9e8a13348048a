import { BackOffice } from "../support/back-office"
import { cardRow, onlySession, postCard } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { told } from "../support/voucher"

const CARD = { token: "tok_test_approved", customer_data: CANARY.co }

withShop("orders that wait for no link", {}, (shop) => {
  /** An order that was placed by a card whose hold was released since. */
  async function released(post: CardPost, before: (collectionId: string) => Promise<unknown>) {
    const cart = await shop.cart("co")
    const collection_id = await shop.collection(cart.id)
    await before(collection_id)
    const session = onlySession((await postCard(shop, collection_id, CARD).expect(200)).body)
    const { body } = await shop.complete(cart.id).expect(200)
    const reference = String(session.data.reference)
    await post.told(reference)
    shop.advanceClock(6 * 86_400_000)
    // The link that was begun before lapses, and the service is asked about it.
    await shop.reconcile()
    await shop.reconcile()
    await post.sweep()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "released" })
    return String(body.order.id)
  }

  const begun = {
    "without any link before": () => Promise.resolve(),
    "after a link was begun before the card": (collectionId: string) =>
      shop.session(collectionId, "co", { payment_method: "PSE" }),
  }

  it.each(Object.entries(begun))(
    "an operator's link for an order whose hold was released cancels nothing when it is rejected, %s",
    async (_, before) => {
      const post = new CardPost(shop)
      const order_id = await released(post, before)
      const office = await BackOffice.of(shop)
      const { legal_doc, legal_doc_type } = CANARY.co
      const customer_data = { legal_doc, legal_doc_type }
      const { body } = await office.link(order_id, { customer_data }).expect(200)
      const link = String(body.payment_link.reference)
      shop.sandbox.settle(link, { status: "REJECTED" })
      await told(shop, link)

      expect((await shop.order(order_id)).status).toBe("pending")
      await shop.until(async () => {
        shop.advanceClock(600_000)
        await post.sweep()
        const open = await shop.anomalies("open")
        return open.some(
          (anomaly) => anomaly.kind === "orphan_order" && anomaly.order_id === order_id
        )
          ? true
          : null
      })
      expect((await shop.order(order_id)).status).toBe("pending")
    }
  )
})
