import type { MedusaRequest } from "@medusajs/framework/http"
import { readRawBody } from "../../raw-body"

const FORM = "application/x-www-form-urlencoded"
const JSON_OBJECT = "application/json"

/** The form's fields as they were posted; or the status that says why they cannot be read. */
export type Posted = { values: Record<string, string> } | { refused: 413 | 415 }

/** Reads the posted form itself, and of it the fields of these `names`. */
export async function readPostedForm(
  req: MedusaRequest,
  names: readonly string[]
): Promise<Posted> {
  const raw = await readRawBody(req)
  if (raw === null) {
    return { refused: 413 }
  }
  const posted = fieldsOf(raw.toString("utf8"), req.is([FORM, JSON_OBJECT]))
  if (posted === null) {
    return { refused: 415 }
  }
  const values: Record<string, string> = {}
  for (const name of names) {
    const value = posted.get(name)
    if (typeof value === "string") {
      values[name] = value
    }
  }
  return { values }
}

/** Null: it is neither a form nor what a form's fields look like in JSON. */
function fieldsOf(text: string, type: string | false | null): Map<string, unknown> | null {
  if (type === FORM) {
    // The first of two equal fields counts.
    return new Map([...new URLSearchParams(text)].reverse())
  }
  const object = type === JSON_OBJECT ? readObject(text) : null
  return object && new Map(Object.entries(object))
}

function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
