import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Beneficiary } from "../../../../modules/payouts/rows"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { isRowId } from "../row-id"

/** The beneficiary that the address names; else null, and the 404 is answered. */
export async function findAsked(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<Beneficiary | null> {
  const { id } = req.params
  const found = isRowId(id) ? await servicesOf(req.scope).payouts.beneficiaries.find(id) : null
  if (found === null) {
    const message = "There is no beneficiary with this id."
    refuse(res, { status: 404, type: "not_found", message })
  }
  return found
}
