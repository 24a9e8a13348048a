import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { payElsewhere } from "../../../../../../workflows/refund/elsewhere"
import { answerOnce } from "../../../../idempotency"
import { operatorOf, words } from "../../../posted-values"
import { answerFailure } from "../../../service-failure"
import { readAction } from "../../action"
import { answerOf } from "../../decided"

export const body = z.strictObject({ note: words, proof: words })

/**
 * `POST /admin/payin/payouts/:id/paid-elsewhere { note, proof }` -> `{ payout }`; `Idempotency-Key`
 * required. The money was given by other means: nothing is sent, and it counts as given. Above the limit a
 * second person says so (409 `not_allowed` as in `approve`). 409 when it may still be paid from here: of one that was
 * rejected the service is asked once more, 502 and 503 when it could not be.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  const { payout, posted } = asked
  try {
    await answerOnce(req, res, async () =>
      answerOf(await payElsewhere(req.scope, payout.id, await operatorOf(req), posted))
    )
  } catch (error) {
    answerFailure(res, error)
  }
}
