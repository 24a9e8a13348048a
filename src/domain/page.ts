import { createHash } from "node:crypto"
import { z } from "zod"

/** Rows of a list unless the request says otherwise, and at most. */
export const DEFAULT_LIMIT = 20
export const MAX_LIMIT = 100
/** Skipping costs what it skips, so beyond this only a cursor pages (design.md 3.5). */
export const MAX_OFFSET = 10_000
/** Counting costs what it counts, so beyond this a count is capped (design.md 3.5). */
export const MAX_COUNT = 10_000

/** SQL with a `?` for every value. Names of tables and columns are ours, never a request's. */
export interface Sql {
  text: string
  values: readonly SqlValue[]
}
export type SqlValue = string | number | string[]

/**
 * The last row of a page. Times are kept to the microsecond, as the database has them: rows of one
 * millisecond would be lost or repeated otherwise.
 */
export interface Position {
  created_at: string
  id: string
  /** How many rows have been paged past, this one included. */
  passed: number
  /** What the first page counted, and of which filters: no further page of these counts again. */
  counted?: Counted | undefined
}

interface Counted {
  count: number
  filters: string
}

export interface PageRequest {
  limit: number
  /** 0 with `after`. */
  offset: number
  after: Position | null
  /** The answer's `count` is 0: counting costs, and who reads a list to its end needs none. */
  uncounted?: true
}

export interface Page<Row> {
  rows: Row[]
  /** At most {@link MAX_COUNT}; on pages after a cursor as it was when the first page was read. */
  count: number
  /** Whether there are more rows than `count` says. */
  count_capped: boolean
  limit: number
  /** How many rows came before this page. */
  offset: number
  next_cursor: string | null
}

/** Rows created in a span: `from` is in it, `before` is not. */
export interface CreatedSpan {
  from?: Date | undefined
  before?: Date | undefined
}

// A cursor comes from outside and goes into SQL: no text that the database would refuse as a time.
const cursorSchema = z.strictObject({
  created_at: z.iso.datetime({ precision: 6 }).regex(/^(?:19|2\d)\d\d/),
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  passed: z.number().int().positive(),
  counted: z
    .strictObject({
      count: z
        .int()
        .min(0)
        .max(MAX_COUNT + 1),
      filters: z.string().max(64),
    })
    .optional(),
})
const MAX_CURSOR_LENGTH = 512

export function writeCursor({ created_at, id, passed, counted }: Position): string {
  return Buffer.from(JSON.stringify({ created_at, id, passed, counted })).toString("base64url")
}

/** The position in a cursor; null when it is none of ours. */
export function readCursor(cursor: string): Position | null {
  if (cursor.length > MAX_CURSOR_LENGTH || !/^[\w-]+$/.test(cursor)) {
    return null
  }
  try {
    const json: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"))
    return cursorSchema.safeParse(json).data ?? null
  } catch {
    return null
  }
}

/** The column has one of these values; nothing to check when none are given. */
export function oneOf(column: string, wanted: readonly string[] | string | undefined): Sql[] {
  if (wanted === undefined) {
    return []
  }
  return [
    { text: `${column} = any(?)`, values: [typeof wanted === "string" ? [wanted] : [...wanted]] },
  ]
}

export function createdWithin({ from, before }: CreatedSpan): Sql[] {
  return [
    ...(from ? [{ text: "created_at >= ?::timestamptz", values: [from.toISOString()] }] : []),
    ...(before ? [{ text: "created_at < ?::timestamptz", values: [before.toISOString()] }] : []),
  ]
}

/**
 * One page of a table, newest first, and one row more, which tells whether there is a next page. With
 * `after` the database enters its index on (created_at, id) at that row: the thousandth page costs what
 * the first one does.
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
 * Counts at most one more than {@link MAX_COUNT} rows, as column `count`. After a row the count is the one its
 * cursor brings along, unless that is of other filters: counting on each page would cost more than the page.
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

/** What {@link countSql} answered, capped. */
export function readCount(rows: readonly unknown[]): { count: number; count_capped: boolean } {
  const { count } = countRow.parse(rows[0])
  return { count: Math.min(count, MAX_COUNT), count_capped: count > MAX_COUNT }
}

/** The page that the answers of {@link pageSql} and {@link countSql} make. */
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

/** Puts SQL to the database and answers its rows. */
export type Ask = (sql: Sql) => Promise<readonly unknown[]>

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

/** How many rows there are, at most {@link MAX_COUNT}. */
export async function askCount(ask: Ask, table: string, where: readonly Sql[]): Promise<number> {
  return readCount(await ask(countSql(table, where))).count
}

/** What a search adds; nothing when nothing is searched for. */
export function searched(q: string | undefined, search: (q: string) => Sql): Sql[] {
  return q === undefined ? [] : [search(q)]
}
