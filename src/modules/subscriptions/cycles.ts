import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { dayIn, startOfDay, type CalendarDay } from "../../domain/time/calendar-day"
import { nextTryDay, refusalsCounted } from "../../domain/renewal/dunning"
import type { MajorAmount } from "../../domain/money/amount"
import { cycleAt, periodAfter, type MissedPeriods } from "../../domain/renewal/calendar"
import { RENEWAL_CLAIM_SECONDS, RENEWAL_LEASE_SECONDS } from "../../domain/time/schedule"
import {
  cycleStatesBefore,
  subscriptionTransition,
  type SubscriptionStatus,
} from "../../domain/subscription/state"
import { FREED, takeLease } from "../../engine/lease"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
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
  /** Id of our row; null: it was not paid by its own hold. */
  transaction_id: string | null
  amount: MajorAmount
  /** Time of the capture; null: now. */
  taken_at: Date | null
}

/** A refusal of the bank that counts towards the end of the subscription. */
export interface CountedRefusal {
  /** Time of the hold's refusal. */
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

/** The end of a period of a running subscription. */
interface PeriodEnd {
  over: Partial<Cycle> & { status: "paid" | "failed" }
  latest: Partial<Pick<Subscription, "latest_order_id" | "amount">>
  /** Id of our row of the hold; null: it had none of its own. */
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

  /** Id of the uncharged period that an order was made for; null without one. */
  async awaiting({ order_id, cart_ids }: { order_id: string; cart_ids: string[] }) {
    const row: { id: string } | undefined = await this.pg(TABLE)
      .where({ status: "open" })
      .whereNull("deleted_at")
      // While its card's outcome is unknown, the period has only its cart.
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
   * Opens the period to charge: the one meant before, even if it is over, else the open one, else
   * the next one.
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

  /** Takes the lease of an open period; null while another worker has it. */
  async lease(id: string): Promise<Cycle | null> {
    const open = this.pg(TABLE).where({ id, status: "open" })
    return readOne(cycleRow, await takeLease(this.pg, open, RENEWAL_LEASE_SECONDS))
  }

  /**
   * The period as it is now.
   *
   * @throws CycleLeaseLostError when another holder came, or the period is over
   */
  async held({ id, fence }: Pick<Cycle, "id" | "fence">): Promise<Cycle> {
    const row: unknown = await this.pg(TABLE).where({ id, fence, status: "open" }).first()
    if (row === undefined) {
      throw new CycleLeaseLostError(id)
    }
    return cycleRow.parse(row)
  }

  /** Releases the lease; a lost lease is left to its new holder. */
  async release({ id, fence }: Cycle): Promise<void> {
    await this.pg(TABLE).where({ id, fence }).update(FREED)
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
   * Marks that Medusa is about to cancel its order. A process that dies before that leaves an order
   * which a person may cancel meanwhile. So the period is checked soon, not on the day of the next
   * try, and such an order then counts as the person's.
   *
   * @throws CycleLeaseLostError when another holder came, or the period is over
   */
  async freeing(cycle: Cycle, freed_order_id: string): Promise<Cycle> {
    await standBy(this.pg, { id: cycle.payin_subscription_id })
    return this.write(cycle, { freed_order_id })
  }

  /** Notes the failure, unless another worker has the lease by now. */
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
        // A worker that died after the capture missed periods that began since and may be charged.
        charged_at: taken_at,
      })
    )
    await this.announcements.told("renewed", renewed)
  }

  /**
   * A person canceled its order or refunded the money: the period is over, unpaid, and the
   * subscription goes on to the next one.
   */
  async givenBack(cycle: Cycle, reason: string): Promise<void> {
    const over = { status: "failed", last_error: reason } as const
    const end = { over, latest: {}, paid_by: null, charged_at: null }
    await this.pg.transaction((trx) => this.goOn(trx, cycle, end))
  }

  /** The period is over: the subscription is no longer past due, and the next period comes. */
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
   * Dunning: counts a refusal. Another day is tried, or after the last one the subscription is
   * canceled. Its period then stays open until its order and its hold are gone: see {@link failed}.
   * A refused try ahead of the period's day does not count, because nothing is owed yet: it is
   * tried on its day.
   *
   * @param of time of the hold's refusal
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

/** Makes the job come back soon if this process dies. */
async function standBy(sql: Knex, { id }: Pick<Subscription, "id">): Promise<void> {
  await sql(SUBSCRIPTIONS)
    .where({ id })
    .update({
      due_after: sql.raw("least(due_after, ?)", [databaseNow(sql, RENEWAL_CLAIM_SECONDS)]),
    })
}

/**
 * The renewal that was requested for a period. Whatever its outcome, it canceled its original, so
 * no other renewal may be linked to that one (docs/service.md#renewal).
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

/** Writes under the lease, and only while the period is open. */
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
