import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { servicesOf } from "../../../../../workflows/settle"
import { refuse } from "../../../../refusal"
import type { AdminDeletedAnswer } from "../../beneficiary-types"
import { operatorOf, readPosted, refusalOfChange } from "../../posted-values"
import { text } from "../../query-values"
import { isRowId } from "../../row-id"
import { percent, tax, trigger } from "../terms"
import { answerWritten } from "../written"

export const body = z.strictObject({
  beneficiary_id: text.optional(),
  stock_location_id: text.optional(),
  percent: percent.optional(),
  trigger: trigger.optional(),
  tax: tax.optional(),
})

/**
 * `POST /admin/payin/payout-rules/:id { percent?, trigger?, tax? }` -> `{ payout_rule }`. What was paid by
 * it stays. `beneficiary_id` and `stock_location_id` may be posted back and never change. 400 names the
 * field, 404 for an unknown id.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { id } = req.params
  const read = readPosted(body, req.body)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { rules } = servicesOf(req.scope).payouts
  const there = isRowId(id) ? await rules.find(id) : null
  if (there === null) {
    answerWritten(res, 200, { outcome: "unknown_rule" })
    return
  }
  const { beneficiary_id, stock_location_id, ...change } = read.value
  const refusal = refusalOfChange({
    beneficiary_id: { posted: beneficiary_id, kept: there.beneficiary_id },
    stock_location_id: { posted: stock_location_id, kept: there.stock_location_id },
  })
  if (refusal !== null) {
    refuse(res, refusal)
    return
  }
  answerWritten(res, 200, await rules.edit(id, change, await operatorOf(req)))
}

/**
 * `DELETE /admin/payin/payout-rules/:id` -> `{ id, object, deleted }`. What was paid by it stays. 404 for
 * an unknown id.
 */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { id } = req.params
  const { rules } = servicesOf(req.scope).payouts
  if (!isRowId(id) || !(await rules.remove(id, await operatorOf(req)))) {
    answerWritten(res, 200, { outcome: "unknown_rule" })
    return
  }
  res.json({ id, object: "payout_rule", deleted: true } satisfies AdminDeletedAnswer)
}
