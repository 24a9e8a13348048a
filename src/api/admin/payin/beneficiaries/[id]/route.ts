import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../../workflows/settle"
import { refuse } from "../../../../refusal"
import type { AdminBeneficiaryAnswer, AdminDeletedAnswer } from "../../beneficiary-types"
import { operatorOf } from "../../posted-values"
import { showBeneficiary } from "../../shown-payouts"
import { findAsked } from "../find"
import { readBeneficiaryChange } from "../posted"

/**
 * `POST /admin/payin/beneficiaries/:id { name?, payment_method?, destination?, stock_location_id? }` ->
 * `{ beneficiary }`. Payouts that were made keep the details they were made with. Every change waits for a
 * second person (option `beneficiaryChanges`). A new `payment_method`
 * needs the `destination` with it. `account` and `currency_code` may be posted back and never change. 400
 * names the field, 404 for an unknown id.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await findAsked(req, res)
  if (asked === null) {
    return
  }
  const read = await readBeneficiaryChange(req.scope, asked, req.body)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { beneficiaries } = servicesOf(req.scope).payouts
  const edited = await beneficiaries.edit(asked.id, read.value, await operatorOf(req))
  if (edited === null) {
    const message = "The beneficiary was deleted meanwhile."
    refuse(res, { status: 404, type: "not_found", message })
    return
  }
  res.json({ beneficiary: showBeneficiary(edited) } satisfies AdminBeneficiaryAnswer)
}

/**
 * `DELETE /admin/payin/beneficiaries/:id` -> `{ id, object, deleted }`: its rules go with it, payouts that
 * were made stay. 404 for an unknown id.
 */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await findAsked(req, res)
  if (asked === null) {
    return
  }
  const { id } = asked
  await servicesOf(req.scope).payouts.beneficiaries.remove(id, await operatorOf(req))
  res.json({ id, object: "beneficiary", deleted: true } satisfies AdminDeletedAnswer)
}
