import { addDays, startOfDay } from "../../src/domain/time/calendar-day"
import { there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { plainSubscription, refuse, today, untilDay } from "../support/modules/subscriptions"

const MINUTE = 60
const DAY = 86_400
const COLOMBIA = "America/Bogota"

// Ahead of Colombia by 19 hours, and behind it by 6: on another day than Colombia for most of the day.
describe.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])("in a store in %s", (zone) => {
  withModules("the days of a subscription", { timeZone: zone }, (modules) => {
    const cycles = () => modules.subscriptions.cycles
    const find = async (id: string) => there(await modules.subscriptions.subscriptions.find(id))

    /** Begun today in the store, with nothing due before its first renewal. */
    async function begun() {
      const day = await today(modules, zone)
      const next_date = addDays(day, 7)
      return plainSubscription(modules, {
        ...{ anchor: day, next_date, due_after: startOfDay(next_date, zone) },
      })
    }

    beforeEach(async () => untilDay(modules, addDays(await today(modules, zone), 1), zone))

    it("begin at the store's midnight: nothing is due a minute before it", async () => {
      const { id, anchor, due_after } = await begun()
      await untilSeconds(there(due_after), -MINUTE)
      expect(await cycles().open(id, { by: "calendar" })).toBe("not_due")
      await modules.advance(2 * MINUTE)
      expect(await cycles().open(id, { by: "calendar" })).toMatchObject({
        ...{ number: 1, day: addDays(anchor, 7) },
      })
    })

    it("set the next due time by the store's time zone, not by Colombia's", async () => {
      const { id, anchor } = await begun()
      await modules.advance(7 * DAY)
      await cycles().open(id, { by: "calendar" })
      const cycle = there(await cycles().lease(there(await cycles().openOf(id)).id))
      const { amount } = await find(id)
      const paid = { order_id: "order_1", transaction_id: null, amount, taken_at: null }
      await cycles().paid(cycle, paid)
      const next = addDays(anchor, 14)
      expect(await find(id)).toMatchObject({
        ...{ next_date: next, due_after: startOfDay(next, zone) },
      })
      expect(startOfDay(next, zone)).not.toEqual(startOfDay(next, COLOMBIA))
    })

    it("set the tries after a refusal by the store's time zone, not by Colombia's", async () => {
      const { id, anchor } = await begun()
      await modules.advance(7 * DAY)
      await cycles().open(id, { by: "calendar" })
      const cycle = there(await cycles().lease(there(await cycles().openOf(id)).id))
      await refuse(modules, cycle, { zone })
      const again = addDays(anchor, 8)
      expect(await cycles().find(cycle.id)).toMatchObject({
        ...{ first_refused: addDays(anchor, 7), next_try: again },
      })
      expect((await find(id)).due_after).toEqual(startOfDay(again, zone))
    })

    it.each([
      ["no period a minute before", -MINUTE, { number: 1, skipped: 0 }],
      ["a period a minute after", MINUTE, { number: 2, skipped: 1 }],
    ])("skip %s the store's midnight", async (_what, seconds, opened) => {
      const { id, anchor } = await begun()
      await untilSeconds(startOfDay(addDays(anchor, 14), zone), seconds)
      expect(await cycles().open(id, { by: "calendar" })).toMatchObject(opened)
    })

    /** Until so many seconds after an instant. */
    async function untilSeconds(at: Date, seconds: number): Promise<void> {
      const now = await modules.subscriptions.subscriptions.now()
      await modules.advance((at.getTime() - now.getTime()) / 1000 + seconds)
    }
  })
})
