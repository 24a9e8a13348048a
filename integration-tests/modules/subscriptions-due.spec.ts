import { startOfDay } from "../../src/domain/time/calendar-day"
import { RENEWAL_CLAIM_SECONDS } from "../../src/domain/time/schedule"
import type { Ending } from "../../src/modules/subscriptions/subscriptions"
import { expectDueIn } from "../support/modules/clock"
import { there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { promisesOfQueue } from "../support/modules/queue"
import { openPeriod, plainSubscription, ZONE } from "../support/modules/subscriptions"

const BY_SHOPPER: Ending = { cause: "canceled", actor: "shopper", by: "cus_1" }

withModules("the due time of a subscription", {}, (modules) => {
  const subscriptions = () => modules.subscriptions.subscriptions
  const due = async (id: string) => there(await subscriptions().find(id)).due_after

  describe("the queue of due subscriptions", () => {
    promisesOfQueue(modules, {
      ...{ table: "payin_subscription", due: "due_after", seconds: RENEWAL_CLAIM_SECONDS },
      async fill(count) {
        const ids: string[] = []
        for (let one = 0; one < count; one++) {
          ids.push((await plainSubscription(modules, { order_id: `order_${one}` })).id)
        }
        return ids
      },
      claim: (limit) => subscriptions().claimDue(limit),
    })
  })

  it("is set to the time that the job asks for, or removed", async () => {
    const subscription = await plainSubscription(modules)
    await expectDueIn(modules, 600, async () => {
      await subscriptions().dueAgain(subscription, 600)
      return due(subscription.id)
    })
    const noon = new Date("2027-05-06T17:00:00Z")
    await subscriptions().dueAgain(subscription, noon)
    expect(await due(subscription.id)).toEqual(noon)
    await subscriptions().dueAgain(subscription, null)
    expect(await due(subscription.id)).toBeNull()
  })

  it("comes at once when the subscription ended after the job read it", async () => {
    const { subscription } = await openPeriod(modules)
    await subscriptions().end(subscription.id, BY_SHOPPER)
    await subscriptions().dueAgain(subscription, 86_400)
    expect(await subscriptions().claimDue(5)).toEqual([subscription.id])
  })

  it("comes with the next period, unless a period is open or the subscription ended", async () => {
    const waiting = await plainSubscription(modules, { order_id: "order_1", due_after: null })
    await subscriptions().dueByDate(waiting.id)
    expect(await due(waiting.id)).toEqual(startOfDay(there(waiting.next_date), ZONE))

    const { subscription: open } = await openPeriod(modules, { order_id: "order_2" })
    const before = await due(open.id)
    await subscriptions().dueByDate(open.id)
    expect(await due(open.id)).toEqual(before)

    await subscriptions().end(waiting.id, BY_SHOPPER)
    await subscriptions().dueByDate(waiting.id)
    expect(await due(waiting.id)).toBeNull()
  })

  it("comes at once when its period is requeued", async () => {
    const { subscription, cycle } = await openPeriod(modules)
    await subscriptions().dueAgain(subscription, 86_400)
    const other = await plainSubscription(modules, { order_id: "order_2" })
    await subscriptions().requeueOfCycle(cycle.id)
    expect(await subscriptions().claimDue(5)).toEqual([subscription.id])
    expect(await due(other.id)).toEqual(other.due_after)
  })

  it("comes before every other that is due when its money was reported, or it ended with an open period", async () => {
    const { subscription: told, cycle } = await openPeriod(modules, { order_id: "order_told" })
    const { subscription: ended } = await openPeriod(modules, { order_id: "order_ended" })
    const backlog = await plainSubscription(modules, { order_id: "order_due" })
    await subscriptions().dueAgain(backlog, -30 * 86_400)
    await subscriptions().requeueOfCycle(cycle.id)
    await subscriptions().end(ended.id, BY_SHOPPER)
    const claimed: string[] = []
    for (let one = 0; one < 3; one++) claimed.push(...(await subscriptions().claimDue(1)))
    expect(claimed).toEqual([told.id, ended.id, backlog.id])
    expect(await subscriptions().claimDue(1)).toEqual([])
  })

  it("comes after the claim time when a process dies that opened a period for a request", async () => {
    const subscription = await plainSubscription(modules)
    const asker = { by: "request", id: "opreq_1", period: null } as const
    await expectDueIn(modules, RENEWAL_CLAIM_SECONDS, async () => {
      await modules.subscriptions.cycles.open(subscription.id, asker)
      return due(subscription.id)
    })
  })
})
