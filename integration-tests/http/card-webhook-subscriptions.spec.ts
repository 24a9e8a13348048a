import { cardRow } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("what webhooks tell of subscriptions", {}, (shop) => {
  const post = new CardPost(shop)

  it.each([
    ["expired", "expired"],
    ["cancelled", "canceled"],
  ] as const)("end what renews with a card that the service says is %s, once", async (said, to) => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const told = shop.listen("payin.subscription_canceled")
    post.open({ copies: 2 })
    const { cards } = shop.sandbox
    if (said === "expired") {
      cards.expireSubscription(subscription.subscription_id)
    } else {
      cards.cancelSubscription(subscription.subscription_id)
    }
    await post.digested()
    expect(await club.find(subscription.id)).toMatchObject({
      status: to,
      next_date: null,
      canceled_by: null,
    })
    const card = await club.subscriptions.cards.find(subscription.card_id)
    expect(card).toMatchObject({ status: to })
    expect(told.data).toMatchObject([{ id: subscription.id, status: to }])
    const event = await shop.pg("payin_event").where({ source: "card" }).first()
    expect(event).toMatchObject({ status: "processed" })
  })

  it("charge nothing more once money that was taken went back, until a person looked", async () => {
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

  it.each([
    ["the order it began with", -1],
    ["an earlier renewal", -2],
  ])(
    "charge nothing more either when the money of %s went back behind a later one",
    async (_which, at) => {
      const club = await CoffeeClub.of(shop)
      const { subscription } = await club.join()
      for (const number of [2, 3]) {
        await club.untilDue(subscription.id)
        await club.until(subscription.id, ({ next_number }) => next_number === number)
      }
      post.open()
      const paid = shop.sandbox.cards.authorizations().at(at)
      shop.sandbox.cards.reverseCapture(String(paid?.transaction_id))
      await post.digested()
      expect(await club.find(subscription.id)).toMatchObject({
        status: "canceled",
        next_date: null,
      })
    }
  )

  it("tell nothing of a subscription that is not ours", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const webhook = {
      event: "subscription.cancelled" as const,
      data: { subscription: { subscription_id: "somebody-elses", status: "CANCELLED" } },
    }
    expect(await post.post(webhook)).toBe(202)
    await post.digested()
    expect(await club.find(subscription.id)).toMatchObject({ status: "active" })
  })
})
