import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import {
  MAX_COUNT,
  writeCursor,
  type CreatedSpan,
  type Page,
  type PageRequest,
} from "../domain/row/page"

/** SQL with a `?` for every value. Names of tables and columns are ours, never a request's. */
export interface Sql {
  text: string
  values: readonly SqlValue[]
}
export type SqlValue = string | number | string[]

/**
 * The column has one of these values; no condition when none are given. A single value is compared
 * with `=`: for an array PostgreSQL does not use the order of an index on (column, created_at, id),
 * and reads rows of other values.
 */
export function oneOf(column: string, wanted: readonly string[] | string | undefined): Sql[] {
  if (wanted === undefined) {
    return []
  }
  const values = typeof wanted === "string" ? [wanted] : [...wanted]
  if (values.length === 1) {
    return [{ text: `${column} = ?`, values }]
  }
  return [{ text: `${column} = any(?)`, values: [values] }]
}

export function createdWithin({ from, before }: CreatedSpan): Sql[] {
  return [
    ...(from ? [{ text: "created_at >= ?::timestamptz", values: [from.toISOString()] }] : []),
    ...(before ? [{ text: "created_at < ?::timestamptz", values: [before.toISOString()] }] : []),
  ]
}

/**
 * One page of a table, newest first, and one row more, which tells whether there is a next page.
 * With `after` the database enters its index on (created_at, id) at that row: the thousandth page
 * costs what the first one does.
 */
export function pageSql(
  table: string,
  where: readonly Sql[],
  { limit, offset, after }: PageRequest
): Sql {
  const beyond: Sql[] =
    after === null
      ? []
      : [
          {
            text: "(created_at, id) < (?::timestamptz, ?)",
            values: [after.created_at, after.id],
          },
        ]
  const condition = allOf([...where, ...beyond])
  return {
    text:
      `select *, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position_at ` +
      `from ${table} where ${condition.text} order by created_at desc, id desc limit ? offset ?`,
    values: [...condition.values, limit + 1, offset],
  }
}

/**
 * Counts at most one more than {@link MAX_COUNT} rows, as column `count`. After a row the count is
 * the one its cursor brings along, unless that is of other filters: counting on each page would
 * cost more than the page.
 */
export function countSql(table: string, where: readonly Sql[], request?: PageRequest): Sql {
  if (request?.uncounted) {
    return { text: "select 0 as count", values: [] }
  }
  const condition = allOf(where)
  const filters = createHash("sha256")
    .update(JSON.stringify([table, condition]))
    .digest("base64url")
  const known = request?.after?.counted
  if (known?.filters === filters) {
    return { text: "select ?::int as count, ? as filters", values: [known.count, filters] }
  }
  return {
    text:
      `select count(*)::int as count, ? as filters ` +
      `from (select 1 from ${table} where ${condition.text} limit ?) as bounded`,
    values: [filters, ...condition.values, MAX_COUNT + 1],
  }
}

// Every index of ours is partial on this (Medusa's models add it), so a query without it uses none.
function allOf(where: readonly Sql[]): Sql {
  return {
    text: ["deleted_at is null", ...where.map(({ text }) => `(${text})`)].join(" and "),
    values: where.flatMap(({ values }) => values),
  }
}

const positionRow = z.object({ position_at: z.string(), id: z.string() })
const countRow = z.object({ count: z.number(), filters: z.string().optional() })

/** Reads the count that {@link countSql} selects, capped. */
export function readCount(rows: readonly unknown[]): { count: number; count_capped: boolean } {
  const { count } = countRow.parse(rows[0])
  return { count: Math.min(count, MAX_COUNT), count_capped: count > MAX_COUNT }
}

/** Makes a page from the rows of {@link pageSql} and {@link countSql}. */
export function readPage<Row>(
  request: PageRequest,
  answers: { rows: readonly unknown[]; counted: readonly unknown[] },
  readRow: (row: unknown) => Row
): Page<Row> {
  const rows = answers.rows.slice(0, request.limit)
  const offset = request.after?.passed ?? request.offset
  const more = answers.rows.length > request.limit
  const last = more ? positionRow.parse(rows.at(-1)) : null
  const { count, filters } = countRow.parse(answers.counted[0])
  return {
    rows: rows.map(readRow),
    ...readCount(answers.counted),
    limit: request.limit,
    offset,
    next_cursor:
      last &&
      writeCursor({
        created_at: last.position_at,
        id: last.id,
        passed: offset + rows.length,
        ...(filters !== undefined && { counted: { count, filters } }),
      }),
  }
}

/** Runs SQL and returns its rows. */
export type Ask = (sql: Sql) => Promise<readonly unknown[]>

export function asking(pg: Knex): Ask {
  return async ({ text, values }) => {
    const answer: { rows: unknown[] } = await pg.raw(text, [...values])
    return answer.rows
  }
}

/** Reads one page of a table, and counts. */
export async function askPage<Row>(
  ask: Ask,
  { table, where }: { table: string; where: readonly Sql[] },
  request: PageRequest,
  readRow: (row: unknown) => Row
): Promise<Page<Row>> {
  const [rows, counted] = await Promise.all([
    ask(pageSql(table, where, request)),
    ask(countSql(table, where, request)),
  ])
  return readPage(request, { rows, counted }, readRow)
}

/** Number of rows, at most {@link MAX_COUNT}. */
export async function askCount(ask: Ask, table: string, where: readonly Sql[]): Promise<number> {
  return readCount(await ask(countSql(table, where))).count
}

/** The condition of a search; none without a search text. */
export function searched(q: string | undefined, search: (q: string) => Sql): Sql[] {
  return q === undefined ? [] : [search(q)]
}
