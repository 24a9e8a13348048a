import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { backoffSeconds } from "../domain/time/schedule"
import { databaseNow } from "../tables/now"
import { changeFree, type Fragment } from "./free-rows"
import { unleasedSql } from "./lease"

/** Work that is due on rows of a table (docs/decisions/0004-queues-in-postgresql.md). */
export type QueueSpecification<Schema extends z.ZodType<object>> = Common<Schema> &
  (Leased | Scheduled<Schema>)

interface Common<Schema extends z.ZodType<object>> {
  table: string
  row: Schema
  /** Column of the due time. A row without one is at rest. */
  due: string
  /** SQL: the states in which a row may be due, in the words of the partial index. */
  where?: string
  /** A row whose claimant died is due again after so many seconds. */
  visibility: number
  /** Column that counts the claims. */
  attempts?: string
  /** Each claim raises the column `fence`: whoever claimed the row before writes nothing more. */
  fenced?: true
  /** Column each of whose values has a line of its own. */
  partition?: string
  /** Seconds between two tries. */
  backoff?: readonly number[]
}

interface Leased {
  /** A claim is a lease, and the due time stays: a row may become due again while it is worked on. */
  leased: true
  /** A row that is claimed by its id may have no due time from which one could be planned. */
  schedule?: never
}

interface Scheduled<Schema extends z.ZodType<object>> {
  leased?: never
  /** Seconds from a claim to the next one, if nothing else is decided; null: at rest. */
  schedule?: (claimed: z.infer<Schema>, now: Date) => number | null
}

/** The rows that are wanted: so many of a line, or one. */
export type Wanted = { limit: number; of?: string } | { id: string }

/** The row as it was read: it is written only while these columns are the same. */
export type Unchanged = { id: string } & Readonly<Record<string, string | number>>

// The time as text: a date of JavaScript would lose its microseconds.
const claim = z.object({
  id: z.string(),
  claimed_at: z.date(),
  claimed_until: z.string().nullable(),
})

/** The claims of one queue, and when its rows are due again. */
export class Queue<Schema extends z.ZodType<object>> {
  constructor(
    private readonly pg: Knex,
    private readonly specification: QueueSpecification<Schema>
  ) {}

  /**
   * Claims due rows, the longest waiting first. Claiming moves the due time on, or takes a lease, so
   * another caller at the same moment gets others, and the row of a crashed worker becomes due again.
   */
  async claim(wanted: Wanted): Promise<z.infer<Schema>[]> {
    const { table, due, row } = this.specification
    const claimed = await changeFree(
      this.pg,
      {
        table,
        where: this.dueRows(wanted),
        order: `${due}, id`,
        limit: "id" in wanted ? 1 : wanted.limit,
      },
      this.claiming(),
      {
        text: `*, ?::timestamptz as claimed_at, ${due}::text as claimed_until`,
        values: [databaseNow(this.pg)],
      }
    )
    return this.plan(claimed.map((one) => ({ kept: claim.parse(one), row: row.parse(one) })))
  }

  /** Due again then: an instant, or so many seconds from now. */
  sleep(row: Unchanged, until: Date | number, set: object = {}): Promise<number> {
    const due = typeof until === "number" ? databaseNow(this.pg, until) : until
    return this.write(row, { [this.specification.due]: due, ...set })
  }

  /** Due again after the pause that follows this many failures. */
  retry(row: Unchanged, failures: number, set: object = {}): Promise<number> {
    return this.sleep(row, backoffSeconds(this.specification.backoff ?? [], failures), set)
  }

  /**
   * Nothing is left to do, or somebody else requeues the row.
   *
   * @param seen when the row was due as it was read: who requeued it since gets another try, because
   *   what the reader saw may be older
   */
  park(row: Unchanged, set: object = {}, seen?: Date | null): Promise<number> {
    const { due } = this.specification
    const values = { [due]: null, ...set }
    if (seen === undefined) {
      return this.write(row, values)
    }
    return this.write(row, values, {
      // A date of JavaScript knows no microseconds.
      text: `date_trunc('milliseconds', ${due}) is not distinct from ?::timestamptz`,
      values: [seen],
    })
  }

  /** Due at once, as if it had never been tried. */
  requeue(row: Unchanged, set: object = {}): Promise<number> {
    const { attempts } = this.specification
    return this.sleep(row, 0, { ...(attempts !== undefined && { [attempts]: 0 }), ...set })
  }

  /** The claim did nothing: due again after the pause, and no try is counted. */
  putBack(row: Unchanged, seconds: number): Promise<number> {
    const { attempts } = this.specification
    const uncounted = attempts && { [attempts]: this.pg.raw("greatest(?? - 1, 0)", [attempts]) }
    return this.sleep(row, seconds, { ...uncounted })
  }

  private dueRows(wanted: Wanted): Fragment {
    const { due, where, partition, leased } = this.specification
    const conditions: Fragment[] = [{ text: "deleted_at is null", values: [] }]
    if (where !== undefined) {
      conditions.push({ text: where, values: [] })
    }
    if ("id" in wanted) {
      conditions.push({ text: "id = ?", values: [wanted.id] })
    }
    if (partition !== undefined && "limit" in wanted && wanted.of !== undefined) {
      conditions.push({ text: `${partition} = ?`, values: [wanted.of] })
    }
    // Whoever names a row under a lease need not wait for its time.
    if (!(leased && "id" in wanted)) {
      conditions.push({ text: `${due} <= ?`, values: [databaseNow(this.pg)] })
    }
    if (leased) {
      conditions.push(unleasedSql(this.pg))
    }
    return {
      text: conditions.map(({ text }) => `(${text})`).join(" and "),
      values: conditions.flatMap(({ values }) => values),
    }
  }

  private claiming(): Fragment {
    const { due, attempts, fenced, leased, visibility } = this.specification
    const set = [
      `${leased ? "leased_until" : due} = ?`,
      ...(attempts === undefined ? [] : [`${attempts} = ${attempts} + 1`]),
      ...(fenced ? ["fence = fence + 1"] : []),
    ]
    return { text: set.join(", "), values: [databaseNow(this.pg, visibility)] }
  }

  /**
   * Writes when claimed rows are due if nothing else is decided. A row whose due time changed since
   * the claim keeps it; the rows of a process that dies before keep that of the claim.
   */
  private async plan(
    claimed: readonly { kept: z.infer<typeof claim>; row: z.infer<Schema> }[]
  ): Promise<z.infer<Schema>[]> {
    const { schedule, table, due, row: schema } = this.specification
    if (schedule === undefined || claimed.length === 0) {
      return claimed.map(({ row }) => row)
    }
    const planned = claimed.map(({ kept: { id, claimed_at, claimed_until }, row }) => {
      const seconds = schedule(row, claimed_at)
      const next = seconds === null ? null : new Date(claimed_at.getTime() + seconds * 1000)
      return { id, claimed_until, next, row }
    })
    await this.pg.raw(
      `update ${table} set ${due} = planned.next
       from json_to_recordset(?::json)
         as planned (id text, claimed_until timestamptz, next timestamptz)
       where ${table}.id = planned.id and ${due} = planned.claimed_until`,
      [JSON.stringify(planned.map(({ id, claimed_until, next }) => ({ id, claimed_until, next })))]
    )
    return planned.map(({ row, next }) => schema.parse({ ...row, [due]: next }))
  }

  private write(
    row: Unchanged,
    values: object,
    seen: Fragment = { text: "true", values: [] }
  ): Promise<number> {
    const { table, where = "true" } = this.specification
    return this.pg(table)
      .where(row)
      .whereRaw(where)
      .whereRaw(seen.text, [...seen.values])
      .update(values)
  }
}
