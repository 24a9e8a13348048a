import { z } from "zod"

/** Default and maximum number of rows on a page. */
export const DEFAULT_LIMIT = 20
export const MAX_LIMIT = 100
/** Skipping rows costs time, so beyond this only a cursor pages. */
export const MAX_OFFSET = 10_000
/** Counting rows costs time, so a count is capped here. */
export const MAX_COUNT = 10_000

/**
 * The last row of a page. Times are kept to the microsecond, as the database has them: rows of one
 * millisecond would be lost or repeated otherwise.
 */
export interface Position {
  created_at: string
  id: string
  /** Number of rows up to this one. */
  passed: number
  /**
   * The count of the first page, and its filters: further pages with these filters do not count
   * again.
   */
  counted?: Counted | undefined
}

interface Counted {
  count: number
  filters: string
}

export interface PageRequest {
  limit: number
  /** Always 0 with `after`. */
  offset: number
  after: Position | null
  /** The answer's `count` is 0: a reader of the whole list needs none. */
  uncounted?: true
}

export interface Page<Row> {
  rows: Row[]
  /** At most {@link MAX_COUNT}. Pages after a cursor show the count of the first page. */
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

// A cursor comes from outside and goes into SQL, so its time must be one that the database accepts.
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

/** Reads a cursor; null when it is not one of ours. */
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
