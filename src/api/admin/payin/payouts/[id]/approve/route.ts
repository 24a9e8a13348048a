import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { servicesOf } from "../../../../../../workflows/settle"
import { answerOnce } from "../../../../idempotency"
import { operatorOf } from "../../../posted-values"
import { readAction } from "../../action"
import { answerOf } from "../../decided"

const NOT_A_VERSION = "must be the version of the payout that you saw"
export const body = z.strictObject({
  version: z.number({ error: NOT_A_VERSION }).int({ error: NOT_A_VERSION }).nullish(),
})

/**
 * `POST /admin/payin/payouts/:id/approve { version? }` -> `{ payout }`; `Idempotency-Key` required. A second
 * person agrees to what is there, or to the `version` seen and nothing newer. 409 when it waits for no
 * approval or was changed meanwhile, 409 `not_allowed` for a key instead of a person, for whoever made the
 * payout, for the last editor of its details, of its beneficiary or of the rule it comes from, and for who
 * made the link by which a shopper said where it goes.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  const { decisions } = servicesOf(req.scope).payouts
  const { version } = asked.posted
  await answerOnce(req, res, async ({ id }) =>
    answerOf(await decisions.approve(asked.payout.id, operatorOf(req), version ?? null, id))
  )
}
