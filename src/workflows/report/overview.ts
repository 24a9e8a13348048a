import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { addDays, calendarDaySchema, dayIn, startOfDay } from "../../domain/time/calendar-day"
import { type MajorAmount, majorAmount, sumAmounts } from "../../domain/money/amount"
import { MAX_COUNT } from "../../domain/row/page"
import { RENEWAL_LASTING_SECONDS } from "../../domain/time/schedule"
import { databaseNow } from "../../tables/now"

/** Days of the series, today included. */
const DAYS = 30
const WEEK = 7

const movedRow = z.object({
  account: z.string(),
  currency: z.string(),
  day: calendarDaySchema,
  direction: z.enum(["in", "out"]),
  amount: z.string().transform((text) => majorAmount(text)),
})
type Moved = z.infer<typeof movedRow>

const waitingRow = z.object({
  anomalies: z.number(),
  approvals: z.number(),
  destinations: z.number(),
  refunds_rejected: z.number(),
  dead_events: z.number(),
  past_due: z.number(),
  renewals_stuck: z.number(),
})

/** What waits for a person; each counted up to 10,000. */
export type Waiting = z.infer<typeof waitingRow>

/** Money that moved in spans that end now; amounts in major units. */
export interface Spans {
  today: MajorAmount
  days_7: MajorAmount
  days_30: MajorAmount
}

export interface MovedDay {
  date: string
  currency: string
  in: MajorAmount
  out: MajorAmount
}

// Both read only the last days of an index on exactly these rows.
const MOVED = `
  select account, coalesce(approved_currency, currency) as currency, 'in' as direction,
    to_char(status_changed_at at time zone :zone, 'YYYY-MM-DD') as day,
    cast(sum(cast(coalesce(approved_amount, requested_amount) as numeric)) as text) as amount
  from payin_transaction
  where status = 'approved' and deleted_at is null and status_changed_at >= :from
  group by 1, 2, 4
  union all
  select account, currency, 'out',
    to_char(status_changed_at at time zone :zone, 'YYYY-MM-DD'),
    cast(sum(cast(amount as numeric)) as text)
  from payin_payout
  where status = 'approved' and deleted_at is null and status_changed_at >= :from
  group by 1, 2, 4`

const counted = (name: string, table: string, status: string, more = "") => `
  (select count(*)::int from (select 1 from ${table}
    where status = '${status}' ${more} and deleted_at is null limit ${MAX_COUNT}) as bounded)
    as ${name}`

const WAITING = `select ${[
  counted("anomalies", "payin_anomaly", "open"),
  counted("approvals", "payin_payout", "awaiting_approval"),
  counted("destinations", "payin_payout", "awaiting_destination"),
  // Only payouts promised to shoppers; the store may have changed its mind about others.
  counted("refunds_rejected", "payin_payout", "rejected", "and source in ('refund', 'anomaly')"),
  counted("dead_events", "payin_event", "dead"),
  counted("past_due", "payin_subscription", "past_due"),
  // Periods delayed by stock, prices or the store's own set-up. Periods that the bank refused are
  // past due instead.
  `(select count(*)::int from (select 1 from payin_cycle
    where status = 'open' and refusals = 0 and last_error is not null and next_try is null
      and deleted_at is null and status_changed_at < :since limit ${MAX_COUNT}) as bounded)
    as renewals_stuck`,
].join(",")}`

/**
 * Money moved in the last thirty days, from our own records: money in when we learned of its
 * arrival, money out when the service reported its payment. Days are those of `zone`.
 */
export class MoneyMoved {
  private constructor(
    private readonly moved: readonly Moved[],
    private readonly days: readonly string[]
  ) {}

  static async of(container: MedusaContainer, zone: string): Promise<MoneyMoved> {
    const pg: Knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    const today = dayIn(zone, new Date())
    const days = Array.from({ length: DAYS }, (_, index) => addDays(today, index + 1 - DAYS))
    const from = startOfDay(addDays(today, 1 - DAYS), zone).toISOString()
    const { rows }: { rows: unknown[] } = await pg.raw(MOVED, { zone, from })
    return new MoneyMoved(z.array(movedRow).parse(rows), days)
  }

  /** Spans of one account, currency and direction. */
  spans(account: string, currency: string, direction: Moved["direction"]): Spans {
    const own = this.moved.filter(
      (one) => one.account === account && one.currency === currency && one.direction === direction
    )
    const last = (days: number) =>
      sumAmounts(own.filter(({ day }) => this.days.slice(-days).includes(day)))
    return { today: last(1), days_7: last(WEEK), days_30: last(DAYS) }
  }

  /** Every day of every currency, the oldest first; days without money too. */
  series(currencies: readonly string[]): MovedDay[] {
    const all = new Set([...currencies, ...this.moved.map(({ currency }) => currency)])
    return this.days.flatMap((date) =>
      [...all].map((currency) => {
        const own = this.moved.filter((one) => one.day === date && one.currency === currency)
        const of = (direction: Moved["direction"]) =>
          sumAmounts(own.filter((one) => one.direction === direction))
        return { date, currency, in: of("in"), out: of("out") }
      })
    )
  }
}

/** Counts of things that wait for a person. */
export async function waitingForPeople(container: MedusaContainer): Promise<Waiting> {
  const pg: Knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows }: { rows: unknown[] } = await pg.raw(WAITING, {
    since: databaseNow(pg, -RENEWAL_LASTING_SECONDS),
  })
  return waitingRow.parse(rows[0])
}
