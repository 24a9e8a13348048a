import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { exported } from "../../domain/privacy/personal-data"
import type { Sealer } from "../../domain/privacy/seal"
import { SEALED_COLUMNS } from "../../domain/privacy/sealed-columns"

const row = z.looseObject({ id: z.string() })

export type ExportedRow = z.infer<typeof row>

/** Secrets of the plugin, not data of a person. */
const KEYS: readonly string[] = ["ipn_key_sealed", "token_sealed"]

const SEALED = new Map<string, readonly string[]>(Object.entries(SEALED_COLUMNS))

/** The rows, the oldest first, with what is encrypted opened: `customer_sealed` is `customer`. */
export async function openedRows(
  rows: Knex.QueryBuilder<object, unknown[]>,
  table: string,
  sealer: Sealer
): Promise<ExportedRow[]> {
  const found: unknown[] = await rows.orderBy(["created_at", "id"])
  return found.map((one) => {
    const stored = row.parse(one)
    const opened = (SEALED.get(table) ?? [])
      .filter((column) => !KEYS.includes(column))
      .map((column) => {
        const sealed = stored[column]
        const context = { table, row: stored.id, column }
        const value: unknown =
          typeof sealed === "string" ? JSON.parse(sealer.open(sealed, context)) : null
        return [column.replace(/_sealed$/, ""), value]
      })
    return row.parse(exported({ ...stored, ...Object.fromEntries(opened) }))
  })
}
