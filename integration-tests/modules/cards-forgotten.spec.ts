import type { Whose } from "../../src/domain/privacy/personal-data"
import type { CardStep } from "../../src/modules/subscriptions/card-moves"
import { cancelUnneededCards } from "../../src/workflows/subscribe/cancel-unneeded-cards"
import { CardTill } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { openPeriod, plainSubscription, refuse } from "../support/modules/subscriptions"
import { CANARY } from "../support/personal-data"
import { ONE_TRY } from "../support/shop-settings"

const OF_CUSTOMER: Whose = { customer_ids: ["cus_1"], order_ids: [], cart_ids: [] }
const BY_SHOPPER = { cause: "canceled", actor: "shopper", by: "cus_1" } as const
const DAY = 86_400

withModules("a shopper who is forgotten", ONE_TRY.options ?? {}, (modules) => {
  const till = new CardTill(modules)
  const move = async (id: string, step: CardStep) =>
    (await modules.subscriptions.cardMoves.move(id, step)).transaction

  /** What stands in the way, in words. */
  const inTheWay = (whose = OF_CUSTOMER) =>
    modules.pg.transaction(async (trx) => {
      const { forgetting } = modules.subscriptions
      return forgetting.underWay(trx, await forgetting.lock(trx, whose))
    })

  const forget = (whose = OF_CUSTOMER) =>
    modules.pg.transaction(async (trx) => {
      const { forgetting } = modules.subscriptions
      await forgetting.erase(trx, await forgetting.lock(trx, whose))
    })

  it("is erased from cards, holds and subscriptions, which keep their amounts and states", async () => {
    const row = await till.taken({ customer_id: "cus_1", order_id: "order_1" })
    const { card_id } = row
    const { subscription, cycle } = await openPeriod(modules, { customer_id: "cus_1", card_id })
    await refuse(modules, cycle)
    const named = { refusal_message: CANARY.co.full_name, apply_error: CANARY.co.full_name }
    await modules.pg("payin_card_transaction").update(named)
    await modules.pg("payin_card").update({ last_error: CANARY.co.full_name })
    await forget()
    expect(modules.subscriptions.cards.customerOf(await till.card(card_id))).toBeNull()
    expect(await till.card(card_id)).toMatchObject({
      ...{ customer_id: null, saved_at: null, last_four: null, last_error: null },
    })
    expect(await till.row(row.id)).toMatchObject({
      ...{ customer_id: null, refusal_message: null, apply_error: null },
      ...{ status: "captured", captured_amount: "60000", order_id: "order_1" },
    })
    expect(await modules.subscriptions.subscriptions.find(subscription.id)).toMatchObject({
      ...{ customer_id: null, last_four: null, amount: "60000" },
    })
    expect(await modules.subscriptions.cycles.find(cycle.id)).toMatchObject({ last_error: null })
  })

  it("is found as a guest by orders and carts, and no other customer is erased", async () => {
    const own = await till.held({ cart_id: "cart_own" })
    const ordered = await till.held({ order_id: "order_own" })
    const other = await till.held({ customer_id: "cus_2" })
    await forget({ customer_ids: [], order_ids: ["order_own"], cart_ids: ["cart_own"] })
    const { cards } = modules.subscriptions
    expect(cards.customerOf(await till.card(own.card_id))).toBeNull()
    expect(cards.customerOf(await till.card(ordered.card_id))).toBeNull()
    expect(cards.customerOf(await till.card(other.card_id))).toEqual(CANARY.co)
  })

  it("has kept cards queued for cancellation at the service, and unsent cards fail", async () => {
    const kept = await till.kept({ customer_id: "cus_1" })
    const { card_id } = await till.chosen({ customer_id: "cus_1" })
    await forget()
    expect((await till.card(kept.id)).cancel_after).not.toBeNull()
    expect(await till.card(card_id)).toMatchObject({ status: "failed", token_sealed: null })
  })

  it("is blocked by a checkout by card for an hour", async () => {
    await till.chosen({ customer_id: "cus_1" })
    expect(await inTheWay()).toEqual([expect.stringContaining("a checkout by card")])
    await modules.advance(3600 + 60)
    expect(await inTheWay()).toEqual([])
  })

  it("is blocked by a subscription that still renews", async () => {
    const { id } = await plainSubscription(modules, { customer_id: "cus_1" })
    expect(await inTheWay()).toEqual([expect.stringContaining(`${id} still renews`)])
    await modules.subscriptions.subscriptions.end(id, BY_SHOPPER)
    expect(await inTheWay()).toEqual([])
  })

  it.each<[string, CardStep[], RegExp]>([
    ["held", [{ to: "authorized", cause: "answered" }], /neither captured nor released/],
    ["unknown", [{ to: "unknown", cause: "unclear" }], /nobody knows yet/],
    [
      "captured and not booked",
      [
        { to: "authorized", cause: "answered" },
        { to: "captured", cause: "answered" },
      ],
      /is not booked yet/,
    ],
  ])("is blocked by money that is %s", async (_what, steps, words) => {
    const { id } = await till.chosen({ customer_id: "cus_1" })
    for (const step of steps) await move(id, step)
    await modules.advance(3600 + 60)
    expect(await inTheWay()).toEqual([expect.stringMatching(words)])
  })

  it.each<[string, CardStep[]]>([
    ["declined", [{ to: "declined", cause: "refused" }]],
    [
      "released",
      [
        { to: "authorized", cause: "answered" },
        { to: "released", cause: "released" },
      ],
    ],
  ])("is not blocked by a hold that was %s", async (_what, steps) => {
    const { id } = await till.chosen({ customer_id: "cus_1" })
    for (const step of steps) await move(id, step)
    expect(await inTheWay()).toEqual([])
  })

  it("is blocked by a card that is being canceled at the service", async () => {
    const { id } = await till.kept({ customer_id: "cus_1" })
    await modules.subscriptions.cards.retire(id, null)
    expect(await inTheWay()).toEqual([expect.stringContaining("asked to forget the card")])
  })
})

withModules("a card that no subscription renews with", ONE_TRY.options ?? {}, (modules) => {
  const till = new CardTill(modules)
  const { sandbox } = modules
  const canceled = () => sandbox.cards.subscriptions({ status: "CANCELLED" })

  /** A card whose subscription has just ended. */
  async function ended(): Promise<string> {
    const { id, card_id } = await till.held()
    await move(id, { to: "released", cause: "lapses" })
    const subscription = await plainSubscription(modules, { card_id })
    await modules.subscriptions.subscriptions.end(subscription.id, BY_SHOPPER)
    return card_id
  }
  const move = (id: string, step: CardStep) => modules.subscriptions.cardMoves.move(id, step)

  it("is canceled at the service once when three workers run at the same moment", async () => {
    const card_id = await ended()
    await Promise.all([1, 2, 3].map(() => cancelUnneededCards(modules.container)))
    expect(canceled()).toHaveLength(1)
    expect(sandbox.requests({ operation: "card_cancel" })).toHaveLength(1)
    expect(await till.card(card_id)).toMatchObject({ status: "canceled", cancel_after: null })
  })

  it("stays active when a shopper saved it meanwhile", async () => {
    const card_id = await ended()
    await modules.pg("payin_card").update({ saved_at: modules.pg.fn.now() })
    await cancelUnneededCards(modules.container)
    expect(await till.card(card_id)).toMatchObject({ status: "active", cancel_after: null })
    expect(canceled()).toEqual([])
  })

  it("stays active when another subscription renews with it", async () => {
    const card_id = await ended()
    await plainSubscription(modules, { card_id, order_id: "order_2" })
    await cancelUnneededCards(modules.container)
    expect(await till.card(card_id)).toMatchObject({ status: "active", cancel_after: null })
  })

  it("is not canceled while it holds money, and is canceled afterwards", async () => {
    const card_id = await ended()
    const { id } = await till.held({ card_id })
    await cancelUnneededCards(modules.container)
    expect(canceled()).toEqual([])
    await move(id, { to: "released", cause: "lapses" })
    await modules.advance(DAY)
    await cancelUnneededCards(modules.container)
    expect(canceled()).toHaveLength(1)
  })

  it("is canceled by a later try when the first call failed at the service", async () => {
    const card_id = await ended()
    sandbox.injectFault({ operation: "card_cancel", kind: "error_before", times: 1 })
    await cancelUnneededCards(modules.container)
    expect(await till.card(card_id)).toMatchObject({ status: "ending" })
    await modules.advance(DAY)
    await cancelUnneededCards(modules.container)
    expect(await till.card(card_id)).toMatchObject({ status: "canceled" })
  })
})
