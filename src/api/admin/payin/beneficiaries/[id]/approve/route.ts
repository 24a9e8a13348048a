import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { AdminBeneficiaryAnswer } from "../../../beneficiary-types"
import { confirm, confirmation } from "../../../confirmation"
import { showBeneficiary } from "../../../shown-payouts"
import { findAsked } from "../../find"

export const body = confirmation

/**
 * `POST /admin/payin/beneficiaries/:id/approve { version }` -> `{ beneficiary }`: a second person confirms
 * who it is and where the money goes, the `version` that they saw. Payouts that waited for nothing else leave. 400 without a
 * version, 403 for a secret API key, 404 for an unknown id. 409 `changed_since` when it was changed meanwhile,
 * 409 `not_allowed` for everybody in `makers`, for a user whom option `approvers` does not name, and for a user
 * who is younger than the change. Repeated: the same answer.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await findAsked(req, res)
  if (asked === null) {
    return
  }
  const unknown = "The beneficiary was deleted meanwhile."
  if (await confirm(req, res, { kind: "beneficiary", id: asked.id, unknown })) {
    const confirmed = await findAsked(req, res)
    if (confirmed !== null) {
      res.json({ beneficiary: showBeneficiary(confirmed) } satisfies AdminBeneficiaryAnswer)
    }
  }
}
