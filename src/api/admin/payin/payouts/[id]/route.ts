import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { payoutWays } from "../../../../../domain/payout-way"
import { clawbacksOf } from "../../../../../workflows/payout"
import { servicesOf } from "../../../../../workflows/settle"
import { showApproval } from "../../approval"
import { operatorOf } from "../../posted-values"
import type { AdminPayoutDetailAnswer } from "../../payout-types"
import { showAttempt, showAuditEntry, showPayout } from "../../shown-payouts"
import { findAsked } from "../find"

/**
 * `GET /admin/payin/payouts/:id` -> `{ payout }`, with `attempts` (one for each reference it was sent
 * under), `audit` (who did what with it), `actions` (what a person can do about it) and `approval` (who may
 * approve it, and whether you may). 404 for an unknown id.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
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
  const waits = payout.status === "awaiting_approval"
  const asks = waits ? await operatorOf(req) : null
  const approval =
    asks &&
    showApproval(
      req,
      await payouts.transaction((trx) => payouts.decisions.refusalOf(payout, asks, trx))
    )
  res.json({
    payout: {
      ...showPayout(payout),
      attempts: attempts.map(showAttempt),
      actions: payoutWays({
        ...payout,
        hasDestination: payout.destination_sealed !== null,
        stuck,
      }),
      approval,
      audit: audit.map(showAuditEntry),
      clawback_due: clawbacks.at(0)?.amount ?? null,
    },
  } satisfies AdminPayoutDetailAnswer)
}
