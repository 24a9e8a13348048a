import { BackOffice } from "../support/back-office"
import { cardOrder, cardRow } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { told } from "../support/voucher"

withShop("orders that wait for no link", {}, (shop) => {
  it("an operator's link for an order whose hold was released cancels nothing when it is rejected", async () => {
    const post = new CardPost(shop)
    const { order, reference } = await cardOrder(shop)
    await post.told(reference)
    shop.advanceClock(6 * 86_400_000)
    await post.sweep()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "released" })
    const office = await BackOffice.of(shop)
    const { legal_doc, legal_doc_type } = CANARY.co
    const customer_data = { legal_doc, legal_doc_type }
    const { body } = await office.link(order.id, { customer_data }).expect(200)
    const link = String(body.payment_link.reference)
    shop.sandbox.settle(link, { status: "REJECTED" })
    await told(shop, link)

    expect((await shop.order(order.id)).status).toBe("pending")
    await shop.until(async () => {
      shop.advanceClock(600_000)
      await post.sweep()
      const open = await shop.anomalies("open")
      return open.some(({ kind }) => kind === "orphan_order") ? true : null
    })
    expect((await shop.order(order.id)).status).toBe("pending")
  })
})
