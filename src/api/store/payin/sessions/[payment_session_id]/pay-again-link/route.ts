import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { payAgainLinkOfSession } from "../../../../../../workflows/pay-again/of-session"
import { refuse } from "../../../../../refusal"
import type { StorePayAgainLinkAnswer } from "../../../types"
import { NEVER_OURS, sessionId } from "../session-id"

/**
 * `POST /store/payin/sessions/:payment_session_id/pay-again-link` -> `{ url }`: the lasting address where the order of
 * this payment can be paid with any method, after the payment was rejected, failed or expired. 404 for an id that was
 * never ours; 409 while the payment has not ended, has no order, or the order owes nothing or is canceled; also while no
 * account takes the order's currency (`account_gone`), or this installation is held (`installation_held`).
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const id = sessionId.safeParse(req.params.payment_session_id)
  const made = id.success ? await payAgainLinkOfSession(req.scope, id.data) : null
  if (made === null) {
    refuse(res, NEVER_OURS)
  } else if (made.outcome === "refused") {
    const { message, code } = made
    refuse(res, { status: 409, type: "conflict", message, ...(code && { code }) })
  } else {
    res.json(made.link satisfies StorePayAgainLinkAnswer)
  }
}
