import { addDays } from "../../src/domain/calendar-day"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("renewals at a store's own interval", {}, (shop) => {
  it("come so many days after the first order, again and again", async () => {
    const club = await CoffeeClub.of(shop, { payin_periodicity: "custom", payin_every: "P10D" })
    const { subscription } = await club.join()
    const { id, anchor } = subscription
    expect(subscription).toMatchObject({
      ...{ periodicity: "custom", every: "P10D", next_date: addDays(anchor, 10) },
    })
    expect(shop.sandbox.cards.subscriptions()[0]).toMatchObject({ periodicity: "custom" })
    for (const period of [1, 2]) {
      await club.untilDue(id)
      const now = await club.until(id, ({ next_number }) => next_number === period + 1)
      expect(now.next_date).toBe(addDays(anchor, 10 * (period + 1)))
    }
    expect(await club.orders()).toHaveLength(3)
    expect((await club.cycles(id)).map(({ day }) => day)).toEqual([
      addDays(anchor, 20),
      addDays(anchor, 10),
    ])
  })

  it("come by hand alone where it names none: nobody is charged by the job, however long it waits", async () => {
    const club = await CoffeeClub.of(shop, { payin_periodicity: "custom" })
    const { subscription } = await club.join()
    const { id, anchor } = subscription
    expect(subscription).toMatchObject({ every: null, next_date: null, due_after: null })
    await club.untilNoon(addDays(anchor, 100))
    await club.renew(2)
    expect(await club.orders()).toHaveLength(1)

    const admin = await shop.admin()
    const asked = await admin
      .post(`/admin/payin/subscriptions/${id}/renew`)
      .set("Idempotency-Key", "by-hand")
      .send({})
      .expect(200)
    expect(asked.body).toMatchObject({
      subscription: { next_date: null, amount: "60000" },
      renewal: { outcome: "paid", cycle: { number: 1, day: addDays(anchor, 100), skipped: 0 } },
    })
    await club.pass(40)
    await club.renew(2)
    expect(await club.orders()).toHaveLength(2)
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
  })
})
