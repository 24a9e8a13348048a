import { addDays, startOfDay } from "../../src/domain/time/calendar-day"
import { majorAmount } from "../../src/domain/money/amount"
import { RENEWAL_CLAIM_SECONDS, RENEWAL_LEASE_SECONDS } from "../../src/domain/time/schedule"
import type { Asker, NotOpened } from "../../src/modules/subscriptions/cycle-choice"
import type { Cycle, Subscription } from "../../src/modules/subscriptions/subscription-rows"
import { there } from "../support/modules/cards"
import { expectDueIn } from "../support/modules/clock"
import { withModules } from "../support/modules/modules"
import {
  openPeriod,
  plainSubscription,
  preparedHold,
  refuse,
  today,
  untilNoon,
  ZONE,
} from "../support/modules/subscriptions"
import { together } from "../support/modules/together"

const CALENDAR: Asker = { by: "calendar" }
const request = (id: string, period: number | null = null): Asker => ({
  by: "request",
  id,
  period,
})
const BY_SHOPPER = { cause: "canceled", actor: "shopper", by: "cus_1" } as const

withModules("the periods of a subscription", {}, (modules) => {
  beforeEach(() => untilNoon(modules))

  const cycles = () => modules.subscriptions.cycles
  const find = async (id: string) => there(await modules.subscriptions.subscriptions.find(id))
  const open = (id: string, asker: Asker = CALENDAR) => cycles().open(id, asker)
  const periodOf = (opened: Cycle | NotOpened): Cycle => {
    if (typeof opened === "string") throw new Error(`not opened: ${opened}`)
    return opened
  }
  const paid = (cycle: Cycle, change = {}) =>
    cycles().paid(cycle, {
      ...{ order_id: `order_of_${cycle.number}`, transaction_id: null, taken_at: null },
      amount: majorAmount("55000"),
      ...change,
    })

  /** A subscription that began so many days ago. */
  const since = async (days: number, change: Partial<Subscription> = {}) =>
    plainSubscription(modules, { anchor: addDays(await today(modules), -days), ...change })

  describe("the opening", () => {
    it("opens one period when four workers open it at the same moment", async () => {
      const { id } = await since(7)
      const opened = await Promise.all([1, 2, 3, 4].map(() => open(id)))
      expect(new Set(opened.map((one) => periodOf(one).id)).size).toBe(1)
      expect(await cycles().of(id, 10)).toMatchObject([{ number: 1, status: "open" }])
    })

    it("returns the same period to a worker that comes while it is being opened", async () => {
      const { id } = await since(7)
      const opening = { table: "payin_cycle", event: "insert" } as const
      const [first, second] = await together(modules.pg, opening, () => open(id))
      expect(periodOf(second).id).toBe(periodOf(first).id)
    })

    it("opens one period when the calendar and two requests open it at the same moment", async () => {
      const { id } = await since(7)
      await Promise.all([open(id), open(id, request("opreq_1")), open(id, request("opreq_2"))])
      expect(await cycles().of(id, 10)).toMatchObject([{ number: 1, status: "open" }])
    })

    it("opens a period on its day and not before", async () => {
      const { id } = await since(6)
      expect(await open(id)).toBe("not_due")
      await modules.advance(86_400)
      expect(await open(id)).toMatchObject({ number: 1, day: await today(modules) })
    })

    it("opens a period ahead of its day for a request", async () => {
      const { id, anchor } = await since(2)
      expect(await cycles().next(await find(id))).toMatchObject({ number: 1 })
      expect(await open(id, request("opreq_1"))).toMatchObject({
        ...{ number: 1, day: addDays(anchor, 7) },
      })
    })

    it("returns the same period for the same request, also after it was paid", async () => {
      const { id } = await since(7)
      const first = periodOf(await open(id, request("opreq_1")))
      await paid(there(await cycles().lease(first.id)))
      expect(await open(id, request("opreq_1"))).toMatchObject({ id: first.id, status: "paid" })
      expect(await cycles().of(id, 10)).toHaveLength(1)
    })

    it("returns the same period, once paid, for a request that found it open", async () => {
      const { id } = await since(7)
      const first = periodOf(await open(id))
      expect(await open(id, request("opreq_1"))).toMatchObject({ id: first.id })
      await paid(there(await cycles().lease(first.id)))
      expect(await open(id, request("opreq_1"))).toMatchObject({ id: first.id, status: "paid" })
    })

    it("opens no other period than the one that a request names", async () => {
      const { id } = await since(7)
      expect(await open(id, request("opreq_1", 2))).toBe("other_period")
      const first = periodOf(await open(id, request("opreq_2", 1)))
      expect(await open(id, request("opreq_3", 2))).toBe("other_period")
      await paid(there(await cycles().lease(first.id)))
      expect(await open(id, request("opreq_4", 1))).toBe("other_period")
    })

    it("opens no second period on the day of a payment for a request that names none", async () => {
      const { id } = await since(7)
      await paid(there(await cycles().lease(periodOf(await open(id)).id)))
      expect(await open(id, request("opreq_1"))).toBe("unnamed_period")
      expect(await open(id, request("opreq_2", 2))).toMatchObject({ number: 2 })
    })

    it("opens no period of a subscription that is past due or has ended", async () => {
      const { subscription, cycle } = await openPeriod(modules)
      await refuse(modules, cycle)
      await modules.pg("payin_cycle").where({ id: cycle.id }).update({ status: "failed" })
      expect(await open(subscription.id)).toBe("past_due")
      expect(await cycles().next(await find(subscription.id))).toBeNull()
      await modules.subscriptions.subscriptions.end(subscription.id, BY_SHOPPER)
      expect(await open(subscription.id)).toBe("ended")
    })

    it("opens the latest of several missed periods", async () => {
      const { id } = await since(23)
      expect(await open(id)).toMatchObject({ number: 3, skipped: 2 })
    })
  })

  describe("the lease", () => {
    it("goes to one of four workers that ask at the same moment", async () => {
      const { id } = periodOf(await open((await since(7)).id))
      const leased = await Promise.all([1, 2, 3, 4].map(() => cycles().lease(id)))
      expect(leased.filter((one) => one !== null)).toHaveLength(1)
    })

    it("lasts until it is released or its time is over", async () => {
      const { id } = periodOf(await open((await since(7)).id))
      const first = there(await cycles().lease(id))
      await cycles().release(first)
      const second = there(await cycles().lease(id))
      await cycles().release(first)
      expect(await cycles().lease(id)).toBeNull()
      await modules.advance(RENEWAL_LEASE_SECONDS)
      expect(there(await cycles().lease(id)).fence).toBe(second.fence + 1)
    })

    it("refuses the writes of a former holder", async () => {
      const { cycle } = await openPeriod(modules)
      await modules.advance(RENEWAL_LEASE_SECONDS)
      const next = there(await cycles().lease(cycle.id))
      await cycles().write(next, { cart_id: "cart_of_next" })
      await expect(cycles().write(cycle, { cart_id: "cart_late" })).rejects.toThrow("was lost")
      await expect(paid(cycle)).rejects.toThrow("was lost")
      await expect(refuse(modules, cycle)).rejects.toThrow("was lost")
      await expect(cycles().failed(cycle)).rejects.toThrow("was lost")
      await cycles().noted(cycle, { attempts: 9, last_error: "late" })
      expect(await cycles().find(cycle.id)).toMatchObject({
        ...{ status: "open", cart_id: "cart_of_next", attempts: 0, refusals: 0 },
      })
      expect(await find(cycle.payin_subscription_id)).toMatchObject({ status: "active" })
    })
  })

  describe("the payment", () => {
    it("is recorded once, and the next period comes on its day", async () => {
      const { subscription, cycle } = await openPeriod(modules)
      await paid(cycle)
      await expect(paid(cycle)).rejects.toThrow("was lost")
      const day = addDays(subscription.anchor, 14)
      expect(await find(subscription.id)).toMatchObject({
        ...{ status: "active", next_number: 2, next_date: day, amount: "55000" },
        ...{ latest_order_id: "order_of_1", due_after: startOfDay(day, ZONE) },
      })
      expect(modules.bus.of("payin.subscription_renewed")).toHaveLength(1)
    })

    it("links the next renewal to the hold that paid the period", async () => {
      const { subscription, cycle } = await openPeriod(modules)
      await paid(cycle, { transaction_id: "paycdtx_paid" })
      expect(await find(subscription.id)).toMatchObject({ latest_transaction_id: "paycdtx_paid" })
    })

    it("links the next renewal to the hold requested last when it came by other means", async () => {
      const { subscription, cycle } = await openPeriod(modules)
      const { renewalHolds, cardTransactions, cardMoves } = modules.subscriptions
      const prepared = preparedHold({ kind: "renewal", linked_transaction_id: "held" })
      const hold = there(await renewalHolds.prepare(cycle, subscription, prepared))
      await cardTransactions.sending(there(await cardTransactions.claim(hold.id)), async () => {})
      await cardMoves.move(hold.id, { to: "declined", cause: "refused" })
      await paid(cycle)
      expect(await find(subscription.id)).toMatchObject({ latest_transaction_id: hold.id })
    })

    it("is asked for under the same reference by every copy of the database, and under another one after each try that may have left", async () => {
      const { subscription, cycle } = await openPeriod(modules)
      const { renewalHolds } = modules.subscriptions
      const prepare = async () =>
        there(await renewalHolds.prepare(cycle, subscription, preparedHold({})))
      const first = await prepare()
      await modules.pg("payin_card_transaction").delete()
      const restored = await prepare()
      expect(restored.reference).toBe(first.reference)
      await renewalHolds.drop(restored.id, "given up")
      const again = await prepare()
      expect(again.reference).toBe(first.reference)
      await modules
        .pg("payin_card_transaction")
        .where({ id: again.id })
        .update({ status: "declined", sent_at: new Date() })
      expect((await prepare()).reference).not.toBe(first.reference)
    })

    it("skips the periods that began before it when it comes late", async () => {
      const { subscription, cycle } = await openPeriod(modules)
      await modules.advance(15 * 86_400)
      await paid(there(await cycles().lease(cycle.id)))
      expect(await cycles().find(cycle.id)).toMatchObject({ status: "paid", skipped: 2 })
      expect(await find(subscription.id)).toMatchObject({ next_number: 4 })
    })

    it("counts at the time of the capture when it is recorded late", async () => {
      const { subscription, cycle } = await openPeriod(modules)
      const taken_at = await modules.subscriptions.subscriptions.now()
      await modules.advance(15 * 86_400)
      await paid(there(await cycles().lease(cycle.id)), { taken_at })
      expect(await find(subscription.id)).toMatchObject({ next_number: 2 })
    })

    it("is recorded although the subscription ended meanwhile, and no period follows", async () => {
      const { subscription, cycle } = await openPeriod(modules)
      await modules.subscriptions.subscriptions.end(subscription.id, BY_SHOPPER)
      await paid(cycle)
      expect(await cycles().find(cycle.id)).toMatchObject({ status: "paid" })
      expect(await find(subscription.id)).toMatchObject({
        ...{ status: "canceled", next_date: null, due_after: null },
      })
    })
  })

  describe("the failure", () => {
    it("follows an operator's refund, and the next period comes", async () => {
      const { subscription, cycle } = await openPeriod(modules)
      await cycles().givenBack(cycle, "a person canceled its order")
      expect(await cycles().find(cycle.id)).toMatchObject({
        ...{ status: "failed", last_error: "a person canceled its order" },
      })
      expect(await find(subscription.id)).toMatchObject({
        ...{ status: "active", next_number: 2, latest_order_id: "order_none" },
      })
      expect(modules.bus.of("payin.subscription_renewed")).toEqual([])
    })

    it("follows the end of the subscription, and nothing is due any more", async () => {
      const { subscription, cycle } = await openPeriod(modules)
      await modules.subscriptions.subscriptions.end(subscription.id, BY_SHOPPER)
      await cycles().failed(cycle)
      expect(await cycles().find(cycle.id)).toMatchObject({ status: "failed" })
      expect(await find(subscription.id)).toMatchObject({ due_after: null })
    })
  })

  it("are known by their order and their cart while they are charged", async () => {
    const { subscription, cycle } = await openPeriod(modules)
    await cycles().write(cycle, { order_id: "order_1", cart_id: "cart_1" })
    const asked = (order_id: string, cart_ids: string[] = []) =>
      cycles().awaiting({ order_id, cart_ids })
    expect(await asked("order_1")).toBe(cycle.id)
    expect(await asked("order_2", ["cart_1"])).toBe(cycle.id)
    expect(await asked("order_2")).toBeNull()
    expect(await cycles().made("order_1")).toBe(true)
    expect(await cycles().made("order_2")).toBe(false)
    await modules.subscriptions.subscriptions.end(subscription.id, BY_SHOPPER)
    expect(await asked("order_1")).toBeNull()
  })

  it("are looked at soon when the process dies that cancels their order", async () => {
    const { subscription, cycle } = await openPeriod(modules)
    await modules.subscriptions.subscriptions.dueAgain(subscription, 30 * 86_400)
    await expectDueIn(modules, RENEWAL_CLAIM_SECONDS, async () => {
      await cycles().freeing(cycle, "order_1")
      return (await find(subscription.id)).due_after
    })
    expect(await cycles().find(cycle.id)).toMatchObject({ freed_order_id: "order_1" })
  })
})
