import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { cancelPayout } from "../../../../../../workflows/refund/cancel"
import { operatorOf, words } from "../../../posted-values"
import { readAction } from "../../action"
import { answerOf } from "../../decided"

export const body = z.strictObject({ note: words })

/**
 * `POST /admin/payin/payouts/:id/cancel { note }` -> `{ payout }`: gives up what was never sent. 409 when
 * it was, and for refunds, which Medusa booked. The anomaly whose money it gave back is open again. Repeated:
 * the same answer.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  const { payout, posted } = asked
  const answer = answerOf(
    await cancelPayout(req.scope, payout.id, await operatorOf(req), posted.note)
  )
  res.status(answer.status).json(answer.body)
}
