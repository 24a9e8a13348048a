import { addDays, dayIn, parseDay, startOfDay } from "../../src/domain/time/calendar-day"
import { withShop } from "../support/shop"
import { ELSEWHERE, RENEWED_OTHERWISE } from "../support/shop-settings"
import { CoffeeClub } from "../support/subscriber"

const HOURS = 3_600_000
const COLOMBIA = "America/Bogota"

withShop("renewals in another time zone", RENEWED_OTHERWISE, (shop) => {
  const MINUTE = 1 / 1440

  it("begin in the store's time zone, for first orders, renewals and retries", async () => {
    const club = await CoffeeClub.of(shop, { payin_periodicity: "weekly" })
    const now = await club.subscriptions.subscriptions.now()
    const { subscription } = await club.join()
    const { id, anchor, next_date, due_after } = subscription
    const after = await club.subscriptions.subscriptions.now()
    // Midnight may come between the two.
    expect([dayIn(ELSEWHERE, now), dayIn(ELSEWHERE, after)]).toContain(anchor)
    expect(next_date).toBe(addDays(anchor, 7))
    expect(due_after).toEqual(startOfDay(addDays(anchor, 7), ELSEWHERE))
    expect(due_after).not.toEqual(startOfDay(addDays(anchor, 7), COLOMBIA))

    const until =
      (due_after?.getTime() ?? 0) - (await club.subscriptions.subscriptions.now()).getTime()
    await club.pass(until / (24 * HOURS) - MINUTE)
    await club.subscriptions.subscriptions.dueAgain(subscription, 0)
    await club.renew(2)
    expect(await club.cycles(id)).toEqual([])
    expect((await club.find(id)).due_after).toEqual(due_after)
    shop.sandbox.injectFault({ operation: "card_renew", kind: "declined", times: 1 })
    await club.pass(2 * MINUTE)
    const refused = await club.until(id, ({ status }) => status === "past_due")
    const [cycle] = await club.cycles(id)
    const due = parseDay(next_date)
    const again = due && addDays(due, 2)
    expect(cycle).toMatchObject({ day: due, first_refused: due, next_try: again })
    expect(refused.due_after).toEqual(again && startOfDay(again, ELSEWHERE))

    await club.untilDue(id)
    const paid = await club.until(id, ({ next_number }) => next_number === 2)
    expect(paid.next_date).toBe(addDays(anchor, 14))
    expect(paid.due_after).toEqual(startOfDay(addDays(anchor, 14), ELSEWHERE))
  })
})
