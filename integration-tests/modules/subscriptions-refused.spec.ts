import { addDays, startOfDay } from "../../src/domain/time/calendar-day"
import { CardTill, there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import {
  openPeriod,
  plainSubscription,
  refuse,
  today,
  untilDay,
  untilNoon,
  ZONE,
} from "../support/modules/subscriptions"

const DAY = 86_400

withModules("a period that the bank refuses", {}, (modules) => {
  beforeEach(() => untilNoon(modules))
  const cycles = () => modules.subscriptions.cycles
  const find = async (id: string) => there(await modules.subscriptions.subscriptions.find(id))

  it("makes its subscription past due, and is tried again on its day", async () => {
    const { subscription, cycle } = await openPeriod(modules)
    const day = await today(modules)
    expect(await refuse(modules, cycle)).toMatchObject({
      ...{ status: "open", refusals: 1, first_refused: day, next_try: addDays(day, 1) },
      last_error: "no money",
    })
    expect(await find(subscription.id)).toMatchObject({
      ...{ status: "past_due", status_cause: "refused" },
      due_after: startOfDay(addDays(day, 1), ZONE),
    })
    // It is the one that a person's request would charge.
    expect(await cycles().next(await find(subscription.id))).toMatchObject({ number: cycle.number })
    expect(modules.bus.of("payin.subscription_past_due")).toHaveLength(1)
  })

  it("is tried on each configured day, and ends its subscription after the last", async () => {
    const { subscription, cycle } = await openPeriod(modules)
    const first = await today(modules)
    const days = [2, 9]
    let tried = cycle
    for (const after of days) {
      tried = there(await refuse(modules, tried, { days }))
      expect(tried.next_try).toBe(addDays(first, after))
      await untilDay(modules, addDays(first, after))
    }
    expect(await refuse(modules, tried, { days })).toBeNull()
    expect(await find(subscription.id)).toMatchObject({
      ...{ status: "canceled", status_cause: "given_up", next_date: null },
    })
    expect(modules.bus.told.map(({ name }) => name)).toEqual([
      "payin.subscription_created",
      "payin.subscription_past_due",
      "payin.subscription_canceled",
    ])
  })

  it("stays open when its refusal ends the subscription, and is due at once to be closed", async () => {
    const { subscription, cycle } = await openPeriod(modules)
    await refuse(modules, cycle, { days: [] })
    expect(await cycles().find(cycle.id)).toMatchObject({ status: "open", next_try: null })
    const claimed = await modules.subscriptions.subscriptions.claimDue(5)
    expect(claimed).toEqual([subscription.id])
  })

  it("counts two refused tries of one day as one refusal", async () => {
    const { cycle } = await openPeriod(modules)
    const first = there(await refuse(modules, cycle))
    const second = there(await refuse(modules, first))
    expect(second.refusals).toBe(1)
    await modules.advance(DAY)
    expect(await refuse(modules, second)).toMatchObject({ refusals: 2 })
  })

  it("counts no refusal ahead of its day, and is tried on its day", async () => {
    const subscription = await plainSubscription(modules)
    const asker = { by: "request", id: "opreq_1", period: null } as const
    const opened = await cycles().open(subscription.id, asker)
    const cycle = there(await cycles().lease(typeof opened === "string" ? "" : opened.id))
    expect(await refuse(modules, cycle)).toMatchObject({
      ...{ refusals: 0, first_refused: null, next_try: cycle.day, last_error: "no money" },
    })
    expect(await find(subscription.id)).toMatchObject({
      ...{ status: "active", due_after: startOfDay(cycle.day, ZONE) },
    })
  })

  it("makes its subscription active again and publishes the renewal once it is paid", async () => {
    const { subscription, cycle } = await openPeriod(modules)
    await refuse(modules, cycle)
    const { amount } = subscription
    await cycles().paid(cycle, {
      order_id: "order_1",
      transaction_id: null,
      amount,
      taken_at: null,
    })
    expect(await find(subscription.id)).toMatchObject({
      ...{ status: "active", status_cause: "renewed", next_number: 2 },
    })
    expect(modules.bus.of("payin.subscription_renewed")).toHaveLength(1)
  })

  it("does not end its subscription again when the shopper ended it meanwhile", async () => {
    const { subscription, cycle } = await openPeriod(modules)
    const ending = { cause: "canceled", actor: "shopper", by: "cus_1" } as const
    await modules.subscriptions.subscriptions.end(subscription.id, ending)
    await refuse(modules, cycle, { days: [] })
    expect(await find(subscription.id)).toMatchObject({ status_cause: "canceled" })
    expect(modules.bus.of("payin.subscription_canceled")).toHaveLength(1)
    expect(modules.bus.of("payin.subscription_past_due")).toEqual([])
  })

  it("queues its card for cancellation at the service after the last try", async () => {
    const { id: card_id } = await new CardTill(modules).kept()
    const { cycle } = await openPeriod(modules, { card_id })
    await refuse(modules, cycle, { days: [] })
    expect((await modules.subscriptions.cards.present(card_id)).cancel_after).not.toBeNull()
  })
})
