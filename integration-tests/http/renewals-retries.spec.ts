import { addDays, parseDay } from "../../src/domain/calendar-day"
import { withShop } from "../support/shop"
import { RENEWED_OTHERWISE } from "../support/shop-settings"
import { CoffeeClub } from "../support/subscriber"

withShop("retries as a store wants them", RENEWED_OTHERWISE, (shop) => {
  it("come on those days after the first refusal, and the subscription ends with the last", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join({ token: "tok_test_first_only" })
    const { id, next_date } = subscription
    const due = parseDay(next_date)
    await club.untilDue(id)
    await club.until(id, ({ status }) => status === "past_due")
    for (const [refusals, after] of [
      [1, 2],
      [2, 9],
    ]) {
      await club.renew(2)
      const [cycle] = await club.cycles(id)
      expect(cycle).toMatchObject({ refusals, next_try: due && addDays(due, after) })
      expect(shop.sandbox.cards.authorizations()).toHaveLength(1 + refusals)
      await club.untilDue(id)
    }
    const ended = await club.until(id, ({ status }) => status === "canceled")
    expect(ended.status_cause).toBe("given_up")
    expect(shop.sandbox.cards.authorizations()).toHaveLength(4)
  })
})
