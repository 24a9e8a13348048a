import {
  APPLY_BACKOFF_SECONDS,
  APPLY_CHECK_SECONDS,
  CARD_UNKNOWN_SECONDS,
} from "../../src/domain/schedule"
import { CARD_ABANDONED_SECONDS } from "../../src/domain/card-watch-times"
import type { CardStep } from "../../src/modules/subscriptions/card-moves"
import type { CardTransaction } from "../../src/modules/subscriptions/card-rows"
import { CardTill, there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { promisesOfQueue } from "../support/modules/queue"
import { openPeriod, plainSubscription } from "../support/modules/subscriptions"

const TABLE = "payin_card_transaction"
/** A claimed row comes back after this long. */
const CLAIM_SECONDS = 150
const HELD: CardStep = { to: "authorized", cause: "webhook" }
const TAKEN: CardStep = { to: "captured", cause: "webhook" }
const GONE: CardStep = { to: "released", cause: "released" }

withModules("the watch over card payments", {}, (modules) => {
  const till = new CardTill(modules)
  const watch = () => modules.subscriptions.cardWatch
  const moves = () => modules.subscriptions.cardMoves

  async function moved(...steps: CardStep[]): Promise<CardTransaction> {
    const { id } = await till.chosen()
    for (const step of steps) await moves().move(id, step)
    return till.row(id)
  }

  async function manyHeld(count: number): Promise<string[]> {
    const ids: string[] = []
    for (let one = 0; one < count; one++) ids.push((await moved(HELD)).id)
    return ids
  }

  describe("claims what Medusa is to be told of, and", () => {
    promisesOfQueue(modules, {
      ...{ table: TABLE, due: "apply_after", seconds: CLAIM_SECONDS, fill: manyHeld },
      claim: async (limit) => idsOf(await watch().claimToApply({ limit })),
    })
  })

  describe("claims what is to be released, and", () => {
    promisesOfQueue(modules, {
      ...{ table: TABLE, due: "release_after", seconds: CLAIM_SECONDS, fill: manyHeld },
      claim: async (limit) => idsOf(await watch().claimToRelease(limit)),
    })
  })

  describe("looks", () => {
    it.each<[string, CardStep[], number]>([
      ["a hold", [HELD], APPLY_CHECK_SECONDS],
      ["a capture", [TAKEN], APPLY_CHECK_SECONDS],
      ["a hold that was released", [HELD, GONE], APPLY_CHECK_SECONDS],
      ["what nobody knows", [{ to: "unknown", cause: "unclear" }], CARD_UNKNOWN_SECONDS],
    ])("at %s after the time that it has to be shown in", async (_what, steps, seconds) => {
      const { apply_after, status_changed_at } = await moved(...steps)
      expect(secondsBetween(status_changed_at, apply_after)).toBe(seconds)
    })

    it("at a card that nobody asked for when it was left for long", async () => {
      const { apply_after, created_at } = await till.chosen()
      expect(secondsBetween(created_at, apply_after)).toBe(CARD_ABANDONED_SECONDS)
    })

    it("no more at what Medusa shows, unless it moved meanwhile", async () => {
      const shown = await moved(HELD)
      await watch().applied(shown)
      expect(await till.row(shown.id)).toMatchObject({ apply_after: null })

      const passed = await moved(HELD)
      await moves().move(passed.id, TAKEN)
      await watch().applied(passed)
      await watch().rest(passed)
      expect((await till.row(passed.id)).apply_after).not.toBeNull()
    })

    it("later and later at what Medusa cannot be told, and says why", async () => {
      const { id } = await moved(HELD)
      for (const seconds of APPLY_BACKOFF_SECONDS) {
        await modules.advance(3600)
        const [claimed] = await watch().claimToApply({ id })
        await watch().postpone(claimed, "core is busy")
        const row = await modules
          .pg(TABLE)
          .where({ id })
          .first(modules.pg.raw("extract(epoch from apply_after - updated_at)::int as seconds"))
        expect(row).toEqual({ seconds })
      }
      expect(await till.row(id)).toMatchObject({
        ...{ apply_error: "core is busy", apply_attempts: APPLY_BACKOFF_SECONDS.length },
      })
    })

    it("at once at what a person or a signal requeues", async () => {
      const { id } = await moved(HELD)
      expect(await watch().claimToApply({ id })).toEqual([])
      await watch().requeue(id)
      expect(idsOf(await watch().claimToApply({ id }))).toEqual([id])
    })

    it("once more at what is shown again, and not earlier at what is due anyway", async () => {
      const { id } = await moved(HELD)
      const before = (await till.row(id)).apply_after
      await watch().shownAgain(id)
      expect((await till.row(id)).apply_after).toEqual(before)
      await watch().applied(await till.row(id))
      await watch().shownAgain(id)
      expect((await till.row(id)).apply_after).not.toBeNull()
    })

    it("no more for a worker whose claim somebody else took over", async () => {
      const { id } = await moved(HELD)
      await watch().requeue(id)
      const [slow] = await watch().claimToApply({ id })
      await modules.advance(CLAIM_SECONDS)
      expect(await watch().claimToApply({ id })).toHaveLength(1)
      await watch().applied(slow)
      await watch().postpone(slow, "late")
      expect(await till.row(id)).toMatchObject({ apply_error: null })
      expect((await till.row(id)).apply_after).not.toBeNull()
    })
  })

  it("lets go what is held only", async () => {
    const [id] = await toVoid(1)
    await moves().move(id, { to: "capturing", cause: "claimed" })
    expect(await watch().claimToRelease(5)).toEqual([])
    await moves().move(id, { to: "authorized", cause: "refused" })
    expect(idsOf(await watch().claimToRelease(5))).toEqual([id])
  })

  it("goes on to release a hold that a refused capture left, and forgets one that is gone", async () => {
    await toVoid(2)
    const [held, gone] = await watch().claimToRelease(5)
    await moves().move(gone.id, GONE)
    await watch().notHeld(held)
    await watch().notHeld(gone)
    expect((await till.row(held.id)).release_after).not.toBeNull()
    expect(await till.row(gone.id)).toMatchObject({ release_after: null })
    await watch().releaseOver(await till.row(held.id))
    expect(await till.row(held.id)).toMatchObject({ release_after: null })
  })

  it("counts what is held, what is released within a day and what nobody knows", async () => {
    await manyHeld(1)
    await moved({ to: "unknown", cause: "unclear" })
    expect(await watch().depths()).toEqual({ held: 1, to_release: 0, unknown: 1 })
    await toVoid(1)
    expect(await watch().depths()).toEqual({ held: 2, to_release: 2, unknown: 1 })
    await modules.pg(TABLE).update({ release_after: modules.pg.raw("now() + interval '2 days'") })
    expect(await watch().depths()).toMatchObject({ to_release: 0 })
    await modules.advance(86_400 + 60)
    expect(await watch().depths()).toMatchObject({ to_release: 2 })
  })

  async function toVoid(count: number): Promise<string[]> {
    const ids = await manyHeld(count)
    await modules.pg(TABLE).update({ release_after: modules.pg.fn.now() })
    return ids
  }

  it("writes the order of a payment once it is found", async () => {
    const row = await moved(HELD)
    await watch().placed(row, "order_1")
    await watch().placed(row, "order_2")
    expect(await till.row(row.id)).toMatchObject({ order_id: "order_2" })
  })

  describe("finds the subscriptions that a payment paid for", () => {
    it("by its first order, and not by what paid more of that order later", async () => {
      const first = await captured({ order_id: "order_1" })
      await modules.advance(60)
      const later = await captured({ order_id: "order_1" })
      const { id } = await plainSubscription(modules, { order_id: "order_1" })
      expect(await watch().paidBy(first)).toEqual([id])
      expect(await watch().paidBy(later)).toEqual([])
    })

    it("by its period, unless a person gave that one back", async () => {
      const { subscription, cycle } = await openPeriod(modules)
      const row = { ...(await captured({})), cycle_id: cycle.id }
      expect(await watch().paidBy(row)).toEqual([subscription.id])
      await modules.subscriptions.cycles.givenBack(cycle, "a person gave it back")
      expect(await watch().paidBy(row)).toEqual([])
    })

    it("while they live", async () => {
      const row = await captured({ order_id: "order_1" })
      const { id } = await plainSubscription(modules, { order_id: "order_1" })
      const ending = { cause: "canceled", actor: "operator", by: "user_1" } as const
      await modules.subscriptions.subscriptions.end(id, ending)
      expect(await watch().paidBy(row)).toEqual([])
    })

    async function captured(change: { order_id?: string }): Promise<CardTransaction> {
      const { id } = await till.chosen(change)
      await moves().move(id, TAKEN)
      return till.row(id)
    }
  })
})

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

function secondsBetween(from: Date, to: Date | null): number {
  return (there(to).getTime() - from.getTime()) / 1000
}
