import { breakWriting } from "../support/gate"
import { withShop } from "../support/shop"
import { STRICT } from "../support/shop-settings"
import { CoffeeClub } from "../support/subscriber"

withShop("renewals after the last try", STRICT, (shop) => {
  it("a renewal without further tries leaves no order that reserves stock, even when its worker dies first", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    shop.sandbox.injectFault({ operation: "card_capture", kind: "declined", times: 1 })
    const broken = await breakWriting(shop.pg, {
      ...{ table: "order", event: "update", when: "NEW.status = 'canceled'" },
    })
    await club.untilDue(subscription.id)
    const ended = await club.until(subscription.id, ({ status }) => status === "canceled")
    expect(ended.status_cause).toBe("given_up")
    expect((await club.orders()).map(({ status }) => status)).toEqual(["pending", "pending"])
    await broken.mend()
    await club.pass(1)
    await club.until(subscription.id, ({ due_after }) => due_after === null)
    expect((await club.orders()).map(({ status }) => status)).toEqual(["pending", "canceled"])
    const period = await club.period(subscription.id)
    expect(period?.cycle).toMatchObject({ status: "failed", refusals: 1 })
    expect(period?.hold?.captured_amount).toBeNull()
  })

  it("a hold that lost its cart before the card was asked does not block the renewal", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const broken = await breakWriting(shop.pg, {
      ...{ table: "payin_card_transaction", event: "update", when: "NEW.sent_at is not null" },
    })
    await club.untilDue(subscription.id)
    const { cycle } = await shop.until(async () => {
      await club.renew()
      const now = await club.period(subscription.id)
      return now?.cycle.last_error && now.hold?.status === "creating" ? now : null
    })
    await shop.pg("payin_cycle").where({ id: cycle.id }).update({ cart_id: null, order_id: null })
    await broken.mend()
    await club.pass(0.01)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(shop.sandbox.cards.authorizations()).toHaveLength(2)
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
  })
})
