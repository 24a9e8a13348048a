import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../../../workflows/settle"
import type { AdminRevealAnswer } from "../../../payout-types"
import { operatorOf } from "../../../posted-values"
import { findAsked } from "../../find"

/**
 * `POST /admin/payin/beneficiaries/:id/reveal` -> `{ destination }` with the whole account number and
 * document; that it was shown, and to whom, stands in the audit trail. 404 for an unknown id.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await findAsked(req, res)
  if (asked === null) {
    return
  }
  const { beneficiaries } = servicesOf(req.scope).payouts
  const destination = await beneficiaries.reveal(asked, await operatorOf(req))
  res.setHeader("Cache-Control", "no-store")
  res.json({ destination } satisfies AdminRevealAnswer)
}
