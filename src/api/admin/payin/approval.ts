import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { z } from "zod"
import type { Operator } from "../../../domain/payout/actor"
import type { Confirmable } from "../../../modules/payouts/rows"
import type { NotThisPerson } from "../../../modules/payouts/second-person"
import { servicesOf } from "../../../workflows/settle"
import type { AdminApproval } from "./payout-types"
import { operatorOf } from "./posted-values"

/** What the admin says of four eyes before anybody presses a button. */
export function showApproval(
  req: AuthenticatedMedusaRequest,
  refusal: NotThisPerson | null
): AdminApproval {
  const { approvers } = servicesOf(req.scope).gateway.options
  return {
    you_may: refusal === null,
    code: refusal?.code ?? null,
    approvers: approvers ?? null,
  }
}

/**
 * Rows of which a second person confirms each version: those that wait say whether whoever asks may
 * confirm them, and what was confirmed last.
 *
 * @param confirmed reads the facts that the audit holds of the confirmed version
 */
export async function withApproval<Row extends Confirmable, Shown extends object, Confirmed>(
  req: AuthenticatedMedusaRequest,
  rows: readonly Row[],
  show: (row: Row) => Shown,
  confirmed: z.ZodType<Confirmed>
): Promise<(Shown & { approval: AdminApproval | null; confirmed: Confirmed | null })[]> {
  const waits = ({ approved_version, version }: Row) => approved_version !== version
  const asks: Operator | null = rows.some(waits) ? await operatorOf(req) : null
  const { confirmations } = servicesOf(req.scope).payouts
  const known = await confirmations.confirmedFacts(rows)
  return rows.map((row) => ({
    ...show(row),
    approval:
      asks !== null && waits(row) ? showApproval(req, confirmations.refusalOf(row, asks)) : null,
    confirmed: confirmed.safeParse(known.get(row.id)).data ?? null,
  }))
}
