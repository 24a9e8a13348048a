import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { roomsOf } from "../../../../../workflows/settle"
import type { AdminPayoutDetailAnswer } from "../../payout-types"
import { showAttempt, showAuditEntry, showPayout } from "../../shown-payouts"
import { findAsked } from "../find"

/**
 * `GET /admin/payin/payouts/:id` -> `{ payout }`, with `attempts` (one for each reference it was sent
 * under) and `audit` (who did what with it). 404 for an unknown id.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const payout = await findAsked(req, res)
  if (payout === null) {
    return
  }
  const { payouts } = roomsOf(req.scope)
  const [attempts, audit] = await Promise.all([
    payouts.attempts.ofPayout(payout.id),
    payouts.audit.of(payout.id),
  ])
  res.json({
    payout: {
      ...showPayout(payout),
      attempts: attempts.map(showAttempt),
      audit: audit.map(showAuditEntry),
    },
  } satisfies AdminPayoutDetailAnswer)
}
