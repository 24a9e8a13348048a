import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { databaseNow } from "../../domain/clock"
import { compareAmounts, type MajorAmount } from "../../domain/money"
import type { PayoutReason } from "../../domain/payout-reason"
import { HELD_SECONDS } from "../../domain/schedule"
import { SYSTEM } from "../../domain/payout-actor"
import type { Attempts } from "./attempts"
import { isMade, type Made, type Moves } from "./moves"
import type { Payouts } from "./payouts"
import { payoutRow, type Payout } from "./rows"

/** What waits for something that is not a person: a refund that is too young, a payment not captured. */
export class Releases {
  constructor(
    private readonly pg: Knex,
    private readonly moves: Moves,
    private readonly payouts: Payouts,
    private readonly attempts: Attempts
  ) {}

  /** Claims held payouts to look at again, the longest waiting first. */
  async claim(limit: number): Promise<Payout[]> {
    const answer: { rows: unknown[] } = await this.pg.raw(
      `update payin_payout set release_after = ?
       where id in (
         select id from payin_payout
         where status = 'held' and release_after <= ? and deleted_at is null
         order by release_after, id limit ? for update skip locked)
       returning *`,
      [databaseNow(this.pg, HELD_SECONDS), databaseNow(this.pg), limit]
    )
    return answer.rows.map((row) => payoutRow.parse(row))
  }

  /** What held it is over: it goes where it then stands. */
  async release(id: string, values: { order_id?: string } = {}): Promise<void> {
    await this.moves.decide(id, SYSTEM, (payout) => {
      if (payout.status !== "held") {
        return { stopped: true }
      }
      const to = this.payouts.standingOf(payout)
      const due = to === "queued" ? { submit_in: 0 } : {}
      return { to, cause: "released", values: { ...values, ...due } }
    })
  }

  /** It still holds, for this reason. */
  async keep(id: string, reason: PayoutReason, seconds = HELD_SECONDS): Promise<void> {
    await this.moves.decide(id, SYSTEM, (payout) =>
      payout.status === "held"
        ? { to: "held", cause: "created", values: { reason, release_in: seconds } }
        : { stopped: true }
    )
  }

  /**
   * What it stood for is gone (the Refund was rolled back, an order adopted the money, the fulfillment was
   * canceled): given up if nothing was sent. Answers whether it is.
   */
  async withdraw(id: string, note: string): Promise<boolean> {
    const made = await this.moves.decide(id, SYSTEM, (payout) => this.withdrawal(payout, note))
    return made !== null && isMade(made)
  }

  /**
   * A part of what it stood for is gone: the rest goes back through approval where that is asked for, as any
   * change of amount (design.md 4). `exact_amount` goes on saying what it stood for at first.
   */
  async lower(id: string, amount: MajorAmount, note: string): Promise<void> {
    await this.moves.decide(id, SYSTEM, async (payout, trx) => {
      const { status } = payout
      if (
        (status !== "held" && status !== "queued") ||
        compareAmounts(amount, payout.amount) >= 0
      ) {
        return { stopped: true }
      }
      await this.attempts.voidReady(trx, id)
      const version = payout.version + 1
      const values = { amount, note, version, fence: payout.fence + 1 }
      const facts = { amount, before: payout.amount, currency: payout.currency }
      if (status === "queued" && this.payouts.standingOf({ ...payout, ...values }) !== "queued") {
        return { to: "awaiting_approval", cause: "details_changed", values, facts }
      }
      const due = status === "queued" ? { submit_in: 0 } : {}
      return { to: status, cause: "edited", values: { ...values, ...due }, facts }
    })
  }

  /** The same inside a transaction of the caller, who calls `moves.announce` after the commit. */
  async withdrawWithin(trx: Knex.Transaction, id: string, note: string): Promise<Made | null> {
    const made = await this.moves.decideWithin(trx, id, SYSTEM, (payout) =>
      this.withdrawal(payout, note)
    )
    return made !== null && isMade(made) ? made : null
  }

  private withdrawal(payout: Payout, note: string) {
    const { status } = payout
    const unsent = ["held", "awaiting_destination", "awaiting_approval", "queued"].includes(status)
    return unsent || status === "canceled"
      ? ({ to: "canceled", cause: "canceled", values: { note, fence: payout.fence + 1 } } as const)
      : { stopped: true }
  }
}
