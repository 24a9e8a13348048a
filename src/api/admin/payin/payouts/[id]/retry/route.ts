import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { roomsOf } from "../../../../../../workflows/settle"
import { answerOnce } from "../../../../idempotency"
import { operatorOf } from "../../../posted-values"
import { readAction } from "../../action"
import { answerOf } from "../../decided"

const body = z.strictObject({})

/**
 * `POST /admin/payin/payouts/:id/retry {}` -> `{ payout }`; `Idempotency-Key` required. A rejected payout
 * once more, under a new reference and with the details it has now; changed ones are approved anew. 409 for
 * any other state.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  const { decisions } = roomsOf(req.scope).payouts
  await answerOnce(req, res, async ({ id }) =>
    answerOf(await decisions.retry(asked.payout.id, operatorOf(req), id))
  )
}
