import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { retryPayout } from "../../../../../../workflows/payout"
import { answerOnce } from "../../../../idempotency"
import { operatorOf } from "../../../posted-values"
import { answerFailure } from "../../../service-failure"
import { readAction } from "../../action"
import { answerOf } from "../../decided"

const body = z.strictObject({})

/**
 * `POST /admin/payin/payouts/:id/retry {}` -> `{ payout }`; `Idempotency-Key` required. A rejected payout
 * once more, under a new reference and with the details it has now; changed ones are approved anew. 409 for
 * any other state, and 409 `not_allowed` above the limit for who reported that it was not paid (`conclude`); one that
 * may be paid after all is asked about first: 502 and 503 when that failed.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  const request = { payout_id: asked.payout.id, actor: await operatorOf(req) }
  try {
    await answerOnce(req, res, async ({ id }) =>
      answerOf(await retryPayout(req.scope, { ...request, request_id: id }))
    )
  } catch (error) {
    answerFailure(res, error)
  }
}
