import { z } from "zod"

/** Rows of a list unless the request says otherwise, and at most. */
export const DEFAULT_LIMIT = 20
export const MAX_LIMIT = 100
/** Skipping costs what it skips, so beyond this only a cursor pages. */
export const MAX_OFFSET = 10_000
/** Counting costs what it counts, so beyond this a count is capped. */
export const MAX_COUNT = 10_000

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
