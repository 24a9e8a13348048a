import { addDays } from "../../src/domain/time/calendar-day"
import { withShop } from "../support/shop"
import { RENEWED_OTHERWISE } from "../support/shop-settings"
import { CoffeeClub } from "../support/subscriber"

withShop("renewals with the store's options", RENEWED_OTHERWISE, (shop) => {
  it("charge for each period that was missed, the oldest first, each by the service's renewal of the one before and an order of its own", async () => {
    const club = await CoffeeClub.of(shop, { payin_periodicity: "weekly" })
    const { subscription } = await club.join()
    // Held by a worker that died, so that no job of this store renews while time passes.
    await shop.pg("payin_subscription").update({ due_after: null })
    await club.untilNoon(addDays(subscription.anchor, 22))
    await club.subscriptions.subscriptions.dueAgain(subscription, 0)
    const now = await club.until(subscription.id, ({ next_number }) => next_number === 4)
    await club.renew(3)
    const cycles = await club.cycles(subscription.id)
    expect(cycles.map(({ number, skipped, status }) => [number, skipped, status])).toEqual([
      [3, 0, "paid"],
      [2, 0, "paid"],
      [1, 0, "paid"],
    ])
    const orders = await club.orders()
    expect(cycles.map(({ order_id }) => order_id).reverse()).toEqual(
      orders.slice(1).map(({ id }) => id)
    )
    expect(now.latest_order_id).toBe(orders[3].id)
    const [third, second, renewal, first] = shop.sandbox.cards.authorizations()
    const linked = [third, second, renewal].map((hold) => hold.linked_transaction_id)
    expect(linked).toEqual([second, renewal, first].map((hold) => hold.transaction_id))
    expect(shop.sandbox.cards.captures().map(({ amount }) => amount)).toEqual(
      Array.from({ length: 4 }, () => 60_000)
    )
    expect(await shop.anomalies()).toEqual([])
  })
})
