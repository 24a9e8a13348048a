import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { dayIn } from "../../domain/time/calendar-day"
import {
  nextCycle,
  wantedCycle,
  type NotWanted,
  type RenewalsSoFar,
} from "../../domain/renewal/early-renewal"
import { intervalOf, readInterval } from "../../domain/subscription/periodicity"
import {
  dueCycle,
  type DueCycle,
  type MissedPeriods,
  type RenewalPlan,
} from "../../domain/renewal/calendar"
import { mayOpenCycle } from "../../domain/subscription/state"
import { databaseNow } from "../../tables/now"
import { timeOf } from "./subscriptions"
import { cycleRow, type Cycle, type Subscription } from "./subscription-rows"

const TABLE = "payin_cycle"

/** Why no period is opened. */
export type NotOpened = "ended" | "past_due" | "not_due" | NotWanted

/**
 * Who asks for the charge of a period.
 * - `calendar`: the due period
 * - `request`: a person, also before it is due. The same request always means the same period,
 *   however often it is repeated and whoever paid that one meanwhile. `period` is the number that
 *   the person saw, and no other is charged; null: they named none
 * - `period`: a person, exactly this period
 */
export type Asker =
  | { by: "calendar" }
  | { by: "request"; id: string; period: number | null }
  | { by: "period"; id: string }

/** Chooses the period to charge. The caller locks the subscription's row. */
export class CycleChoice {
  constructor(
    private readonly zone: string,
    private readonly missed: MissedPeriods
  ) {}

  /** The period meant before, else the open one, else the next one, which is opened. */
  async periodFor(
    trx: Knex.Transaction,
    subscription: Subscription,
    asker: Asker
  ): Promise<Cycle | NotOpened> {
    const meant = await meantBy(trx, subscription, asker)
    if (meant !== null) {
      return meant
    }
    const open = await openPeriod(trx, subscription.id)
    if (open !== null) {
      return asker.by === "request" ? meanFor(trx, open, asker) : open
    }
    if (!mayOpenCycle(subscription.status)) {
      return subscription.status === "past_due" ? "past_due" : "ended"
    }
    const chosen = await this.choose(trx, subscription, asker)
    if (typeof chosen === "string") {
      return chosen
    }
    const rows: unknown[] = await trx(TABLE)
      .insert({
        id: generateEntityId(undefined, "paycyc"),
        payin_subscription_id: subscription.id,
        ...chosen,
        status: "open",
        status_changed_at: databaseNow(trx),
        asked_by: asker.by === "request" ? [asker.id] : null,
      })
      .returning("*")
    return cycleRow.parse(rows[0])
  }

  /**
   * The period that a person's request would charge now: the open or the next one; null without
   * one.
   */
  async next(pg: Knex, subscription: Subscription): Promise<Pick<Cycle, "number" | "day"> | null> {
    const open = await openPeriod(pg, subscription.id)
    if (open !== null || !mayOpenCycle(subscription.status)) {
      return open
    }
    const next = nextCycle(planOf(subscription), await this.soFar(pg, subscription))
    return typeof next === "string" ? null : next
  }

  private async choose(
    trx: Knex.Transaction,
    subscription: Subscription,
    asker: Asker
  ): Promise<DueCycle | NotOpened> {
    const plan = planOf(subscription)
    const so = await this.soFar(trx, subscription)
    return asker.by === "request"
      ? wantedCycle(plan, so, asker.period)
      : (dueCycle(plan, so.next, so.today, so.missed) ?? "not_due")
  }

  private async soFar(pg: Knex, { id, next_number }: Subscription): Promise<RenewalsSoFar> {
    const row: unknown = await pg(TABLE)
      .where({ payin_subscription_id: id, status: "paid" })
      .orderBy("number", "desc")
      .first()
    const paid = row === undefined ? null : cycleRow.parse(row)
    return {
      next: next_number,
      today: dayIn(this.zone, await timeOf(pg)),
      missed: this.missed,
      paid_on: paid && dayIn(this.zone, paid.status_changed_at),
    }
  }
}

/** The subscription's plan of charges. */
export function planOf({ anchor, periodicity, every }: Subscription): RenewalPlan {
  return { anchor, every: intervalOf(periodicity, readInterval(every)) }
}

async function meantBy(
  trx: Knex.Transaction,
  { id: payin_subscription_id }: Subscription,
  asker: Asker
): Promise<Cycle | null> {
  if (asker.by === "calendar") {
    return null
  }
  const own = trx(TABLE).where({ payin_subscription_id })
  if (asker.by === "period") {
    const row: unknown = await own.where({ id: asker.id }).first()
    return cycleRow.parse(row)
  }
  const row: unknown = await own.whereRaw("? = any(asked_by)", [asker.id]).first()
  return row === undefined ? null : cycleRow.parse(row)
}

/** Written before the charge, so that a try after a crash finds it. */
async function meanFor(
  trx: Knex.Transaction,
  { id, number }: Cycle,
  { id: request, period }: Extract<Asker, { by: "request" }>
): Promise<Cycle | "other_period"> {
  if (period !== null && period !== number) {
    return "other_period"
  }
  const rows: unknown[] = await trx(TABLE)
    .where({ id })
    .update({ asked_by: trx.raw("array_append(asked_by, ?)", [request]) })
    .returning("*")
  return cycleRow.parse(rows[0])
}

export async function openPeriod(pg: Knex, payin_subscription_id: string): Promise<Cycle | null> {
  const row: unknown = await pg(TABLE).where({ payin_subscription_id, status: "open" }).first()
  return row === undefined ? null : cycleRow.parse(row)
}
