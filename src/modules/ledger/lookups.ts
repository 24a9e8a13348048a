import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { isOfMerchant, type MerchantPrints } from "../../domain/installation/merchant-print"
import { ENDED_PAYIN_STATUSES, OPEN_PAYIN_STATUSES } from "../../domain/payin/state"
import {
  LAPSED_WATCH_DAYS,
  LEASE_SECONDS,
  LOOKUP_ATTEMPTS_AT_LAPSE,
  secondsToNextLookup,
} from "../../domain/time/schedule"
import { changeFree } from "../../engine/free-rows"
import { Queue } from "../../engine/queue"
import { listed } from "../../tables/listed"
import { databaseNow } from "../../tables/now"
import type { Announcements } from "./announcements"
import { transactionRow, type Transaction } from "./rows"

const OPEN = `status in ${listed(OPEN_PAYIN_STATUSES)} and deleted_at is null`
const ENDED = listed(ENDED_PAYIN_STATUSES)
const WATCH_SECONDS = LAPSED_WATCH_DAYS * 86_400
const COUNT_LIMIT = 10_000
const TABLE = "payin_transaction"

const progressRow = z.object({
  due: z.number(),
  watched: z.number(),
  lag_seconds: z.number(),
})

/** How far reconciliation is behind. Counts are capped at 10,000. */
export type LookupProgress = z.infer<typeof progressRow>

const waitingRow = z.object({
  account: z.string(),
  /** Open pay-ins, at most 10,000. */
  count: z.number(),
  currency: z.string().nullable(),
  /** Their sum in major units; null without any. */
  amount: z.string().nullable(),
})

/** An account whose watched pay-ins nobody can be asked about, and what waits there. */
export type BlindAccount = z.infer<typeof waitingRow>

const merchantRow = z.object({ account: z.string(), sent_to: z.string() })

/**
 * Lookups without a notification: often at first, then less and less, for 30 days after a lapse or
 * an end without money. Approved money has been seen.
 */
export class Lookups {
  private readonly queue: Queue<typeof transactionRow>

  constructor(
    private readonly pg: Knex,
    private readonly announcements: Announcements,
    private readonly merchants: MerchantPrints
  ) {
    this.queue = new Queue(pg, {
      table: TABLE,
      row: transactionRow,
      due: "lookup_after",
      where: "lookup_after is not null and status <> 'approved'",
      attempts: "lookup_attempts",
      partition: "account",
      visibility: LEASE_SECONDS,
      schedule: (row, now) =>
        secondsToNextLookup({
          attempts: row.lookup_attempts,
          seconds_since_lapse: secondsSince(row.lapsed_at, now),
          seconds_since_end: isEnded(row) ? secondsSince(row.status_changed_at, now) : null,
        }),
    })
  }

  /**
   * Claims due pay-ins of an account, the longest waiting first. After its 30 days a row stays due
   * until one more lookup was answered: that one is the last.
   */
  claim(account: string, limit: number): Promise<Transaction[]> {
    return this.queue.claim({ of: account, limit })
  }

  /** Releases claimed rows that were not asked about: due again after the pause, no try counted. */
  async putBack(id: string, seconds: number): Promise<void> {
    await this.queue.putBack({ id }, seconds)
  }

  /** The service answered a lookup: the one after its watch was the last. */
  async answered(id: string): Promise<void> {
    await this.pg(TABLE)
      .where({ id })
      .whereNot("status", "approved")
      .whereRaw(`case when status in ${ENDED} then status_changed_at else lapsed_at end <= ?`, [
        databaseNow(this.pg, -WATCH_SECONDS),
      ])
      .update({ lookup_after: null })
  }

  /**
   * Marks links that lapsed unpaid. The session ends and a waiting order may be released, while
   * lookups go on (docs/decisions/0016-orders-that-wait.md).
   */
  async lapse(limit: number): Promise<number> {
    const now = databaseNow(this.pg)
    const lapsed = await changeFree(
      this.pg,
      {
        table: TABLE,
        where: { text: `lapses_at <= ? and lapsed_at is null and ${OPEN}`, values: [now] },
        order: "lapses_at",
        limit,
      },
      {
        text: "lapsed_at = ?, end_after = ?, lookup_after = ?, lookup_attempts = ?, updated_at = ?",
        values: [now, now, now, LOOKUP_ATTEMPTS_AT_LAPSE, now],
      }
    )
    for (const row of lapsed) {
      await this.announcements.lapsed(transactionRow.parse(row))
    }
    return lapsed.length
  }

  /**
   * Requeues open rows without a due time before the end of their watch. Usually there are none.
   * Rows that lapsed are read by a range: the index keeps every link that nobody ever paid.
   */
  async requeueUnqueued(limit: number): Promise<number> {
    const watched = { text: "lapsed_at > ?", values: [databaseNow(this.pg, -WATCH_SECONDS)] }
    const requeued = [{ text: "lapsed_at is null", values: [] }, watched].map((when) =>
      changeFree(
        this.pg,
        {
          table: TABLE,
          where: { ...when, text: `lookup_after is null and ${OPEN} and ${when.text}` },
          order: "lapsed_at",
          limit,
        },
        { text: "lookup_after = ?", values: [databaseNow(this.pg)] }
      )
    )
    return (await Promise.all(requeued)).flat().length
  }

  /**
   * Pay-ins that wait in accounts other than these: they cannot be looked up. One whose last lookup
   * would be over by now waits no more, unless its order still does. Steps from account to account
   * by the index, so that the rows of configured accounts are not read.
   */
  async unconfigured(accounts: readonly string[]): Promise<BlindAccount[]> {
    const least = (more = "") =>
      `(select account from payin_transaction
        where lookup_after is not null and deleted_at is null ${more}
        order by account limit 1)`
    const waiting = (when: string) =>
      `(select currency, requested_amount, status from payin_transaction
        where account = named.account and lookup_after is not null and deleted_at is null and ${when}
        limit ${COUNT_LIMIT})`
    const open = `filter (where status in ${listed(OPEN_PAYIN_STATUSES)})`
    const answer: { rows: unknown[] } = await this.pg.raw(
      `with recursive named(account) as (
         select ${least()}
         union all
         select ${least("and account > named.account")} from named where named.account is not null)
       select named.account, waiting.count, waiting.currency, waiting.amount
       from named cross join lateral (
         select least(count(*) ${open}, ${COUNT_LIMIT})::int as count, max(currency) ${open} as currency,
           (sum(requested_amount::numeric) ${open})::text as amount, count(*) as rows
         from (${waiting("lookup_after > ?")}
           union all ${waiting("lookup_after <= ? and end_after is not null")}) one) waiting
       where waiting.rows > 0 and not named.account = any(?) order by named.account`,
      [databaseNow(this.pg, -WATCH_SECONDS), databaseNow(this.pg, -WATCH_SECONDS), [...accounts]]
    )
    return answer.rows.map((row) => waitingRow.parse(row))
  }

  /**
   * Watched pay-ins of configured accounts that another merchant made than the options name: the
   * present one does not know them. Steps from merchant to merchant by the index.
   */
  async ofOtherMerchants(): Promise<BlindAccount[]> {
    const watched = "lookup_after is not null and sent_to is not null and deleted_at is null"
    const first = (more = "") =>
      `(select account, sent_to from payin_transaction
        where ${watched} ${more} order by account, sent_to limit 1)`
    const found: { rows: unknown[] } = await this.pg.raw(
      `with recursive made(account, sent_to) as (
         select * from ${first()} one
         union all
         select next.account, next.sent_to from made
         cross join lateral ${first("and (account, sent_to) > (made.account, made.sent_to)")} next)
       select account, sent_to from made`
    )
    const others = found.rows
      .map((row) => merchantRow.parse(row))
      .filter((made) => !isOfMerchant(made, this.merchants))
    if (others.length === 0) {
      return []
    }
    const open = `filter (where status in ${listed(OPEN_PAYIN_STATUSES)})`
    const answer: { rows: unknown[] } = await this.pg.raw(
      `select made.account, least(count(*) ${open}, ${COUNT_LIMIT})::int as count,
         max(currency) ${open} as currency, (sum(requested_amount::numeric) ${open})::text as amount
       from json_to_recordset(?::json) as made (account text, sent_to text)
       cross join lateral (
         select currency, requested_amount, status from payin_transaction
         where account = made.account and sent_to = made.sent_to and ${watched}
         limit ${COUNT_LIMIT}) waiting
       group by made.account order by made.account`,
      [JSON.stringify(others)]
    )
    return answer.rows.map((row) => waitingRow.parse(row))
  }

  /**
   * Number of due and planned lookups of these accounts, and the age of the oldest due one. Pay-ins
   * of an account that is not configured cannot be looked up.
   */
  async progress(accounts: readonly string[]): Promise<LookupProgress> {
    const answer: { rows: unknown[] } = await this.pg.raw(
      `select coalesce(sum(one.due), 0)::int as due, coalesce(sum(one.watched), 0)::int as watched,
         coalesce(greatest(extract(epoch from ? - min(one.first)), 0), 0)::int as lag_seconds
       from unnest(?::text[]) as configured (id)
       cross join lateral (select
         (select count(*) from (
           select 1 from payin_transaction
           where account = configured.id and lookup_after is not null and lookup_after <= ?
             and deleted_at is null limit ?) due) as due,
         (select count(*) from (
           select 1 from payin_transaction
           where account = configured.id and lookup_after is not null
             and deleted_at is null limit ?) watched) as watched,
         (select lookup_after from payin_transaction
          where account = configured.id and lookup_after is not null and deleted_at is null
          order by lookup_after, id limit 1) as first) one`,
      [databaseNow(this.pg), [...accounts], databaseNow(this.pg), COUNT_LIMIT, COUNT_LIMIT]
    )
    return progressRow.parse(answer.rows[0])
  }
}

function isEnded({ status }: Transaction): boolean {
  return ENDED_PAYIN_STATUSES.some((ended) => ended === status)
}

function secondsSince(then: Date | null, now: Date): number | null {
  return then === null ? null : (now.getTime() - then.getTime()) / 1000
}
