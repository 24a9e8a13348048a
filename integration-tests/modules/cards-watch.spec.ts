import {
  APPLY_BACKOFF_SECONDS,
  APPLY_CHECK_SECONDS,
  CARD_UNKNOWN_SECONDS,
} from "../../src/domain/time/schedule"
import { CARD_ABANDONED_SECONDS } from "../../src/domain/card/watch-times"
import type { CardStep } from "../../src/modules/subscriptions/card-moves"
import type { CardTransaction } from "../../src/modules/subscriptions/card-rows"
import { CardTill, there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { promisesOfQueue } from "../support/modules/queue"
import { openPeriod, plainSubscription } from "../support/modules/subscriptions"

const TABLE = "payin_card_transaction"
/** A claimed row comes back after this long. */
const CLAIM_SECONDS = 150
const HELD: CardStep = { to: "authorized", cause: "answered" }
const TAKEN: CardStep = { to: "captured", cause: "answered" }
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

  describe("the queue of payments to apply to Medusa", () => {
    promisesOfQueue(modules, {
      ...{ table: TABLE, due: "apply_after", seconds: CLAIM_SECONDS, fill: manyHeld },
      claim: async (limit) => idsOf(await watch().claimToApply({ limit })),
    })
  })

  describe("the queue of holds to void", () => {
    promisesOfQueue(modules, {
      ...{ table: TABLE, due: "release_after", seconds: CLAIM_SECONDS, fill: manyHeld },
      claim: async (limit) => idsOf(await watch().claimToRelease(limit)),
    })
  })

  describe("the next check", () => {
    it.each<[string, CardStep[], number]>([
      ["a hold", [HELD], APPLY_CHECK_SECONDS],
      ["a capture", [HELD, TAKEN], APPLY_CHECK_SECONDS],
      ["a hold that was released", [HELD, GONE], APPLY_CHECK_SECONDS],
      ["an unknown payment", [{ to: "unknown", cause: "unclear" }], CARD_UNKNOWN_SECONDS],
    ])("comes for %s after the delay of its status", async (_what, steps, seconds) => {
      const { apply_after, status_changed_at } = await moved(...steps)
      expect(secondsBetween(status_changed_at, apply_after)).toBe(seconds)
    })

    it("comes for a hold that was never requested after the time for abandoned checkouts", async () => {
      const { apply_after, created_at } = await till.chosen()
      expect(secondsBetween(created_at, apply_after)).toBe(CARD_ABANDONED_SECONDS)
    })

    it("is dropped once Medusa shows the payment, unless the payment moved meanwhile", async () => {
      const shown = await moved(HELD)
      await watch().applied(shown)
      expect(await till.row(shown.id)).toMatchObject({ apply_after: null })

      const passed = await moved(HELD)
      await moves().move(passed.id, TAKEN)
      await watch().applied(passed)
      await watch().park(passed)
      expect((await till.row(passed.id)).apply_after).not.toBeNull()
    })

    it("comes after growing waits, with the error stored, while Medusa cannot be updated", async () => {
      const { id } = await moved(HELD)
      for (const seconds of APPLY_BACKOFF_SECONDS) {
        await modules.advance(3600)
        const [claimed] = await watch().claimToApply({ id })
        await watch().postpone(claimed, "Medusa is busy")
        const row = await modules
          .pg(TABLE)
          .where({ id })
          .first(modules.pg.raw("extract(epoch from apply_after - updated_at)::int as seconds"))
        expect(row).toEqual({ seconds })
      }
      expect(await till.row(id)).toMatchObject({
        ...{ apply_error: "Medusa is busy", apply_attempts: APPLY_BACKOFF_SECONDS.length },
      })
    })

    it("comes at once for a payment that is requeued", async () => {
      const { id } = await moved(HELD)
      expect(await watch().claimToApply({ id })).toEqual([])
      await watch().requeue(id)
      expect(idsOf(await watch().claimToApply({ id }))).toEqual([id])
    })

    it("comes once more for a payment that is shown again, and not earlier when it is due anyway", async () => {
      const { id } = await moved(HELD)
      const before = (await till.row(id)).apply_after
      await watch().shownAgain(id)
      expect((await till.row(id)).apply_after).toEqual(before)
      await watch().applied(await till.row(id))
      await watch().shownAgain(id)
      expect((await till.row(id)).apply_after).not.toBeNull()
    })

    it("stays for a payment that somebody requeued while a worker looked at it", async () => {
      const { id } = await moved(HELD)
      for (const end of ["applied", "park"] as const) {
        await watch().requeue(id)
        const [claimed] = await watch().claimToApply({ id })
        await watch().requeue(id)
        await watch()[end](claimed)
        expect(await watch().claimToApply({ id })).toHaveLength(1)
      }
    })

    it("is not changed by a worker whose claim another worker took over", async () => {
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

  it("claims for voiding only payments that are held", async () => {
    const [id] = await toVoid(1)
    await moves().move(id, { to: "capturing", cause: "claimed" })
    expect(await watch().claimToRelease(5)).toEqual([])
    await moves().move(id, { to: "authorized", cause: "refused" })
    expect(idsOf(await watch().claimToRelease(5))).toEqual([id])
  })

  it("keeps the void of a held payment due, and drops it once the hold is released", async () => {
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

  it("counts held payments, payments to void within a day and unknown payments", async () => {
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

  it("stores the order of a payment that was found last", async () => {
    const row = await moved(HELD)
    await watch().placed(row, "order_1")
    await watch().placed(row, "order_2")
    expect(await till.row(row.id)).toMatchObject({ order_id: "order_2" })
  })

  describe("the subscriptions that a payment paid for", () => {
    it("are found from the first payment of their order and not from a later one", async () => {
      const first = await captured({ order_id: "order_1" })
      await modules.advance(60)
      const later = await captured({ order_id: "order_1" })
      const { id } = await plainSubscription(modules, { order_id: "order_1" })
      expect(await watch().paidBy(first)).toEqual([id])
      expect(await watch().paidBy(later)).toEqual([])
    })

    it("are found from the payment of a period unless an operator refunded the period", async () => {
      const { subscription, cycle } = await openPeriod(modules)
      const row = { ...(await captured({})), cycle_id: cycle.id }
      expect(await watch().paidBy(row)).toEqual([subscription.id])
      await modules.subscriptions.cycles.givenBack(cycle, "a person gave it back")
      expect(await watch().paidBy(row)).toEqual([])
    })

    it("are not found once they ended", async () => {
      const row = await captured({ order_id: "order_1" })
      const { id } = await plainSubscription(modules, { order_id: "order_1" })
      const ending = { cause: "canceled", actor: "operator", by: "user_1" } as const
      await modules.subscriptions.subscriptions.end(id, ending)
      expect(await watch().paidBy(row)).toEqual([])
    })

    async function captured(change: { order_id?: string }): Promise<CardTransaction> {
      const { id } = await till.chosen(change)
      await moves().move(id, HELD)
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
