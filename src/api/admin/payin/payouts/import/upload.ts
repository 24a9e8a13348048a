import type { MedusaRequest } from "@medusajs/framework/http"
import { z } from "zod"
import { MAX_TABLE_BYTES } from "../../../../../domain/row/csv-table"
import { readRawBody } from "../../../../raw-body"
import { invalid, readQuery, text, type Read } from "../../query-values"

const TOO_LARGE = { code: "file_too_large" } as const
const flag = z.enum(["true", "false"], { error: "must be true or false" })
export const query = z.strictObject({
  account: text.optional(),
  currency_code: text.optional(),
  dry_run: flag.transform((value) => value === "true").optional(),
  confirm_warnings: flag.transform((value) => value === "true").optional(),
})

/**
 * What was posted, in one object: a JSON body, or the file itself (`text/csv`) with the rest in the
 * query. What stands in both is refused: one of them would be overruled without a word, and
 * `dry_run` is one.
 */
export async function readUpload(req: MedusaRequest): Promise<Read<object>> {
  const asked = readQuery(query, req.query)
  if ("refusal" in asked) return asked
  const file = req.is("text/csv") ? await readRawBody(req, MAX_TABLE_BYTES) : undefined
  if (file === null) {
    return { refusal: invalid("csv", "csv: The file is larger than 1 MB.", TOO_LARGE) }
  }
  const posted = file === undefined ? (req.body ?? {}) : { csv: file.toString("utf8") }
  if (typeof posted !== "object" || Array.isArray(posted)) {
    return { refusal: invalid("body", "body must be a JSON object, or a file sent as text/csv.") }
  }
  const twice = Object.keys(asked.value).find((name) => Object.hasOwn(posted, name))
  return twice === undefined
    ? { value: { ...posted, ...asked.value } }
    : { refusal: invalid(twice, `${twice} must be given once, in the body or in the query.`) }
}
