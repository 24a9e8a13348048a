import { addDays } from "../../src/domain/time/calendar-day"
import type { Ending } from "../../src/modules/subscriptions/subscriptions"
import { closeGate } from "../support/gate"
import { CardTill, there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { plainSubscription, today } from "../support/modules/subscriptions"
import { untilBlocked } from "../support/modules/together"

const BY_SHOPPER: Ending = { cause: "canceled", actor: "shopper", by: "cus_1" }

withModules("a subscription", {}, (modules) => {
  const till = new CardTill(modules)
  const subscriptions = () => modules.subscriptions.subscriptions
  const find = async (id: string) => subscriptions().find(id)

  describe("the start", () => {
    it("happens once for its order when four workers start it at the same moment", async () => {
      const started = await Promise.all(
        [1, 2, 3, 4].map((n) => plainSubscription(modules, { plan_name: `Plan ${n}` }))
      )
      expect(new Set(started.map(({ id }) => id)).size).toBe(1)
      expect(await modules.pg("payin_subscription")).toHaveLength(1)
      expect(modules.bus.of("payin.subscription_created")).toHaveLength(1)
    })

    it("makes the subscription active, with its order as the latest one, and publishes ids only", async () => {
      const { id } = await plainSubscription(modules, { customer_id: "cus_1" })
      expect(await find(id)).toMatchObject({
        ...{ status: "active", status_cause: "created", latest_order_id: "order_none" },
        next_number: 1,
      })
      expect(modules.bus.told).toEqual([
        {
          name: "payin.subscription_created",
          data: { id, status: "active", order_id: "order_none", customer_id: "cus_1" },
        },
      ])
    })

    it.each([
      ["canceled", "canceled", "canceled"],
      ["expired", "expired", "expired"],
      ["failed", "canceled", "canceled"],
      ["ending", "canceled", "canceled"],
    ])("ends the subscription when its card is %s", async (card, status, status_cause) => {
      const { id: card_id } = await till.kept()
      await modules.pg("payin_card").where({ id: card_id }).update({ status: card })
      const { id } = await plainSubscription(modules, { card_id })
      expect(await find(id)).toMatchObject({
        ...{ status, status_cause, next_date: null, due_after: null },
      })
      expect(modules.bus.told.map(({ name }) => name)).toEqual([
        "payin.subscription_created",
        "payin.subscription_canceled",
      ])
    })

    it("keeps the card in use when it is retired at the same moment", async () => {
      const { id: card_id } = await till.kept()
      const gate = await closeGate(modules.pg, { table: "payin_subscription", event: "insert" })
      const starting = plainSubscription(modules, { card_id })
      await gate.arrived()
      const retiring = modules.subscriptions.cards.retire(card_id, null)
      await untilBlocked(modules.pg, 2, retiring)
      await gate.open()
      expect(await starting).toMatchObject({ status: "active" })
      expect(await retiring).toBe("used")
    })

    it("succeeds although the event bus is down", async () => {
      modules.bus.fails = new Error("the bus is down")
      const { id } = await plainSubscription(modules)
      expect(await find(id)).toMatchObject({ status: "active" })
      expect(modules.log.lines).toContainEqual({
        level: "error",
        message: expect.stringContaining("payin.subscription_created was not emitted"),
      })
    })
  })

  describe("the end", () => {
    it("comes once, by the first of three actors that end it at the same moment", async () => {
      const { id } = await plainSubscription(modules)
      const ended = await Promise.all(
        ["a", "b", "c"].map((by) => subscriptions().end(id, { ...BY_SHOPPER, by }))
      )
      const moved = ended.filter((one) => one?.transition === "move")
      expect(moved).toHaveLength(1)
      expect(await find(id)).toMatchObject({
        ...{ status: "canceled", canceled_by: moved[0]?.subscription.canceled_by },
        ...{ next_date: null, due_after: null },
      })
      expect(modules.bus.of("payin.subscription_canceled")).toHaveLength(1)
    })

    it("makes the subscription due at once while a period is open", async () => {
      const { id } = await plainSubscription(modules, { anchor: addDays(await today(modules), -7) })
      await modules.subscriptions.cycles.open(id, { by: "calendar" })
      await subscriptions().end(id, BY_SHOPPER)
      expect(await subscriptions().claimDue(5)).toEqual([id])
    })

    it("comes for each subscription that renews with an ended card and for no other", async () => {
      const { id: card_id, subscription_id } = await till.kept()
      const [one, two] = [
        await plainSubscription(modules, { card_id, order_id: "order_1" }),
        await plainSubscription(modules, { card_id, order_id: "order_2" }),
      ]
      const other = await plainSubscription(modules, { order_id: "order_3" })
      const ending = { cause: "expired", actor: "service", by: null } as const
      const card = { account: "co", subscription_id: there(subscription_id) }
      expect(await subscriptions().endOfCard({ ...card, account: "pe" }, ending)).toEqual([])
      const ended = await subscriptions().endOfCard(card, ending)
      expect(ended.sort()).toEqual([one.id, two.id].sort())
      expect(await find(one.id)).toMatchObject({ status: "expired" })
      expect(await find(other.id)).toMatchObject({ status: "active" })
    })

    it("queues its card at once, to be canceled at the service if nobody needs it", async () => {
      const { id: card_id } = await till.kept()
      const { id } = await plainSubscription(modules, { card_id })
      expect(await modules.subscriptions.unneededCards.claim(5)).toEqual([])
      await subscriptions().end(id, BY_SHOPPER)
      expect(await modules.subscriptions.unneededCards.claim(5)).toMatchObject([{ id: card_id }])
    })

    it("returns nothing for an unknown subscription", async () => {
      expect(await subscriptions().end("paysub_none", BY_SHOPPER)).toBeNull()
    })

    it("is refused for a cause that its actor may not give", async () => {
      const { id } = await plainSubscription(modules)
      const expired = { cause: "expired", actor: "shopper", by: "cus_1" } as const
      expect(await subscriptions().end(id, expired)).toMatchObject({ transition: "forbidden" })
      expect(await find(id)).toMatchObject({ status: "active" })
      expect(modules.bus.of("payin.subscription_canceled")).toEqual([])
    })
  })

  it("renews with its card as long as it lives", async () => {
    const { id } = await plainSubscription(modules, { card_id: "paycard_1" })
    expect(await subscriptions().livesOn("paycard_1")).toBe(true)
    await subscriptions().end(id, BY_SHOPPER)
    expect(await subscriptions().livesOn("paycard_1")).toBe(false)
  })

  it("is found by its order and among its customer's, the newest first", async () => {
    const first = await plainSubscription(modules, { customer_id: "cus_1", order_id: "order_1" })
    const second = await plainSubscription(modules, { customer_id: "cus_1", order_id: "order_2" })
    await plainSubscription(modules, { customer_id: "cus_2", order_id: "order_3" })
    expect(await subscriptions().ofOrder("order_1")).toMatchObject({ id: first.id })
    expect((await subscriptions().ofCustomer("cus_1", 5)).map(({ id }) => id)).toEqual([
      second.id,
      first.id,
    ])
    expect(await subscriptions().ofCustomer("cus_1", 1)).toHaveLength(1)
  })
})
