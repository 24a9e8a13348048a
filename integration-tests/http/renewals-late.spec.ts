import { addDays } from "../../src/domain/time/calendar-day"
import type { Subscription } from "../../src/modules/subscriptions/subscription-rows"
import { closeGate } from "../support/gate"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("renewals that come late", {}, (shop) => {
  /** Nobody renews until noon of a day so long after the first order. */
  async function idleUntil(club: CoffeeClub, { anchor }: Subscription, days: number) {
    await club.untilNoon(addDays(anchor, days))
  }

  /** Several workers look, and look again: whatever is due is charged. */
  async function settled(club: CoffeeClub): Promise<void> {
    for (let time = 0; time < 3; time++) {
      await club.renew(2)
    }
  }

  async function periods(club: CoffeeClub, id: string) {
    const cycles = await club.cycles(id)
    return cycles.map(({ number, skipped, status }) => [number, status, skipped])
  }

  it("charge a period that was refused on its day once, and nothing for the days until it was paid", async () => {
    const club = await CoffeeClub.of(shop, { payin_periodicity: "daily" })
    const { subscription } = await club.join()
    const { id, anchor } = subscription
    shop.sandbox.injectFault({ operation: "card_capture", kind: "declined", times: 1 })
    await club.untilDue(id)
    await club.until(id, ({ status }) => status === "past_due")
    // What it holds still stands then: after five days the store's own job lets it go, and the try waits for a day.
    await idleUntil(club, subscription, 4)
    await club.until(id, ({ status }) => status === "active")
    await settled(club)
    expect(await periods(club, id)).toEqual([[1, "paid", 3]])
    expect(await club.orders()).toHaveLength(2)
    const taken = shop.sandbox.cards
      .captures()
      .filter((one) => one.transaction_status === "APPROVED")
    expect(taken).toHaveLength(2)
    expect(await club.find(id)).toMatchObject({ next_number: 5, next_date: addDays(anchor, 5) })
  })

  it("charge a daily plan once after its stock was gone for days", async () => {
    const club = await CoffeeClub.of(shop, { payin_periodicity: "daily" })
    const { subscription } = await club.join()
    const { id, anchor } = subscription
    await shop.stock("CAFE-GRANO", 0)
    await club.untilDue(id)
    await shop.until(async () => {
      await club.renew()
      return (await club.period(id))?.cycle.last_error ? true : null
    })
    await idleUntil(club, subscription, 9)
    await shop.stock("CAFE-GRANO", 100)
    await club.until(id, ({ next_number }) => next_number > 1)
    await settled(club)
    expect(await periods(club, id)).toEqual([[1, "paid", 8]])
    expect(await club.orders()).toHaveLength(2)
    expect((await club.find(id)).next_date).toBe(addDays(anchor, 10))
  })

  it("charge the next period too when midnight falls between a charge and its record", async () => {
    const club = await CoffeeClub.of(shop, { payin_periodicity: "daily" })
    const { subscription } = await club.join()
    const { id } = subscription
    await club.untilDue(id)
    const gate = await closeGate(shop.pg, { table: "order_transaction", event: "insert" })
    const renewing = club.renew()
    await gate.arrived()
    await club.pass(1)
    await gate.open()
    await renewing

    await club.until(id, ({ next_number }) => next_number === 3)
    await settled(club)
    expect(await periods(club, id)).toEqual([
      [2, "paid", 0],
      [1, "paid", 0],
    ])
  })
})
