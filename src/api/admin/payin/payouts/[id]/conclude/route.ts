import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { reportPayoutOutcome } from "../../../../../../workflows/payout"
import { answerOnce } from "../../../../idempotency"
import { userOf, words } from "../../../posted-values"
import { readAction } from "../../action"
import { answerOf } from "../../decided"

export const body = z.strictObject({
  outcome: z.enum(["paid", "not_paid"], { error: "must be paid or not_paid" }),
  note: words,
  proof: words,
  reference: z.string().min(1).max(64).optional(),
})

/**
 * `POST /admin/payin/payouts/:id/conclude { outcome, note, proof, reference? }` -> `{ payout }`;
 * `Idempotency-Key` required. A person reports what the service's support told of a payout that the service leaves open:
 * `unknown`, `pending` for longer than `payouts.stuckDays`, or `rejected` or `canceled` in doubt. `paid` makes it
 * `approved`, `not_paid` makes it `rejected`, which can be retried. A canceled one stays so, and counts as paid or no
 * longer. It is watched all the same. 400 names the
 * field, 409 `which_reference` when several references are in doubt or open and none is named, 403 for a secret API key, 409 when the service may still report it. Above the limit a second person
 * says so (409 `not_allowed` as in `approve`).
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  const { payout, posted } = asked
  const { id, version } = payout
  const person = await userOf(req, res, () => Promise.resolve({ id, facts: { version } }))
  if (person === null) {
    return
  }
  await answerOnce(req, res, async ({ id }) =>
    answerOf(await reportPayoutOutcome(req.scope, payout.id, person, posted, id))
  )
}
