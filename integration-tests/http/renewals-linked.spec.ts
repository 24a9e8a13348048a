import { CardPost } from "../support/card-webhooks"
import { giveAllAway } from "../support/give-away"
import { withShop } from "../support/shop"
import { RENEWED_BY_CALL } from "../support/shop-settings"
import { CoffeeClub } from "../support/subscriber"

withShop("renewals by the service's renewal call", RENEWED_BY_CALL, (shop) => {
  it("a renewal whose order was canceled before its capture was known fails, opens an anomaly, and the next comes", async () => {
    const club = await CoffeeClub.of(shop)
    new CardPost(shop).open({ hold: true })
    const { subscription } = await club.join()
    shop.sandbox.injectFault({ operation: "card_capture", kind: "reset_after", times: 1 })
    await club.untilDue(subscription.id)
    const { cycle, hold } = await shop.until(async () => {
      await club.renew()
      const now = await club.period(subscription.id)
      return now?.hold?.status === "capture_unknown" ? { ...now, hold: now.hold } : null
    })
    const admin = await shop.admin()
    await admin.post(`/admin/orders/${cycle.order_id}/cancel`).expect(200)
    await shop.sandbox.cards.releaseWebhooks()
    const over = await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(over).toMatchObject({ status: "active", latest_order_id: subscription.order_id })
    const [failed] = await club.cycles(subscription.id)
    expect(failed).toMatchObject({
      status: "failed",
      last_error: expect.stringContaining("canceled"),
    })
    await shop.until(async () => ((await shop.anomalies("open")).length > 0 ? true : null))
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
    // The renewal canceled what it was linked to (docs/service.md#renewal): the next one is linked
    // to the renewal.
    expect(over.latest_transaction_id).toBe(hold.id)
    await club.untilDue(subscription.id)
    await club.until(subscription.id, ({ next_number }) => next_number === 3)
    expect(shop.sandbox.cards.authorizations()[0]).toMatchObject({
      linked_transaction_id: hold.transaction_id,
    })
  })

  it("after a released hold do not renew the canceled transaction: the next charge is a new preauthorization", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { id } = subscription
    const { hold } = await club.held(id)
    await club.voidHold(hold.id)
    await club.pass(0.01)
    await shop.until(async () => {
      await club.renew()
      return (await club.period(id))?.cycle.next_try ? true : null
    })
    const ends = await giveAllAway(shop)
    await club.untilDue(id)
    await club.until(id, ({ next_number }) => next_number === 2)
    await ends()
    await club.untilDue(id)
    await club.until(id, ({ next_number }) => next_number === 3)
    const holds = await club.subscriptions.listPayinCardTransactions({})
    expect(holds.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
      "preauthorization captured",
      "preauthorization captured",
      "renewal released",
    ])
  })
})
