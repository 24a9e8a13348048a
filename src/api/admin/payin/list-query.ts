import { z } from "zod"
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_OFFSET, readCursor } from "../../../domain/row/page"
import type { CreatedSpan, Page, PageRequest } from "../../../domain/row/page"
import {
  accountId,
  invalid,
  readQuery,
  searchText,
  text,
  timeBound,
  wholeNumber,
  type Read,
} from "./query-values"
import type { AdminListPage } from "./list-types"

const created_at = z.strictObject(
  { $gte: timeBound("from").optional(), $lte: timeBound("until").optional() },
  {
    error: (issue) =>
      issue.code === "invalid_type"
        ? "is written created_at[$gte] and created_at[$lte], each once"
        : undefined,
  }
)

const cursor = text.transform((written, context) => {
  const position = readCursor(written)
  if (position === null) {
    context.addIssue({
      code: "custom",
      message: "is no cursor of ours: send next_cursor as it was answered",
    })
    return z.NEVER
  }
  return position
})

const SHARED = {
  limit: wholeNumber(1, MAX_LIMIT).optional(),
  offset: wholeNumber(0, MAX_OFFSET, "; further on, page with cursor").optional(),
  cursor: cursor.optional(),
  q: searchText.optional(),
  account: accountId.optional(),
  created_at: created_at.optional(),
  format: z.enum(["json", "csv"], { error: "must be json or csv" }).default("json"),
}

/**
 * The query of a list: paging, `q`, `account`, `created_at` and the list's own filters. Anything
 * else is refused, because a filter that is silently ignored shows the wrong rows.
 */
export function listQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({ ...SHARED, ...filters })
}

type Shared = z.output<z.ZodObject<typeof SHARED>>

/** The request for a list: its filters as written, and the page and span that they mean. */
export interface ListRequest<Query> {
  query: Query
  page: PageRequest
  created: CreatedSpan
  /** A CSV holds every row that matches, or as many as `limit` says. */
  csv: { most: number } | null
}

/** Reads a list's query; `cursor` and `offset` at once would be two answers to "from where?". */
export function readList<Query extends Shared>(
  schema: z.ZodType<Query>,
  query: unknown
): Read<ListRequest<Query>> {
  const read = readQuery(schema, query)
  if ("refusal" in read) {
    return read
  }
  const { limit, offset, cursor: after, created_at: span, format } = read.value
  if (after !== undefined && offset !== undefined) {
    return { refusal: invalid("offset", "offset cannot be given together with cursor: drop one.") }
  }
  return {
    value: {
      query: read.value,
      page: { limit: limit ?? DEFAULT_LIMIT, offset: offset ?? 0, after: after ?? null },
      created: { from: span?.$gte, before: span?.$lte },
      csv: format === "csv" ? { most: limit ?? Infinity } : null,
    },
  }
}

/** The paging part of a list's answer. */
export function pageAnswer(page: Page<unknown>): AdminListPage {
  const { count, count_capped, limit, offset, next_cursor } = page
  return { count, ...(count_capped && { count_capped }), limit, offset, next_cursor }
}
