import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { resendPayout } from "../../../../../../workflows/payout"
import { answerOnce } from "../../../../idempotency"
import { operatorOf } from "../../../posted-values"
import { answerFailure } from "../../../service-failure"
import { readAction } from "../../action"
import { answerOf } from "../../decided"

const body = z.strictObject({})

/**
 * `POST /admin/payin/payouts/:id/resend {}` -> `{ payout }`; `Idempotency-Key` required. Sends an `unknown`
 * payout again under its own reference, once the service is believed not to know it; it is asked once more
 * before. 409 when it is not (yet) to be resent, 502 and 503 when the service could not be asked.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  const request = { payout_id: asked.payout.id, actor: await operatorOf(req) }
  try {
    await answerOnce(req, res, async ({ id }) =>
      answerOf(await resendPayout(req.scope, { ...request, request_id: id }))
    )
  } catch (error) {
    answerFailure(res, error)
  }
}
