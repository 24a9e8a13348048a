import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { payoutWays } from "../../../../../domain/payout-way"
import { clawbacksOf } from "../../../../../workflows/payout"
import { servicesOf } from "../../../../../workflows/settle"
import type { AdminPayoutDetailAnswer } from "../../payout-types"
import { showAttempt, showAuditEntry, showPayout } from "../../shown-payouts"
import { findAsked } from "../find"

/**
 * `GET /admin/payin/payouts/:id` -> `{ payout }`, with `attempts` (one for each reference it was sent
 * under), `audit` (who did what with it) and `actions` (what a person can do about it). 404 for an unknown id.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const payout = await findAsked(req, res)
  if (payout === null) {
    return
  }
  const { payouts } = servicesOf(req.scope)
  const [attempts, audit, clawbacks, stuck] = await Promise.all([
    payouts.attempts.ofPayout(payout.id),
    payouts.audit.of(payout.id),
    clawbacksOf(req.scope, { payout_id: payout.id }),
    payouts.payouts.isStuck(payout),
  ])
  res.json({
    payout: {
      ...showPayout(payout),
      attempts: attempts.map(showAttempt),
      actions: payoutWays({
        ...payout,
        hasDestination: payout.destination_sealed !== null,
        stuck,
      }),
      audit: audit.map(showAuditEntry),
      clawback_due: clawbacks.at(0)?.amount ?? null,
    },
  } satisfies AdminPayoutDetailAnswer)
}
