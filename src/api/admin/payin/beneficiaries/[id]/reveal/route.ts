import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../../../workflows/settle"
import type { AdminRevealAnswer } from "../../../payout-types"
import { userOf } from "../../../posted-values"
import { findAsked } from "../../find"

/**
 * `POST /admin/payin/beneficiaries/:id/reveal` -> `{ destination }` with the whole account number and
 * document; that it was shown, and to whom, stands in the audit trail. 403 for a secret API key,
 * 404 for an unknown id.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await findAsked(req, res)
  if (asked === null) {
    return
  }
  const person = await userOf(req, res)
  if (person === null) {
    return
  }
  const { beneficiaries } = servicesOf(req.scope).payouts
  const destination = await beneficiaries.reveal(asked, person)
  res.json({ destination } satisfies AdminRevealAnswer)
}
