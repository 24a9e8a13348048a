import type { MedusaRequest } from "@medusajs/framework/http"
import { readRawBody } from "../../hooks/raw-body"
import { REFUND_FIELD_NAMES } from "./view"

/** The form's fields as they were posted; or the status that says why they cannot be read. */
export type Posted = { values: Record<string, string> } | { refused: 413 | 415 }

/** Reads the posted form itself, and of it the fields that the page asks for. */
export async function readPostedForm(req: MedusaRequest): Promise<Posted> {
  const raw = await readRawBody(req)
  if (raw === null) {
    return { refused: 413 }
  }
  if (req.is("application/x-www-form-urlencoded") === false) {
    return { refused: 415 }
  }
  const posted = new URLSearchParams(raw.toString("utf8"))
  const values: Record<string, string> = {}
  for (const name of REFUND_FIELD_NAMES) {
    const value = posted.get(name)
    if (value !== null) {
      values[name] = value
    }
  }
  return { values }
}
