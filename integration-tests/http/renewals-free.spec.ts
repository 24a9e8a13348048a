import { giveAllAway } from "../support/give-away"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("renewals that cost nothing", {}, (shop) => {
  it("make one order, charge no card and close the period as paid; the next period is charged again", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const ends = await giveAllAway(shop)
    await club.untilDue(subscription.id)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    await club.renew(2)
    const orders = await club.orders()
    expect(orders.map(({ status, total }) => [status, total])).toEqual([
      ["pending", 60_000],
      ["pending", 0],
    ])
    const [cycle] = await club.cycles(subscription.id)
    expect(cycle).toMatchObject({ status: "paid", order_id: orders[1].id, attempts: 0 })
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)

    await ends()
    await club.untilDue(subscription.id)
    const after = await club.until(subscription.id, ({ next_number }) => next_number === 3)
    expect(after).toMatchObject({ status: "active", amount: "60000" })
    expect((await club.orders()).map(({ total }) => total)).toEqual([60_000, 0, 60_000])
    expect(shop.sandbox.cards.captures().map(({ amount }) => amount)).toEqual([60_000, 60_000])
  })
})
