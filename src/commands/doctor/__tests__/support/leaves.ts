import { z } from "zod"
import { behaviourSchema } from "../../../../sandbox/settings"

/** One setting of the sandbox: `payouts.duplicate`, and its values where they can be counted. */
interface Leaf {
  path: string
  values: unknown[] | null
}

/** Every setting of the sandbox's behaviour, read from its schema: a new one is in here by itself. */
export const LEAVES: Leaf[] = leavesOf(behaviourSchema, [])

function leavesOf(schema: unknown, at: string[]): Leaf[] {
  const bare = unwrapped(schema)
  return bare instanceof z.ZodObject
    ? Object.entries(bare.shape).flatMap(([name, inner]) => leavesOf(inner, [...at, name]))
    : [{ path: at.join("."), values: valuesOf(bare) }]
}

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional
    ? unwrapped(schema.unwrap())
    : schema
}

function valuesOf(schema: unknown): unknown[] | null {
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodBoolean) return [true, false]
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((one) => (one instanceof z.ZodLiteral ? [...one.values] : []))
  }
  return null
}

/** What a change of settings says of a leaf; undefined: nothing. */
export function valueAt(change: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, name) =>
        typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined,
      change
    )
}

/** The change of one leaf. */
export function changeOf(path: string, value: unknown) {
  return path.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
}
