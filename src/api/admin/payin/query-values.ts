import { z } from "zod"
import type { NamedRefusal } from "../../../domain/error/refusal-code"
import type { Refusal } from "../../refusal"

const DAY_MS = 86_400_000
const ONCE = "must be given once, as text"
const NOT_A_TIME = "must be an ISO 8601 time with its zone, like 2026-01-31T10:00:00Z, or a date"

// Control characters are refused, because the database takes no zero byte.
const line = z
  .string({ error: ONCE })
  .trim()
  .max(255, { error: "must be at most 255 characters" })
  .regex(/^\P{Cc}*$/u, { error: "must not hold control characters" })

export const text = line.min(1, { error: "must not be empty" })

/** An emptied search field is no search. */
export const searchText = line.transform((typed) => (typed === "" ? undefined : typed))

/** An account's id, as option `accounts` writes it. */
export const accountId = text.regex(/^[a-z0-9][a-z0-9_-]{0,29}$/, {
  error: "must be the id of an account: lower-case letters, digits, hyphens, underscores",
})

/** One of the values or several: `status=a`, `status=a&status=b` or `status[]=a`. */
export function oneOrSeveral<const Value extends string>(values: readonly Value[]) {
  const each = z.enum(values)
  return z.union([each.transform((value) => [value]), z.array(each).min(1).max(values.length)], {
    error: `must be one or several of ${values.join(", ")}`,
  })
}

/** @param hint what to do instead, when the number is too large */
export function wholeNumber(least: number, most: number, hint = "") {
  const error = `must be a whole number from ${least} to ${most}${hint}`
  return z
    .string({ error })
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error })
}

const DATE = z.iso.date()
const INSTANT = z.iso.datetime({ offset: true })

/**
 * The first moment inside a bound, or the first one behind it. Rows show milliseconds while the
 * database keeps microseconds, so a time covers all of its millisecond, and a date all of its day
 * in UTC.
 */
export function timeBound(side: "from" | "until") {
  return z.string({ error: ONCE }).transform((written, context) => {
    const day = DATE.safeParse(written).success
    const at = day || INSTANT.safeParse(written).success ? Date.parse(written) : NaN
    const instant = new Date(at + (side === "from" ? 0 : day ? DAY_MS : 1))
    const year = instant.getUTCFullYear()
    // Far years are no dates for the database.
    if (year >= 1900 && year <= 2999) {
      return instant
    }
    context.addIssue({ code: "custom", message: NOT_A_TIME })
    return z.NEVER
  })
}

/** A query that was read, or why it is refused. */
export type Read<Value> = { value: Value } | { refusal: Refusal }

/** Reads a query with a schema whose messages go on from the field's name: "limit must be ...". */
export function readQuery<Value>(schema: z.ZodType<Value>, query: unknown): Read<Value> {
  const parsed = schema.safeParse(query)
  if (parsed.success) {
    return { value: parsed.data }
  }
  const [issue] = parsed.error.issues
  if (issue.code === "unrecognized_keys") {
    const field = fieldName([...issue.path, issue.keys[0]])
    return { refusal: invalid(field, `${field} is not a parameter of this route.`) }
  }
  const field = fieldName(issue.path)
  return { refusal: invalid(field, `${field} ${issue.message}.`, faultOf(issue)) }
}

/** @param named its stable name, where a person can meet it */
export function invalid(field: string, message: string, named?: NamedRefusal): Refusal {
  const { code, values } = named ?? {}
  return {
    ...{ status: 400, type: "invalid_data", message, field },
    ...(code && { code }),
    ...(values && { values }),
  }
}

/** The fault of a person's text: too long, or empty. */
function faultOf(issue: z.core.$ZodIssue): NamedRefusal | undefined {
  if (issue.code === "too_big" && issue.origin === "string") {
    return { code: "too_long", values: { max: Number(issue.maximum) } }
  }
  return issue.code === "too_small" && issue.origin === "string" ? { code: "missing" } : undefined
}

/** The field's name as in the address: created_at[$gte]. */
function fieldName(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map((part) => String(part).slice(0, 40))
  return [first, ...rest.map((part) => `[${part}]`)].join("")
}
