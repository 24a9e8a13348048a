import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { Operator } from "../../../domain/payout-actor"
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

/** Rows of which a second person confirms each version, with whether whoever asks may. */
export async function withApproval<Row extends Confirmable, Shown extends object>(
  req: AuthenticatedMedusaRequest,
  rows: readonly Row[],
  show: (row: Row) => Shown
): Promise<(Shown & { approval: AdminApproval | null })[]> {
  const waits = ({ approved_version, version }: Row) => approved_version !== version
  const asks: Operator | null = rows.some(waits) ? await operatorOf(req) : null
  const { confirmations } = servicesOf(req.scope).payouts
  return rows.map((row) => ({
    ...show(row),
    approval:
      asks !== null && waits(row) ? showApproval(req, confirmations.refusalOf(row, asks)) : null,
  }))
}
