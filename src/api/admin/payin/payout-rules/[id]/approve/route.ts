import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../../../workflows/settle"
import { confirm, confirmation } from "../../../confirmation"
import { isRowId } from "../../../row-id"
import { answerWritten } from "../../written"

export const body = confirmation

/**
 * `POST /admin/payin/payout-rules/:id/approve { version }` -> `{ payout_rule }`: a second person confirms
 * a new rule or a raised percent, the `version` that they saw. Payouts that waited for nothing else leave. 400
 * without a version, 403 for a secret API key, 404 for an unknown id. 409 `changed_since` when it was changed
 * meanwhile, 409 `not_allowed` for everybody in `makers`, for a user whom option `approvers` does not name, and
 * for a user who is younger than the change. Repeated: the same answer.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { id } = req.params
  const { rules } = servicesOf(req.scope).payouts
  const unknown = "There is no rule with this id."
  if (!isRowId(id)) {
    answerWritten(res, 200, { outcome: "unknown_rule" })
    return
  }
  if (await confirm(req, res, { kind: "rule", id, unknown })) {
    const rule = await rules.find(id)
    answerWritten(
      res,
      200,
      rule === null ? { outcome: "unknown_rule" } : { outcome: "written", rule }
    )
  }
}
