import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import type { Confirmed } from "../../../modules/payouts/confirmations"
import { servicesOf } from "../../../workflows/settle"
import { refuse } from "../../refusal"
import { readPosted, userOf, version } from "./posted-values"

/** The body of a confirmation. */
export const confirmation = z.strictObject({ version })

/**
 * Carries out a second person's confirmation, and answers it unless it was done: 400 without a
 * version, 403 for a key, which the audit notes, 409 `changed_since` or `not_allowed`.
 *
 * @returns whether it was done: then the caller answers the row
 */
export async function confirm(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  what: { kind: "beneficiary" | "rule"; id: string; unknown: string }
): Promise<boolean> {
  const read = readPosted(confirmation, req.body)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return false
  }
  const { beneficiaries, rules, confirmations } = servicesOf(req.scope).payouts
  const person = await userOf(req, res, async () => {
    const { kind, id } = what
    const row = await (kind === "beneficiary" ? beneficiaries.find(id) : rules.find(id))
    return row && { id, facts: { version: row.version } }
  })
  if (person === null) {
    return false
  }
  const confirmed = await confirmations.approve(what.kind, what.id, read.value.version, person)
  if (confirmed.outcome === "done") {
    return true
  }
  refuse(res, refusalOf(confirmed, what.unknown))
  return false
}

function refusalOf(confirmed: Exclude<Confirmed, { outcome: "done" }>, unknown: string) {
  if (confirmed.outcome === "unknown") {
    return { status: 404, type: "not_found", message: unknown } as const
  }
  const { reason, code, field, not_allowed } = confirmed
  const type = not_allowed ? "not_allowed" : "conflict"
  return { status: 409, type, message: reason, code, ...(field && { field }) } as const
}
