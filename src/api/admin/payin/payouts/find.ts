import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Payout } from "../../../../modules/payouts/rows"
import { servicesOf } from "../../../../workflows/settle"
import { refuse, type Refusal } from "../../../refusal"
import { isRowId } from "../row-id"

export const NO_PAYOUT: Refusal = {
  status: 404,
  type: "not_found",
  message: "There is no payout with this id.",
}

/** The payout that the address names; else null, and the 404 is answered. */
export async function findAsked(req: MedusaRequest, res: MedusaResponse): Promise<Payout | null> {
  const { id } = req.params
  const payout = isRowId(id) ? await servicesOf(req.scope).payouts.payouts.find(id) : null
  if (payout === null) {
    refuse(res, NO_PAYOUT)
  }
  return payout
}
