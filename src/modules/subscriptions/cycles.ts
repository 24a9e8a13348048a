import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { dayIn, startOfDay, type CalendarDay } from "../../domain/calendar-day"
import { nextTryDay, refusalsCounted } from "../../domain/dunning"
import type { MajorAmount } from "../../domain/money"
import { cycleAt, periodAfter, type MissedPeriods } from "../../domain/renewal-calendar"
import { RENEWAL_CLAIM_SECONDS, RENEWAL_LEASE_SECONDS } from "../../domain/schedule"
import {
  cycleStatesBefore,
  subscriptionTransition,
  type SubscriptionStatus,
} from "../../domain/subscription-state"
import { databaseNow } from "../../tables/now"
import { CycleChoice, openPeriod, planOf, type Asker, type NotOpened } from "./cycle-choice"
import { refuse, waitForTry } from "./cycle-refusal"
import type { SubscriptionAnnouncements } from "./subscription-announcements"
import { timeOf } from "./subscriptions"
import { cycleRow, subscriptionRow, type Cycle, type Subscription } from "./subscription-rows"

const TABLE = "payin_cycle"
const SUBSCRIPTIONS = "payin_subscription"

/** A period was paid: its order, its hold, what it cost. */
export interface PaidPeriod {
  order_id: string
  /** Of our row; null: no hold of its own paid it. */
  transaction_id: string | null
  amount: MajorAmount
  /** When its money was taken; null: now. */
  taken_at: Date | null
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

/** How a period ends while its subscription lives. */
interface PeriodEnd {
  over: Partial<Cycle> & { status: "paid" | "failed" }
  latest: Partial<Pick<Subscription, "latest_order_id" | "amount">>
  /** Our row of the hold; null: none of its own. */
  paid_by: string | null
  /** null: now. */
  charged_at: Date | null
}

type Written = Partial<
  Pick<Cycle, "cart_id" | "order_id" | "freed_order_id" | "attempts" | "last_error" | "next_try">
>

/** The periods of subscriptions: at most one is open, and one worker at a time has its lease. */
export class Cycles {
  private readonly choice: CycleChoice

  constructor(
    private readonly pg: Knex,
    private readonly announcements: SubscriptionAnnouncements,
    private readonly zone: string,
    private readonly missed: MissedPeriods
  ) {
    this.choice = new CycleChoice(zone, missed)
  }

  async find(id: string): Promise<Cycle | null> {
    const row: unknown = await this.pg(TABLE).where({ id }).first()
    return row === undefined ? null : cycleRow.parse(row)
  }

  async openOf(payin_subscription_id: string): Promise<Cycle | null> {
    return openPeriod(this.pg, payin_subscription_id)
  }

  /** Whether an order was made for a period. */
  async made(order_id: string): Promise<boolean> {
    const row: unknown = await this.pg(TABLE)
      .where({ order_id })
      .whereNull("deleted_at")
      .first("id")
    return row !== undefined
  }

  /** The period that an order was made for and that is still to be charged, by its id; null: there is none. */
  async awaiting({ order_id, cart_ids }: { order_id: string; cart_ids: string[] }) {
    const row: { id: string } | undefined = await this.pg(TABLE)
      .where({ status: "open" })
      .whereNull("deleted_at")
      // While nobody knows what became of its card, the period has written the cart only.
      .where((made) => made.where({ order_id }).orWhereIn("cart_id", cart_ids))
      .whereIn("payin_subscription_id", chargeable(this.pg))
      .first("id")
    return row?.id ?? null
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
  async open(subscriptionId: string, asker: Asker): Promise<Cycle | NotOpened> {
    return this.pg.transaction(async (trx) => {
      const subscription = await lockSubscription(trx, subscriptionId)
      const period = await this.choice.periodFor(trx, subscription, asker)
      if (asker.by !== "calendar" && typeof period !== "string" && period.status === "open") {
        await standBy(trx, subscription)
      }
      return period
    })
  }

  /** See {@link CycleChoice.next}. */
  async next(subscription: Subscription): Promise<Pick<Cycle, "number" | "day"> | null> {
    return this.choice.next(this.pg, subscription)
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

  /**
   * We are about to have Medusa cancel its order. A process that dies before that leaves an order
   * which a person may cancel meanwhile: somebody looks soon, not on the day of the next try, and
   * then it is ours no more.
   *
   * @throws CycleLeaseLostError when another holder came, or the period is over
   */
  async freeing(cycle: Cycle, freed_order_id: string): Promise<Cycle> {
    await standBy(this.pg, { id: cycle.payin_subscription_id })
    return this.write(cycle, { freed_order_id })
  }

  /** Why it came to nothing, unless somebody else is at it by now. */
  async noted({ id, fence }: Cycle, noted: Pick<Cycle, "attempts" | "last_error">): Promise<void> {
    await this.pg(TABLE).where({ id, fence, status: "open" }).update(noted)
  }

  /** Its order is captured: the subscription goes on to its next period. */
  async paid(cycle: Cycle, paid: PaidPeriod): Promise<void> {
    const { order_id, amount, transaction_id, taken_at } = paid
    const renewed = await this.pg.transaction((trx) =>
      this.goOn(trx, cycle, {
        over: { status: "paid", order_id, last_error: null },
        latest: { latest_order_id: order_id, amount },
        paid_by: transaction_id,
        // A worker that died after it took the money missed what began since, and that may be charged.
        charged_at: taken_at,
      })
    )
    await this.announcements.told("renewed", renewed)
  }

  /**
   * A person canceled its order, or gave back what was taken: the period is over, unpaid, and the subscription
   * goes on to the next one.
   */
  async givenBack(cycle: Cycle, reason: string): Promise<void> {
    const over = { status: "failed", last_error: reason } as const
    const end = { over, latest: {}, paid_by: null, charged_at: null }
    await this.pg.transaction((trx) => this.goOn(trx, cycle, end))
  }

  /** The period is over: what was past due is not any more, and the next period comes. */
  private async goOn(trx: Knex.Transaction, cycle: Cycle, end: PeriodEnd): Promise<Subscription> {
    const subscription = await lockSubscription(trx, cycle.payin_subscription_id)
    const plan = planOf(subscription)
    const charged = dayIn(this.zone, end.charged_at ?? (await timeOf(trx)))
    const next = periodAfter(plan, cycle.number, charged, this.missed)
    await writeOpen(trx, cycle, {
      ...end.over,
      next_try: null,
      skipped: cycle.skipped + next.skipped,
    })
    const { transition, to } = subscriptionTransition(subscription.status, "renewed", "system")
    const day = mayCharge(subscription) ? (cycleAt(plan, next.number)?.day ?? null) : null
    const rows: unknown[] = await trx(SUBSCRIPTIONS)
      .where({ id: subscription.id })
      .update({
        ...(transition === "move" && {
          status: to,
          status_cause: "renewed",
          status_changed_at: databaseNow(trx),
        }),
        ...end.latest,
        latest_transaction_id:
          end.paid_by ?? (await renewalOf(trx, cycle)) ?? subscription.latest_transaction_id,
        next_number: next.number,
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
   * @returns the period with the day of its next try; null: it was the last one
   */
  async refused(cycle: Cycle, { of, today, days, reason }: CountedRefusal): Promise<Cycle | null> {
    if (today < cycle.day) {
      return this.refusedAhead(cycle, { of, reason })
    }
    const first = cycle.first_refused ?? today
    const refusals = refusalsCounted(cycle, { first, latest: today }, days)
    const next = nextTryDay({ first, latest: today, refusals }, days)
    const { told, tried } = await this.pg.transaction(async (trx) => {
      const subscription = await lockSubscription(trx, cycle.payin_subscription_id)
      const counted = { refusals, first_refused: first, latest_refused: today, last_error: reason }
      const tried = await writeOpen(trx, cycle, {
        ...counted,
        refusal_counted_at: of,
        next_try: next,
        attempts: 0,
      })
      const told = await refuse(trx, subscription, next && startOfDay(next, this.zone))
      return { told, tried }
    })
    for (const { news, subscription } of told) {
      await this.announcements.told(news, subscription)
    }
    return next && tried
  }

  private async refusedAhead(
    cycle: Cycle,
    { of, reason }: Pick<CountedRefusal, "of" | "reason">
  ): Promise<Cycle> {
    return this.pg.transaction(async (trx) => {
      const subscription = await lockSubscription(trx, cycle.payin_subscription_id)
      const tried = await writeOpen(trx, cycle, {
        refusal_counted_at: of,
        last_error: reason,
        next_try: cycle.day,
        attempts: 0,
      })
      await waitForTry(trx, subscription, startOfDay(cycle.day, this.zone))
      return tried
    })
  }

  /** The subscription ended before the period was paid, and nothing is held for it. */
  async failed(cycle: Cycle): Promise<void> {
    await this.pg.transaction(async (trx) => {
      const subscription = await lockSubscription(trx, cycle.payin_subscription_id)
      await writeOpen(trx, cycle, { status: "failed", next_try: null })
      await trx(SUBSCRIPTIONS).where({ id: subscription.id }).update({ due_after: null })
    })
  }
}

/** Held until the transaction ends. Nothing that calls the service or Medusa may run in it. */
export async function lockSubscription(trx: Knex.Transaction, id: string): Promise<Subscription> {
  const row: unknown = await trx(SUBSCRIPTIONS).where({ id }).forUpdate().first()
  return subscriptionRow.parse(row)
}

const CHARGED: readonly string[] = ["active", "past_due"] satisfies SubscriptionStatus[]

function mayCharge({ status }: Subscription): boolean {
  return CHARGED.includes(status)
}

function chargeable(sql: Knex) {
  return sql(SUBSCRIPTIONS).select("id").whereIn("status", CHARGED)
}

/** What must not wait for another day: should its process die, the job goes on with it soon after. */
async function standBy(sql: Knex, { id }: Pick<Subscription, "id">): Promise<void> {
  await sql(SUBSCRIPTIONS)
    .where({ id })
    .update({
      due_after: sql.raw("least(due_after, ?)", [databaseNow(sql, RENEWAL_CLAIM_SECONDS)]),
    })
}

/**
 * The renewal that was asked for a period. Whatever came of it, it canceled the transaction that it
 * was linked to, so no other renewal may be linked to that one (docs/service.md#renewal).
 */
async function renewalOf(trx: Knex.Transaction, { id }: Cycle): Promise<string | null> {
  const row: { id: string } | undefined = await trx("payin_card_transaction")
    .where({ cycle_id: id, kind: "renewal" })
    .whereNot({ status: "error" })
    .whereNotNull("sent_at")
    .whereNull("deleted_at")
    .orderBy([
      { column: "created_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .first("id")
  return row?.id ?? null
}

/** Written by whoever holds its lease, and only while the period is open. */
async function writeOpen(
  trx: Knex.Transaction,
  { id, fence }: Cycle,
  { status = "open", ...written }: Partial<Cycle>
): Promise<Cycle> {
  const ends = status !== "open"
  const rows: unknown[] = await trx(TABLE)
    .where({ id, fence })
    .whereIn("status", ends ? cycleStatesBefore(status) : [status])
    .update({
      ...written,
      ...(ends && { status, status_changed_at: databaseNow(trx) }),
      updated_at: databaseNow(trx),
    })
    .returning("*")
  if (rows.length === 0) {
    throw new CycleLeaseLostError(id)
  }
  return cycleRow.parse(rows[0])
}
