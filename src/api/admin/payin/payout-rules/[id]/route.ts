import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { roomsOf } from "../../../../../workflows/settle"
import { refuse } from "../../../../refusal"
import type { AdminDeletedAnswer } from "../../beneficiary-types"
import { operatorOf, readPosted } from "../../posted-values"
import { isRowId } from "../../row-id"
import { percent, tax, trigger } from "../terms"
import { answerWritten } from "../written"

export const body = z.strictObject({
  percent: percent.optional(),
  trigger: trigger.optional(),
  tax: tax.optional(),
})

/**
 * `POST /admin/payin/payout-rules/:id { percent?, trigger?, tax? }` -> `{ payout_rule }`. What was paid by
 * it stays. 400 names the field, 404 for an unknown id.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { id } = req.params
  const read = readPosted(body, req.body)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { rules } = roomsOf(req.scope).payouts
  answerWritten(
    res,
    200,
    isRowId(id) ? await rules.edit(id, read.value, operatorOf(req)) : { outcome: "unknown_rule" }
  )
}

/**
 * `DELETE /admin/payin/payout-rules/:id` -> `{ id, object, deleted }`. What was paid by it stays. 404 for
 * an unknown id.
 */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { id } = req.params
  const { rules } = roomsOf(req.scope).payouts
  if (!isRowId(id) || !(await rules.remove(id, operatorOf(req)))) {
    answerWritten(res, 200, { outcome: "unknown_rule" })
    return
  }
  res.json({ id, object: "payout_rule", deleted: true } satisfies AdminDeletedAnswer)
}
