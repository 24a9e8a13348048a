import { cardRow } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { Desk } from "../support/desk"
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

  /** The service tells that it gave captured money back. */
  async function reversed(transaction_id: string): Promise<void> {
    post.open()
    shop.sandbox.cards.reverseCapture(transaction_id)
    await post.digested()
  }

  /** Until the period that is due says why it waits. */
  async function waiting(club: CoffeeClub, id: string) {
    await club.untilDue(id)
    return shop.until(async () => {
      await club.renew()
      const now = await club.period(id)
      return now?.cycle.last_error && now.cycle.status === "open" ? now : null
    })
  }

  it("hold the renewals when a captured charge is reversed, say why, and go on once a person has decided", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const [{ transaction_id, reference_id }] = shop.sandbox.cards.authorizations()
    await reversed(transaction_id)
    expect(await cardRow(shop, reference_id)).toMatchObject({ status: "captured" })
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("status_changed_after_final")
    expect(await club.find(subscription.id)).toMatchObject({
      status: "active",
      next_date: subscription.next_date,
    })

    const { cycle, hold } = await waiting(club, subscription.id)
    expect(hold).toBeNull()
    expect(cycle.attempts).toBe(0)
    expect(cycle.last_error).toContain(reference_id)
    const asked = await desk.http
      .post(`/admin/payin/subscriptions/${subscription.id}/renew`)
      .set("Idempotency-Key", "renew-doubted")
      .send({})
    expect(asked.body.renewal).toMatchObject({ outcome: "later" })
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)

    await desk.decide(anomaly.id, { action: "ignore" })
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(shop.sandbox.cards.authorizations()).toHaveLength(2)
  })

  it("hold the renewals also when the charge of an earlier renewal is reversed after a later one", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    for (const number of [2, 3]) {
      await club.untilDue(subscription.id)
      await club.until(subscription.id, ({ next_number }) => next_number === number)
    }
    const earlier = shop.sandbox.cards.authorizations().at(-2)
    await reversed(String(earlier?.transaction_id))
    expect((await waiting(club, subscription.id)).hold).toBeNull()
    expect(await club.find(subscription.id)).toMatchObject({ status: "active" })
  })

  it("hold no renewal of another subscription, and end the one that a person ends meanwhile", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const [{ transaction_id }] = shop.sandbox.cards.authorizations()
    const other = await club.join()
    await reversed(transaction_id)
    await waiting(club, subscription.id)
    await club.until(other.subscription.id, ({ next_number }) => next_number === 2)
    await club.subscriptions.subscriptions.end(subscription.id, {
      ...{ cause: "canceled", actor: "operator", by: null },
    })
    await club.until(subscription.id, ({ due_after }) => due_after === null)
    expect((await club.period(subscription.id))?.cycle).toMatchObject({ status: "failed" })
  })
})
