import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../../../workflows/settle"
import { refuse } from "../../../../../refusal"
import type { AdminRevealAnswer } from "../../../payout-types"
import { userOf } from "../../../posted-values"
import { findAsked } from "../../find"

/**
 * `POST /admin/payin/payouts/:id/reveal` -> `{ destination }` with the whole account number and document;
 * that it was shown, and to whom, stands in the audit trail. 403 for a secret API key, 409 while nobody said
 * where the money goes.
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
  const destination = await servicesOf(req.scope).payouts.reveal(asked.id, person)
  if (destination === null) {
    const message = `Payout ${asked.id} is ${asked.status}: nobody said where the money goes.`
    refuse(res, { status: 409, type: "conflict", message })
    return
  }
  res.json({ destination } satisfies AdminRevealAnswer)
}
