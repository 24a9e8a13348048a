import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { startOfDay, type CalendarDay } from "../../domain/calendar-day"
import { databaseNow } from "../../domain/clock"
import { nextTryDay, refusalsCounted } from "../../domain/dunning"
import { earlyCycle } from "../../domain/early-renewal"
import type { MajorAmount } from "../../domain/money"
import { intervalOf, readInterval } from "../../domain/periodicity"
import {
  cycleAt,
  dueCycle,
  type DueCycle,
  type MissedPeriods,
  type RenewalPlan,
} from "../../domain/renewal-calendar"
import { RENEWAL_LEASE_SECONDS } from "../../domain/schedule"
import { mayOpenCycle, subscriptionTransition } from "../../domain/subscription-state"
import { refuse, waitForTry } from "./cycle-refusal"
import type { SubscriptionAnnouncements } from "./subscription-announcements"
import { cycleRow, subscriptionRow, type Cycle, type Subscription } from "./subscription-rows"

const TABLE = "payin_cycle"
const SUBSCRIPTIONS = "payin_subscription"

/** Why no period is opened. */
export type NotOpened = "ended" | "past_due" | "not_due" | "paid_ahead" | "paid_today"

/**
 * Who wants a period charged.
 * - `calendar`: what is due
 * - `request`: a person, also before it is due; the same request means the same period for good, however often
 *   it is carried out and whoever paid that one meanwhile
 * - `period`: a person, this one
 */
export type Asker =
  { by: "calendar" } | { by: "request"; id: string } | { by: "period"; id: string }

/** What decides which period is charged. */
export interface OpenWish {
  today: CalendarDay
  missed: MissedPeriods
  asker: Asker
}

/** A period was paid: its order, its hold, what it cost. */
export interface PaidPeriod {
  order_id: string
  /** Of our row. */
  transaction_id: string
  amount: MajorAmount
}

/** The bank's no to a period, one that brings its end nearer. */
export interface CountedRefusal {
  /** When its hold was refused. */
  of: Date
  /** In the store's time zone. */
  today: CalendarDay
  /** A store's own schedule. */
  days: readonly number[]
  /** For a person. */
  reason: string
}

export class CycleLeaseLostError extends Error {
  constructor(id: string) {
    super(`The lease on period ${id} was lost: another instance took over.`)
    this.name = "CycleLeaseLostError"
  }
}

type Written = Partial<Pick<Cycle, "cart_id" | "order_id" | "attempts" | "last_error" | "next_try">>

/** The periods of subscriptions: at most one is open, and one worker at a time has its lease. */
export class Cycles {
  constructor(
    private readonly pg: Knex,
    private readonly announcements: SubscriptionAnnouncements,
    private readonly zone: string
  ) {}

  async find(id: string): Promise<Cycle | null> {
    const row: unknown = await this.pg(TABLE).where({ id }).first()
    return row === undefined ? null : cycleRow.parse(row)
  }

  async openOf(payin_subscription_id: string): Promise<Cycle | null> {
    const row: unknown = await this.pg(TABLE)
      .where({ payin_subscription_id, status: "open" })
      .first()
    return row === undefined ? null : cycleRow.parse(row)
  }

  /** Whether an order was made for a period. */
  async made(order_id: string): Promise<boolean> {
    const row: unknown = await this.pg(TABLE).where({ order_id }).first("id")
    return row !== undefined
  }

  /** The newest first. */
  async of(payin_subscription_id: string, limit: number): Promise<Cycle[]> {
    const rows: unknown[] = await this.pg(TABLE)
      .where({ payin_subscription_id })
      .orderBy("number", "desc")
      .limit(limit)
    return rows.map((row) => cycleRow.parse(row))
  }

  /**
   * The period to be charged: the one that was meant before, also when it is over by now, else the one that is
   * open, else the next one, which is opened.
   */
  async open(subscriptionId: string, wish: OpenWish): Promise<Cycle | NotOpened> {
    const { asker } = wish
    return this.pg.transaction(async (trx) => {
      const subscription = await lockSubscription(trx, subscriptionId)
      const meant = await meantBy(trx, subscription, asker)
      if (meant !== null) {
        return meant
      }
      const open: unknown = await trx(TABLE)
        .where({ payin_subscription_id: subscription.id, status: "open" })
        .first()
      if (open !== undefined) {
        return asker.by === "request"
          ? meanFor(trx, cycleRow.parse(open), asker.id)
          : cycleRow.parse(open)
      }
      if (!mayOpenCycle(subscription.status)) {
        return subscription.status === "past_due" ? "past_due" : "ended"
      }
      const chosen = await choose(trx, subscription, wish)
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
    })
  }

  /** The right to work on an open period; null while somebody has it. */
  async lease(id: string): Promise<Cycle | null> {
    const rows: unknown[] = await this.pg(TABLE)
      .where({ id, status: "open" })
      .where((free) =>
        free.whereNull("leased_until").orWhere("leased_until", "<", databaseNow(this.pg))
      )
      .update({
        leased_until: databaseNow(this.pg, RENEWAL_LEASE_SECONDS),
        fence: this.pg.raw("fence + 1"),
      })
      .returning("*")
    return rows.length === 0 ? null : cycleRow.parse(rows[0])
  }

  /** Gives the lease back; one that was lost meanwhile is left to its new holder. */
  async give({ id, fence }: Cycle): Promise<void> {
    await this.pg(TABLE).where({ id, fence }).update({ leased_until: null })
  }

  /** @throws CycleLeaseLostError when another holder came, or the period is over */
  async write({ id, fence }: Cycle, written: Written): Promise<Cycle> {
    const rows: unknown[] = await this.pg(TABLE)
      .where({ id, fence, status: "open" })
      .update({ ...written, updated_at: databaseNow(this.pg) })
      .returning("*")
    if (rows.length === 0) {
      throw new CycleLeaseLostError(id)
    }
    return cycleRow.parse(rows[0])
  }

  /** Why it came to nothing, unless somebody else is at it by now. */
  async noted({ id, fence }: Cycle, noted: Pick<Cycle, "attempts" | "last_error">): Promise<void> {
    await this.pg(TABLE).where({ id, fence, status: "open" }).update(noted)
  }

  /** Its order is captured: the subscription goes on to its next period. */
  async paid(cycle: Cycle, { order_id, transaction_id, amount }: PaidPeriod): Promise<void> {
    const renewed = await this.pg.transaction(async (trx) => {
      const subscription = await lockSubscription(trx, cycle.payin_subscription_id)
      await closeCycle(trx, cycle, { status: "paid", order_id, last_error: null, next_try: null })
      const latest = { latest_order_id: order_id, latest_transaction_id: transaction_id, amount }
      return this.goOn(trx, { subscription, cycle }, latest)
    })
    await this.announcements.told("renewed", renewed)
  }

  /**
   * What was taken for it is not its order's any more: a person canceled that order, or gave the money back.
   * The period is over, unpaid; the subscription goes on to the next one.
   */
  async givenBack(cycle: Cycle, reason: string): Promise<void> {
    await this.pg.transaction(async (trx) => {
      const subscription = await lockSubscription(trx, cycle.payin_subscription_id)
      await closeCycle(trx, cycle, { status: "failed", last_error: reason, next_try: null })
      await this.goOn(trx, { subscription, cycle }, {})
    })
  }

  /** The card was charged: what was past due is not any more, and the next period comes. */
  private async goOn(
    trx: Knex.Transaction,
    { subscription, cycle }: { subscription: Subscription; cycle: Cycle },
    latest: Partial<Pick<Subscription, "latest_order_id" | "latest_transaction_id" | "amount">>
  ): Promise<Subscription> {
    const next = cycle.number + 1
    const { transition, to } = subscriptionTransition(subscription.status, "renewed", "system")
    const day = mayCharge(subscription) ? (cycleAt(planOf(subscription), next)?.day ?? null) : null
    const rows: unknown[] = await trx(SUBSCRIPTIONS)
      .where({ id: subscription.id })
      .update({
        ...(transition === "move" && {
          status: to,
          status_cause: "renewed",
          status_changed_at: databaseNow(trx),
        }),
        ...latest,
        next_number: next,
        next_date: day,
        due_after: day && startOfDay(day, this.zone),
        updated_at: databaseNow(trx),
      })
      .returning("*")
    return subscriptionRow.parse(rows[0])
  }

  /**
   * Counts a refusal: another day is tried, or after the last one the subscription is canceled. Its period
   * then stays open until its order and its hold are gone: see {@link failed}. What a person tried ahead of its
   * day counts for nothing, because nothing is owed yet: it is tried on its day.
   *
   * @param of when its hold was refused
   */
  async refused(
    cycle: Cycle,
    { of, today, days, reason }: CountedRefusal
  ): Promise<"tried_again" | "given_up"> {
    if (today < cycle.day) {
      await this.refusedAhead(cycle, { of, reason })
      return "tried_again"
    }
    const first = cycle.first_refused ?? today
    const refusals = refusalsCounted(cycle, { first, latest: today }, days)
    const next = nextTryDay({ first, latest: today, refusals }, days)
    const told = await this.pg.transaction(async (trx) => {
      const subscription = await lockSubscription(trx, cycle.payin_subscription_id)
      const counted = { refusals, first_refused: first, latest_refused: today, last_error: reason }
      await closeCycle(trx, cycle, {
        ...counted,
        refusal_counted_at: of,
        status: "open",
        next_try: next,
        attempts: 0,
      })
      return refuse(trx, subscription, next && startOfDay(next, this.zone))
    })
    for (const { news, subscription } of told) {
      await this.announcements.told(news, subscription)
    }
    return next === null ? "given_up" : "tried_again"
  }

  private async refusedAhead(
    cycle: Cycle,
    { of, reason }: Pick<CountedRefusal, "of" | "reason">
  ): Promise<void> {
    await this.pg.transaction(async (trx) => {
      const subscription = await lockSubscription(trx, cycle.payin_subscription_id)
      await closeCycle(trx, cycle, {
        refusal_counted_at: of,
        last_error: reason,
        status: "open",
        next_try: cycle.day,
        attempts: 0,
      })
      await waitForTry(trx, subscription, startOfDay(cycle.day, this.zone))
    })
  }

  /** The subscription ended before the period was paid, and nothing is held for it. */
  async failed(cycle: Cycle): Promise<void> {
    await this.pg.transaction(async (trx) => {
      const subscription = await lockSubscription(trx, cycle.payin_subscription_id)
      await closeCycle(trx, cycle, { status: "failed", next_try: null })
      await trx(SUBSCRIPTIONS).where({ id: subscription.id }).update({ due_after: null })
    })
  }
}

/** What decides when it is charged. */
export function planOf({ anchor, periodicity, every }: Subscription): RenewalPlan {
  return { anchor, every: intervalOf(periodicity, readInterval(every)) }
}

/** Held until the transaction ends. Nothing that calls the service or core may run in it. */
export async function lockSubscription(trx: Knex.Transaction, id: string): Promise<Subscription> {
  const row: unknown = await trx(SUBSCRIPTIONS).where({ id }).forUpdate().first()
  return subscriptionRow.parse(row)
}

function mayCharge({ status }: Subscription): boolean {
  return status === "active" || status === "past_due"
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

/** Written before anything is charged: a try that comes back after a crash finds it. */
async function meanFor(trx: Knex.Transaction, { id }: Cycle, request: string): Promise<Cycle> {
  const rows: unknown[] = await trx(TABLE)
    .where({ id })
    .update({ asked_by: trx.raw("array_append(asked_by, ?)", [request]) })
    .returning("*")
  return cycleRow.parse(rows[0])
}

async function choose(
  trx: Knex.Transaction,
  subscription: Subscription,
  { today, missed, asker }: OpenWish
): Promise<DueCycle | NotOpened> {
  const { id, next_number } = subscription
  const plan = planOf(subscription)
  const due = dueCycle(plan, next_number, today, missed)
  if (due !== null || asker.by === "calendar") {
    return due ?? "not_due"
  }
  const paid: unknown = await trx(TABLE)
    .where({ payin_subscription_id: id, status: "paid" })
    .orderBy("number", "desc")
    .first()
  const latest = paid === undefined ? null : cycleRow.parse(paid).day
  const chosen = earlyCycle(plan, next_number, today, latest)
  return typeof chosen === "string" ? chosen : { ...chosen, skipped: 0 }
}

async function closeCycle(
  trx: Knex.Transaction,
  { id, fence }: Cycle,
  written: Partial<Cycle>
): Promise<void> {
  const changed = await trx(TABLE)
    .where({ id, fence, status: "open" })
    .update({
      ...written,
      ...(written.status !== "open" && { status_changed_at: databaseNow(trx) }),
      updated_at: databaseNow(trx),
    })
  if (changed === 0) {
    throw new CycleLeaseLostError(id)
  }
}
