import { subscriptionsOf } from "../support/card-checkout"
import { signedInCustomer } from "../support/people"
import { withShop } from "../support/shop"
import { CoffeeClub, plainSubscription } from "../support/subscriber"

withShop("the input of subscription routes", {}, (shop) => {
  const ACTIONS = ["renew", "capture"] as const

  it("a list query with two order ids is refused by field name", async () => {
    const admin = await shop.admin()
    const query = "order_id=a&order_id=b"
    const refused = await admin.get(`/admin/payin/subscriptions?${query}`).expect(400)
    expect(refused.body).toMatchObject({ type: "invalid_data", field: "order_id" })
  })

  it.each(["paysub_unknown", "order_none", "%00", "'; drop table payin_subscription; --"])(
    "the unknown subscription %s is answered 404 by every route, and none is made",
    async (id) => {
      const admin = await shop.admin()
      const path = `/admin/payin/subscriptions/${id.startsWith("%") ? id : encodeURIComponent(id)}`
      await admin.get(path).expect(404)
      await admin.post(`${path}/cancel`).send({}).expect(404)
      for (const action of ACTIONS) {
        const answer = await admin.post(`${path}/${action}`).set("Idempotency-Key", "none").send({})
        expect([action, answer.status]).toEqual([action, 404])
      }
      expect(await shop.pg("payin_subscription").count("id as count").first()).toEqual({
        count: "0",
      })
    }
  )

  it.each(ACTIONS)(
    "%s is refused with a body, without a key, and with an invalid key",
    async (action) => {
      const { id } = await plainSubscription(shop)
      const admin = await shop.admin()
      const ask = (key: string | null, body: object) => {
        const post = admin.post(`/admin/payin/subscriptions/${id}/${action}`)
        return (key === null ? post : post.set("Idempotency-Key", key)).send(body)
      }
      const amount = await ask("with-a-body", { amount: "1" }).expect(400)
      expect(amount.body).toMatchObject({ type: "invalid_data" })
      expect(amount.body.message).toContain("amount")
      for (const key of [null, "a b", "k".repeat(65), "%C3%A4"]) {
        const refused = await ask(key, {}).expect(400)
        expect(refused.body).toMatchObject({ field: "Idempotency-Key" })
      }
      expect(shop.sandbox.cards.authorizations()).toEqual([])
    }
  )

  it.each(ACTIONS)("only a signed-in operator may %s", async (action) => {
    const { id } = await plainSubscription(shop)
    await shop
      .http()
      .post(`/admin/payin/subscriptions/${id}/${action}`)
      .set("Idempotency-Key", "nobody")
      .send({})
      .expect(401)
  })

  it("a subscription that the service ended can be neither canceled nor renewed", async () => {
    const owner = await signedInCustomer(shop.container)
    const { id } = await plainSubscription(shop, { customer_id: owner.customer_id })
    const { subscriptions } = subscriptionsOf(shop)
    await subscriptions.end(id, { cause: "expired", actor: "service", by: null })
    const admin = await shop.admin()
    const refused = await admin.post(`/admin/payin/subscriptions/${id}/cancel`).send({}).expect(409)
    expect(refused.body.message).toContain("ended this subscription already")
    const own = await shop
      .http()
      .post(`/store/payin/subscriptions/${id}/cancel`)
      .set("Authorization", `Bearer ${owner.token}`)
      .expect(409)
    expect(own.body.message).toContain("has ended already")
    await admin
      .post(`/admin/payin/subscriptions/${id}/renew`)
      .set("Idempotency-Key", "after-expiry")
      .send({})
      .expect(409)
    expect(shop.sandbox.cards.authorizations()).toEqual([])
  })

  it("a subscription whose card the service ended is not charged: its renewal fails with a reason", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const due = subscription.due_after
    // Nobody told the store: no webhook is registered.
    shop.sandbox.cards.expireSubscription(subscription.subscription_id)
    const admin = await shop.admin()
    const answer = await admin
      .post(`/admin/payin/subscriptions/${subscription.id}/renew`)
      .set("Idempotency-Key", "card-gone")
      .send({})
      .expect(200)
    expect(answer.body.renewal).toMatchObject({
      outcome: "refused",
      cycle: { status: "open", last_error: expect.stringMatching(/\S/) },
    })
    await club.pass(0.01)
    // Asked ahead of its day: that is when it counts.
    await club.until(subscription.id, ({ due_after }) => due_after?.getTime() === due?.getTime())
    await club.untilDue(subscription.id)
    await club.until(subscription.id, ({ status }) => status === "past_due")
    expect(shop.sandbox.cards.captures()).toHaveLength(1)
  })
})
