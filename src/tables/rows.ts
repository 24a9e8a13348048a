import type { z } from "zod"

/** A row as its schema reads it; null when there is none. */
export function readOne<Schema extends z.ZodType>(
  schema: Schema,
  row: unknown
): z.infer<Schema> | null {
  return row === undefined ? null : schema.parse(row)
}
