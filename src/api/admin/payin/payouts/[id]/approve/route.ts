import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { servicesOf } from "../../../../../../workflows/settle"
import { answerOnce } from "../../../../idempotency"
import { operatorOf } from "../../../posted-values"
import { readAction } from "../../action"
import { answerOf } from "../../decided"

const NOT_A_VERSION = "must be the version of the payout that you saw"
export const body = z.strictObject({
  version: z
    .number({ error: NOT_A_VERSION })
    .int({ error: NOT_A_VERSION })
    .min(1, { error: NOT_A_VERSION }),
})

/**
 * `POST /admin/payin/payouts/:id/approve { version }` -> `{ payout }`; `Idempotency-Key` required. A second
 * person approves the `version` that they saw and nothing newer. 400 without a version. 409 when it waits for
 * no approval, 409 `changed_since` when it was changed meanwhile. 409 `not_allowed` for a key, for everybody
 * in `makers` of the payout or of its beneficiary, also by a secret API key that they created, for a user whom
 * option `approvers` does not name, and for a user who is younger than the payout. 401 for a removed user. The
 * audit shows `approval_refused`.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  const { decisions } = servicesOf(req.scope).payouts
  const { version } = asked.posted
  await answerOnce(req, res, async ({ id }) =>
    answerOf(await decisions.approve(asked.payout.id, await operatorOf(req), version, id))
  )
}
