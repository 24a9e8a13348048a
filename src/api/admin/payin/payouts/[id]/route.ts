import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { askedForForm } from "../../../../../domain/payout/attempt"
import { isByForm } from "../../../../../domain/payout/methods"
import { outcomeReferences } from "../../../../../domain/payout/outcome"
import { restOf } from "../../../../../domain/payout/rest"
import { isForRecipientAlone, payoutWays, type PayoutWay } from "../../../../../domain/payout/way"
import type { Payout } from "../../../../../modules/payouts/rows"
import { clawbacksOf, orderMakers } from "../../../../../workflows/payout"
import { servicesOf } from "../../../../../workflows/settle"
import { showApproval } from "../../approval"
import { operatorOf } from "../../posted-values"
import type { AdminApproval, AdminPayoutDetailAnswer, AdminPayoutForm } from "../../payout-types"
import { showAttempt, showAuditEntry, showPayout } from "../../shown-payouts"
import { findAsked } from "../find"

/**
 * `GET /admin/payin/payouts/:id` -> `{ payout }`, with `attempts` (one for each reference it was sent
 * under), `audit` (who did what with it), `form` (of a payout by form, the e-mail of who names the account), `actions` (what a person can do about it), and who may do it where one
 * person is not enough, and whether you may: `approval`, `outcome_approval`, `paid_elsewhere_approval` and
 * `retry_approval`. 404 for an unknown id.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const payout = await findAsked(req, res)
  if (payout === null) {
    return
  }
  const { payouts } = servicesOf(req.scope)
  const rest = restOf(payout)
  const [attempts, audit, clawbacks, rests, stuck] = await Promise.all([
    payouts.attempts.ofPayout(payout.id),
    payouts.audit.of(payout.id),
    clawbacksOf(req.scope, { payout_id: payout.id }),
    payouts.payouts.restsOf(payout.id),
    payouts.payouts.isStuck(payout),
  ])
  const actions = payoutWays({
    ...payout,
    byForm: isByForm(payout) && askedForForm(attempts),
    hasDestination: payout.destination_sealed !== null,
    stuck,
    short: rest.outcome === "due",
  })
  const outcomes = outcomeReferences(payout, attempts)
  const approvalOf = await approvals(req, payout, actions)
  res.json({
    payout: {
      ...showPayout(payout),
      form: isByForm(payout) ? formOf(req, payout) : null,
      attempts: attempts.map(showAttempt),
      actions,
      approval: approvalOf("approve"),
      outcome_approval: approvalOf("conclude"),
      outcome_references: actions.includes("conclude")
        ? [...outcomes.doubted, ...outcomes.open]
        : [],
      paid_elsewhere_approval: approvalOf("paid-elsewhere"),
      retry_approval: actions.includes("retry") ? await retryApproval(req, payout) : null,
      audit: audit.map(showAuditEntry),
      rest_due: rest.outcome === "due" ? rest.amount : null,
      rest_ids: rests.map(({ id }) => id),
      clawback_due: clawbacks.at(0)?.amount ?? null,
    },
  } satisfies AdminPayoutDetailAnswer)
}

/** The account is named only after the approval, so whoever approves has to see who names it. */
function formOf(req: AuthenticatedMedusaRequest, payout: Payout): AdminPayoutForm {
  const { payouts } = servicesOf(req.scope)
  const isAboveLimit = payouts.payouts.isAboveLimit(payout)
  return {
    email: payouts.destinations.recipientOf(payout),
    for_recipient: isForRecipientAlone({ role: "operator" }, isAboveLimit),
  }
}

/** Four eyes: what whoever asks is told of a retry; null where nobody reported that it was not paid. */
async function retryApproval(
  req: AuthenticatedMedusaRequest,
  payout: Payout
): Promise<AdminApproval | null> {
  const { payouts } = servicesOf(req.scope)
  const { decisions } = payouts
  const asks = await operatorOf(req)
  return payouts.transaction(async (trx) => {
    if (!(await decisions.needsAnotherRetrier(payout, trx))) {
      return null
    }
    const refusal = await decisions.refusalOfReporter(payout, asks, trx)
    // Not only approvers retry.
    return { ...showApproval(req, refusal), approvers: null }
  })
}

/** Four eyes: what whoever asks is told of each way that is open now; null where one person is enough. */
async function approvals(
  req: AuthenticatedMedusaRequest,
  payout: Payout,
  ways: readonly PayoutWay[]
): Promise<(way: PayoutWay) => AdminApproval | null> {
  const { payouts } = servicesOf(req.scope)
  const { decisions } = payouts
  const [one, ...others] = ways.filter((way) => decisions.needsSecondPerson(way, payout))
  if (one === undefined) {
    return () => null
  }
  const asks = await operatorOf(req)
  // Who may not go one of these ways may go none of them.
  const refusal = await payouts.transaction((trx) =>
    decisions.refusalOf(one, payout, asks, trx, orderMakers)
  )
  const shown = showApproval(req, refusal)
  return (way) => (way === one || others.includes(way) ? shown : null)
}
