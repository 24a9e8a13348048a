import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { approvePayout } from "../../../../../../workflows/payout"
import { answerOnce } from "../../../../idempotency"
import { operatorOf, version } from "../../../posted-values"
import { readAction } from "../../action"
import { answerOf } from "../../decided"

export const body = z.strictObject({ version })

/**
 * `POST /admin/payin/payouts/:id/approve { version }` -> `{ payout }`; `Idempotency-Key` required. A second
 * person approves the `version` that they saw and nothing newer. 400 without a version. 409 when it waits for
 * no approval, 409 `changed_since` when it was changed meanwhile. 409 `not_allowed` for a key, for everybody
 * in `makers` of the payout or of its beneficiary, also by a secret API key that they created, for who priced or
 * fulfilled the order of a seller's share, for a user whom
 * option `approvers` does not name, and for a user who is younger than the payout. 401 for a removed user. The
 * audit shows `approval_refused`. Before an approval the service is asked who holds a Bre-B key: 409 with `reason_text`
 * when that is nobody, another person or unclear, and `changed_since` when it is another holder than you saw.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  const { payout, posted } = asked
  await answerOnce(req, res, async ({ id }) =>
    answerOf(
      await approvePayout(req.scope, {
        payout_id: payout.id,
        actor: await operatorOf(req),
        version: posted.version,
        request_id: id,
      })
    )
  )
}
