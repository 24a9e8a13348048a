import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { MedusaResponse } from "@medusajs/framework/http"
import { stringify } from "csv-stringify"
import { csvCell, CSV_FORM } from "../../../domain/row/csv"
import { readCursor, type Page, type PageRequest } from "../../../domain/row/page"
import { pageAnswer, type ListRequest } from "./list-query"
import type { AdminListPage } from "./list-types"

/** Rows that a CSV reads at once. */
const PAGE = 500

/** A list as it is answered. */
export interface AnsweredList<Row, Shown extends object> {
  /** Of the file. */
  name: string
  /** Columns of the CSV: names of fields of `Shown`; "destination.bank" is a field of a field. */
  columns: readonly string[]
  find(page: PageRequest): Promise<Page<Row>>
  show(rows: readonly Row[]): Promise<Shown[]> | Shown[]
  answer(shown: Shown[], page: AdminListPage): object
}

/**
 * Answers one page as JSON, or with `format=csv` (RFC 4180) every row that matches from where the
 * request starts, newest first; `limit` then bounds them. Formulas are neutralised, fields of
 * fields are flat.
 */
export async function answerList<Row, Shown extends object>(
  res: MedusaResponse,
  { page, csv }: Pick<ListRequest<unknown>, "page" | "csv">,
  list: AnsweredList<Row, Shown>
): Promise<void> {
  if (csv === null) {
    const found = await list.find(page)
    res.json(list.answer(await list.show(found.rows), pageAnswer(found)))
    return
  }
  // The first page before the first byte: a request that fails is answered as one.
  const lines = linesOf(list, page, csv.most)
  const first = await lines.next()
  res.setHeader("Content-Type", "text/csv; charset=utf-8")
  res.setHeader("Content-Disposition", `attachment; filename="payin-${list.name}.csv"`)
  const columns = list.columns.map((path) => path.replace(".", "_"))
  const table = stringify({ ...CSV_FORM, columns })
  // A client that disconnects is no error of the store.
  await pipeline(Readable.from(resumed(first, lines)), table, res).catch(() => res.destroy())
}

type Line = string[]

async function* linesOf<Row, Shown extends object>(
  list: AnsweredList<Row, Shown>,
  from: PageRequest,
  most: number
): AsyncGenerator<Line> {
  let left = most
  let page: PageRequest | null = from
  while (page !== null && left > 0) {
    const limit = Math.min(PAGE, left)
    const found: Page<Row> = await list.find({ ...page, limit, uncounted: true })
    for (const shown of await list.show(found.rows)) {
      yield list.columns.map((path) => csvCell(fieldAt(shown, path)))
    }
    left -= limit
    const after = found.next_cursor === null ? null : readCursor(found.next_cursor)
    page = after && { limit, offset: 0, after }
  }
}

async function* resumed(
  first: IteratorResult<Line>,
  rest: AsyncGenerator<Line>
): AsyncGenerator<Line> {
  if (!first.done) {
    yield first.value
    yield* rest
  }
}

function fieldAt(shown: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, name) =>
        typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined,
      shown
    )
}
