import { z } from "zod"
import { payInOptionsSchema } from "../../../src/domain/options/options"

/**
 * The table of options in docs/options.md, written from the zod schema, so that the two cannot
 * differ.
 */
export function optionTable(): string {
  const rows = Object.entries(payInOptionsSchema.shape).flatMap(([name, schema]) =>
    rowsOf(name, schema)
  )
  return ["| option | default | meaning |", "| --- | --- | --- |", ...rows].join("\n")
}

const MARKS = { from: "<!-- options: written by npm run docs -->", to: "<!-- /options -->" }

/** The page with its table of options written anew. */
export function withOptionTable(page: string): string {
  const from = page.indexOf(MARKS.from)
  const to = page.indexOf(MARKS.to)
  if (from === -1 || to < from) {
    throw new Error(`docs/options.md lacks the marks "${MARKS.from}" and "${MARKS.to}"`)
  }
  return `${page.slice(0, from)}${MARKS.from}\n\n${optionTable()}\n\n${page.slice(to)}`
}

/** An option, and a row for each part of it that is described by itself. */
function rowsOf(name: string, schema: z.core.$ZodType): string[] {
  const parts = Object.entries(shapeOf(schema)).filter(([, part]) => descriptionOf(part) !== "")
  const own = `| \`${name}\` | ${parts.length > 0 ? "" : defaultOf(schema)} | ${cell(descriptionOf(schema))} |`
  return [own, ...parts.flatMap(([part, inner]) => rowsOf(`${name}.${part}`, inner))]
}

/** What an option that is an object is made of, whatever default it has; of any other nothing. */
function shapeOf(schema: z.core.$ZodType): Record<string, z.core.$ZodType> {
  if (schema instanceof z.ZodObject) {
    return schema.shape
  }
  return schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable
    ? shapeOf(schema.unwrap())
    : {}
}

function descriptionOf(schema: z.core.$ZodType): string {
  return schema instanceof z.ZodType ? (schema.description ?? "") : ""
}

function defaultOf(schema: z.core.$ZodType): string {
  const absent = z.safeParse(schema, undefined)
  return absent.success && absent.data !== undefined ? shown(absent.data) : ""
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text === "{}" || text === "null" ? "" : `\`${cell(text)}\``
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replace(/\s*\(docs\/[^)]*\)/g, "")
}
