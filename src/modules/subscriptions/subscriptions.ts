import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { startOfDay } from "../../domain/time/calendar-day"
import type { KeptCardStatus } from "../../domain/card/kept-card"
import { RENEWAL_CLAIM_SECONDS, RENEWAL_WOKEN_SECONDS } from "../../domain/time/schedule"
import { endedBefore } from "../../domain/subscription/start"
import {
  isEndedSubscription,
  mayOpenCycle,
  SUBSCRIPTION_STATUSES,
  subscriptionTransition,
  type SubscriptionActor,
  type SubscriptionCause,
  type SubscriptionTransition,
} from "../../domain/subscription/state"
import { Queue } from "../../engine/queue"
import { databaseNow } from "../../tables/now"
import type { SubscriptionAnnouncements } from "./subscription-announcements"
import { idRow, subscriptionRow, type Subscription } from "./subscription-rows"

const TABLE = "payin_subscription"
const ENDED = SUBSCRIPTION_STATUSES.filter(isEndedSubscription)

/** A new subscription with its first order. */
export type NewSubscription = Pick<
  Subscription,
  | "account"
  | "card_id"
  | "subscription_id"
  | "customer_id"
  | "order_id"
  | "first_lines"
  | "latest_transaction_id"
  | "plan_name"
  | "periodicity"
  | "every"
  | "anchor"
  | "next_date"
  | "amount"
  | "currency_code"
  | "last_four"
  | "brand"
  | "due_after"
>

/** Why a running subscription ends, and by whom. */
export interface Ending {
  cause: Extract<SubscriptionCause, "canceled" | "expired" | "given_up">
  actor: SubscriptionActor
  /** User or customer id; null for the service and ourselves. */
  by: string | null
}

export interface Ended {
  transition: SubscriptionTransition
  subscription: Subscription
}

/** Writes and reads subscriptions. Their periods are in `Cycles`. */
export class Subscriptions {
  private readonly queue: Queue<typeof idRow>

  constructor(
    private readonly pg: Knex,
    private readonly announcements: SubscriptionAnnouncements,
    private readonly zone: string
  ) {
    this.queue = new Queue(pg, {
      table: TABLE,
      row: idRow,
      due: "due_after",
      where: "due_after is not null",
      fenced: true,
      visibility: RENEWAL_CLAIM_SECONDS,
    })
  }

  /** The database's clock, which decides the days. */
  async now(): Promise<Date> {
    return timeOf(this.pg)
  }

  /**
   * Starts a subscription, unless its order has one: then that one is returned. If its card has
   * ended meanwhile, it ends at once: the end of a card reaches only subscriptions that already
   * exist.
   */
  async start(wanted: NewSubscription): Promise<{ subscription: Subscription; started: boolean }> {
    const { there, begun, ended } = await this.pg.transaction(async (trx) => {
      const card: { status: KeptCardStatus } | undefined = await trx("payin_card")
        .where({ id: wanted.card_id })
        .forShare()
        .first("status")
      const rows: unknown[] = await trx(TABLE)
        .insert({
          ...wanted,
          id: generateEntityId(undefined, "paysub"),
          latest_order_id: wanted.order_id,
          status: "active",
          status_cause: "created",
          status_changed_at: databaseNow(trx),
        })
        .onConflict("order_id")
        .ignore()
        .returning("*")
      if (rows.length === 0) {
        const row: unknown = await trx(TABLE).where({ order_id: wanted.order_id }).first()
        return { there: subscriptionRow.parse(row), begun: null, ended: null }
      }
      const begun = subscriptionRow.parse(rows[0])
      const ending = card === undefined ? null : endedBefore(card.status)
      const ended = ending && (await this.endLocked(trx, begun, { ...ending, by: null }))
      return { there: ended?.subscription ?? begun, begun, ended }
    })
    if (begun !== null) {
      await this.announcements.told("created", begun)
    }
    if (ended !== null) {
      await this.announcements.told("canceled", ended.subscription)
    }
    return { subscription: there, started: begun !== null }
  }

  async find(id: string): Promise<Subscription | null> {
    const row: unknown = await this.pg(TABLE).where({ id }).whereNull("deleted_at").first()
    return row === undefined ? null : subscriptionRow.parse(row)
  }

  /** The subscription that began with an order. */
  async ofOrder(order_id: string): Promise<Subscription | null> {
    const row: unknown = await this.pg(TABLE).where({ order_id }).whereNull("deleted_at").first()
    return row === undefined ? null : subscriptionRow.parse(row)
  }

  /** Marks that the order of a card payment was read for plans, and its subscription started. */
  async plansRead(transaction_id: string): Promise<void> {
    await this.pg("payin_card_transaction")
      .where({ id: transaction_id })
      .whereNull("plans_read_at")
      .update({ plans_read_at: databaseNow(this.pg) })
  }

  /** Subscriptions of a customer, the newest first. */
  async ofCustomer(customer_id: string, limit: number): Promise<Subscription[]> {
    const rows: unknown[] = await this.pg(TABLE)
      .where({ customer_id })
      .whereNull("deleted_at")
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(limit)
    return rows.map((row) => subscriptionRow.parse(row))
  }

  /** Whether anything still renews with a card. */
  async livesOn(card_id: string): Promise<boolean> {
    const row: unknown = await this.pg(TABLE)
      .where({ card_id })
      .whereIn("status", ["active", "past_due"])
      .whereNull("deleted_at")
      .first("id")
    return row !== undefined
  }

  /** Claims due subscriptions: woken ones first, then the longest due. */
  async claimDue(limit: number): Promise<string[]> {
    return (await this.queue.claim({ limit })).map(({ id }) => id)
  }

  /**
   * Schedules the next run of the job: an instant, a number of seconds from now, or never (null). A
   * subscription that ended since it was read is due at once: its open period is still to be
   * closed.
   *
   * @param subscription as it was read
   */
  async dueAgain(
    { id, status }: Pick<Subscription, "id" | "status">,
    when: Date | number | null
  ): Promise<void> {
    const due_after = typeof when === "number" ? databaseNow(this.pg, when) : when
    await this.pg(TABLE)
      .where({ id })
      .update({
        due_after: this.pg.raw(
          "case when status <> ? and status = any(?) then ? else ?::timestamptz end",
          [status, [...ENDED], woken(this.pg), due_after]
        ),
      })
  }

  /**
   * Schedules the job for the start of the next period, unless a period is open, which has its own
   * schedule.
   */
  async dueByDate(id: string): Promise<void> {
    await this.pg.transaction(async (trx) => {
      const row: unknown = await trx(TABLE).where({ id }).forUpdate().first()
      const { status, next_date } = subscriptionRow.parse(row)
      if (!(await hasOpenPeriod(trx, id))) {
        const day = mayOpenCycle(status) ? next_date : null
        await trx(TABLE)
          .where({ id })
          .update({ due_after: day && startOfDay(day, this.zone) })
      }
    })
  }

  /** Wakes the subscription of a period whose money was reported. */
  async requeueOfCycle(cycle_id: string): Promise<void> {
    await this.pg(TABLE)
      .whereIn("id", this.pg("payin_cycle").select("payin_subscription_id").where({ id: cycle_id }))
      .update({ due_after: woken(this.pg) })
  }

  /**
   * Ends a subscription. A running period is left to the job, which voids its hold and captures
   * nothing more; a period without a hold ends with it. Null: there is no such subscription.
   */
  async end(id: string, ending: Ending): Promise<Ended | null> {
    const ended = await this.pg.transaction(async (trx) => {
      const row: unknown = await trx(TABLE).where({ id }).forUpdate().first()
      return row === undefined ? null : this.endLocked(trx, subscriptionRow.parse(row), ending)
    })
    if (ended !== null && ended.transition === "move") {
      await this.announcements.told("canceled", ended.subscription)
    }
    return ended
  }

  /**
   * Ends all subscriptions that renew with a card, after a report of the service. Returns their
   * ids.
   */
  async endOfCard(
    card: { account: string; subscription_id: string },
    ending: Ending
  ): Promise<string[]> {
    const cards = this.pg("payin_card").select("id").where(card)
    return this.endAll(this.pg(TABLE).whereIn("card_id", cards), ending)
  }

  /** Ends all subscriptions of a customer. Returns their ids. */
  async endOfCustomer(customer_id: string, ending: Ending): Promise<string[]> {
    return this.endAll(this.pg(TABLE).where({ customer_id }), ending)
  }

  private async endAll(whose: Knex.QueryBuilder, ending: Ending): Promise<string[]> {
    const rows: { id: string }[] = await whose
      .whereIn("status", ["active", "past_due"])
      .whereNull("deleted_at")
      .select("id")
    const ids = rows.map(({ id }) => id)
    for (const id of ids) {
      await this.end(id, ending)
    }
    return ids
  }

  private async endLocked(
    trx: Knex.Transaction,
    row: Subscription,
    { cause, actor, by }: Ending
  ): Promise<Ended> {
    const { transition, to } = subscriptionTransition(row.status, cause, actor)
    if (transition !== "move") {
      return { transition, subscription: row }
    }
    const open = await hasOpenPeriod(trx, row.id)
    const rows: unknown[] = await trx(TABLE)
      .where({ id: row.id })
      .update({
        status: to,
        status_cause: cause,
        status_changed_at: databaseNow(trx),
        canceled_by: by,
        next_date: null,
        due_after: open ? woken(trx) : null,
        updated_at: databaseNow(trx),
      })
      .returning("*")
    await unneed(trx, row)
    return { transition, subscription: subscriptionRow.parse(rows[0]) }
  }
}

/** Due at once, before what the calendar made due; of several woken ones the first goes first. */
function woken(sql: Knex): Knex.Raw {
  return databaseNow(sql, -RENEWAL_WOKEN_SECONDS)
}

async function hasOpenPeriod(trx: Knex.Transaction, id: string): Promise<boolean> {
  const open: unknown = await trx("payin_cycle")
    .where({ payin_subscription_id: id, status: "open" })
    .first("id")
  return open !== undefined
}

/** The database's clock; in a transaction, the time of its beginning. */
export async function timeOf(pg: Knex): Promise<Date> {
  const answer: { rows: { now: Date }[] } = await pg.raw("select ? as now", [databaseNow(pg)])
  const [{ now }] = answer.rows
  return now
}

/**
 * This subscription does not renew with its card any more: queues the card to be checked. Also one
 * that its shopper saved: they may delete it at this moment.
 */
export async function unneed(
  trx: Knex.Transaction,
  { card_id }: Pick<Subscription, "card_id">
): Promise<void> {
  await trx("payin_card")
    .where({ id: card_id, status: "active" })
    .update({ cancel_after: databaseNow(trx), cancel_attempts: 0 })
}

/** Whether it has ended: nothing is charged any more. */
export function hasEnded({ status }: Pick<Subscription, "status">): boolean {
  return isEndedSubscription(status)
}
