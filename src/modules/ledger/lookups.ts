import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { isOfMerchant, type MerchantPrints } from "../../domain/merchant-print"
import { ENDED_PAYIN_STATUSES, OPEN_PAYIN_STATUSES } from "../../domain/payin-state"
import {
  LAPSED_WATCH_DAYS,
  LOOKUP_ATTEMPTS_AT_LAPSE,
  secondsToNextLookup,
} from "../../domain/schedule"
import { listed } from "../../tables/listed"
import { databaseNow } from "../../tables/now"
import type { Announcements } from "./announcements"
import { transactionRow, type Transaction } from "./rows"

const OPEN = `status in ${listed(OPEN_PAYIN_STATUSES)} and deleted_at is null`
const ENDED = listed(ENDED_PAYIN_STATUSES)
const WATCH_SECONDS = LAPSED_WATCH_DAYS * 86_400
const COUNT_LIMIT = 10_000

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

const dueRow = z.object({
  id: z.string(),
  attempts: z.number(),
  seconds_since_lapse: z.number().nullable(),
  seconds_since_end: z.number().nullable(),
})

/**
 * Lookups without a notification: often at first, then less and less, for 30 days after a lapse or
 * an end without money. Approved money has been seen.
 */
export class Lookups {
  constructor(
    private readonly pg: Knex,
    private readonly announcements: Announcements,
    private readonly merchants: MerchantPrints
  ) {}

  /**
   * Claims due pay-ins of an account, the longest waiting first. Claiming moves the due time on, so
   * the row of a crashed worker becomes due again. After its 30 days a row stays due until one more
   * lookup was answered: that one is the last.
   */
  async claim(account: string, limit: number): Promise<Transaction[]> {
    return this.pg.transaction(async (trx) => {
      const now = databaseNow(trx)
      const due: { rows: unknown[] } = await trx.raw(
        `select id, lookup_attempts + 1 as attempts,
           extract(epoch from ? - lapsed_at)::float as seconds_since_lapse,
           case when status in ${ENDED} then extract(epoch from ? - status_changed_at)::float end
             as seconds_since_end
         from payin_transaction
         where account = ? and lookup_after is not null and lookup_after <= ?
           and status <> 'approved' and deleted_at is null
         order by lookup_after, id limit ? for update skip locked`,
        [now, now, account, now, limit]
      )
      const rows = due.rows.map((row) => dueRow.parse(row))
      const answer: { rows: unknown[] } = await trx.raw(
        `update payin_transaction
         set lookup_attempts = due.attempts, lookup_after = ? + due.seconds * interval '1 second'
         from json_to_recordset(?::json) as due (id text, attempts int, seconds float)
         where payin_transaction.id = due.id
         returning payin_transaction.*`,
        [
          now,
          JSON.stringify(
            rows.map((facts) => ({
              id: facts.id,
              attempts: facts.attempts,
              seconds: secondsToNextLookup(facts),
            }))
          ),
        ]
      )
      return answer.rows.map((row) => transactionRow.parse(row))
    })
  }

  /** Releases claimed rows that were not asked about: due again after the pause, no try counted. */
  async giveBack(ids: readonly string[], seconds: number): Promise<void> {
    await this.pg("payin_transaction")
      .whereIn("id", [...ids])
      .whereNot("status", "approved")
      .update({
        lookup_after: databaseNow(this.pg, seconds),
        lookup_attempts: this.pg.raw("greatest(lookup_attempts - 1, 0)"),
      })
  }

  /** The service answered a lookup: the one after its watch was the last. */
  async answered(id: string): Promise<void> {
    await this.pg("payin_transaction")
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
    const answer: { rows: unknown[] } = await this.pg.raw(
      `update payin_transaction
       set lapsed_at = ?, end_after = ?, lookup_after = ?, lookup_attempts = ?, updated_at = ?
       where id = any(array(
         select id from payin_transaction
         where lapses_at <= ? and lapsed_at is null and ${OPEN}
         order by lapses_at limit ? for update skip locked))
       returning *`,
      [
        databaseNow(this.pg),
        databaseNow(this.pg),
        databaseNow(this.pg),
        LOOKUP_ATTEMPTS_AT_LAPSE,
        databaseNow(this.pg),
        databaseNow(this.pg),
        limit,
      ]
    )
    for (const row of answer.rows) {
      await this.announcements.lapsed(transactionRow.parse(row))
    }
    return answer.rows.length
  }

  /**
   * Requeues open rows without a due time before the end of their watch. Usually there are none.
   * Rows that lapsed are read by a range: the index keeps every link that nobody ever paid.
   */
  async requeueUnqueued(limit: number): Promise<number> {
    const unqueued = (when: string) =>
      `(select id from payin_transaction where lookup_after is null and ${OPEN} and ${when}
        limit ? for update skip locked)`
    const answer: { rowCount: number } = await this.pg.raw(
      `with unlapsed as ${unqueued("lapsed_at is null")},
         watched as ${unqueued("lapsed_at > ?")}
       update payin_transaction set lookup_after = ?
       where id in (select id from unlapsed union all select id from watched)`,
      [limit, databaseNow(this.pg, -WATCH_SECONDS), limit, databaseNow(this.pg)]
    )
    return answer.rowCount
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
