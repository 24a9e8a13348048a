import { addDays } from "../../src/domain/time/calendar-day"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("renewals at an interval of the store", {}, (shop) => {
  it("come one interval after the first order, and the next one another interval later", async () => {
    const club = await CoffeeClub.of(shop, { payin_periodicity: "custom", payin_every: "P10D" })
    const { subscription } = await club.join()
    const { id, anchor } = subscription
    expect(subscription).toMatchObject({
      ...{ periodicity: "custom", every: "P10D", next_date: addDays(anchor, 10) },
    })
    expect(shop.sandbox.cards.subscriptions()[0]).toMatchObject({ periodicity: "custom" })
    await club.untilDue(id)
    const now = await club.until(id, ({ next_number }) => next_number === 2)
    expect(now.next_date).toBe(addDays(anchor, 20))
    expect(await club.orders()).toHaveLength(2)
    expect((await club.cycles(id)).map(({ day }) => day)).toEqual([addDays(anchor, 10)])
  })
})
