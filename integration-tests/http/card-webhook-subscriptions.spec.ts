import { cardRow } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("card webhooks about subscriptions", {}, (shop) => {
  const post = new CardPost(shop)

  it("end a subscription once when its card is reported as expired", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const told = shop.listen("payin.subscription_canceled")
    post.open({ copies: 2 })
    shop.sandbox.cards.expireSubscription(subscription.subscription_id)
    await post.digested()
    expect(await club.find(subscription.id)).toMatchObject({
      status: "expired",
      next_date: null,
      canceled_by: null,
    })
    const card = await club.subscriptions.cards.find(subscription.card_id)
    expect(card).toMatchObject({ status: "expired" })
    expect(told.data).toMatchObject([{ id: subscription.id, status: "expired" }])
    const event = await shop.pg("payin_event").where({ source: "card" }).first()
    expect(event).toMatchObject({ status: "processed" })
  })

  it("cancel the subscription and open an anomaly when a captured charge is reversed", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    post.open()
    const [{ transaction_id, reference_id }] = shop.sandbox.cards.authorizations()
    shop.sandbox.cards.reverseCapture(transaction_id)
    await post.digested()
    expect(await cardRow(shop, reference_id)).toMatchObject({ status: "captured" })
    expect((await shop.anomalies("open")).map(({ kind }) => kind)).toEqual([
      "status_changed_after_final",
    ])
    expect(await club.find(subscription.id)).toMatchObject({ status: "canceled", next_date: null })
  })

  it("cancel the subscription also when the charge of an earlier renewal is reversed after a later one", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    for (const number of [2, 3]) {
      await club.untilDue(subscription.id)
      await club.until(subscription.id, ({ next_number }) => next_number === number)
    }
    post.open()
    const earlier = shop.sandbox.cards.authorizations().at(-2)
    shop.sandbox.cards.reverseCapture(String(earlier?.transaction_id))
    await post.digested()
    expect(await club.find(subscription.id)).toMatchObject({ status: "canceled", next_date: null })
  })
})
