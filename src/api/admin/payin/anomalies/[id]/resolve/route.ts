import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { needsPerson } from "../../../../../../domain/anomaly/proposal"
import { resolveAnomaly } from "../../../../../../workflows/settle/resolve"
import { refuse } from "../../../../../refusal"
import { answerOnce, refusal } from "../../../../idempotency"
import { answerFailure } from "../../../service-failure"
import { operatorOf, userOf } from "../../../posted-values"
import { invalid } from "../../../query-values"
import type { AdminAnomalyAnswer } from "../../../anomaly-types"
import { showAnomalies } from "../../context"
import { findAsked } from "../../find"
import { readDecision } from "./decision"

/**
 * `POST /admin/payin/anomalies/:id/resolve { action, note, destination?, transaction_id?, amount? }` ->
 * `{ anomaly }`; `Idempotency-Key` required. Which actions an anomaly takes now is in its `actions`. `accept` books
 * what arrived (of more only what was asked, a payout gives the excess back), `refund` gives the money back
 * by a payout (`payout_id`) and nobody books it any more, `ignore` closes it and moves no money: what
 * arrived and is not booked is excluded for good. Accept and refund ask the service first, and may name the
 * `destination` of what goes back. Of a card, which nobody can look up, the others tell what the service
 * said when it was asked: `authorized` (with `transaction_id`, the service's id of the hold, where the
 * store does not know it), `declined`, `captured`, `released`. `captured` books at most what was held: `amount` if it
 * is given, else the fact `to_book`. Without both: 409 `unit_suspected` or `amount_needed`; more than the hold: 400
 * `above_hold`. Of a card that is captured it books nothing: it says that the booked amount is there (another
 * `amount`: 400), and payouts that the anomaly keeps may leave. `ignore` does not let them leave.
 *
 * `accept`, `captured` and an `ignore` that is final are for people who are signed in: 403 `not_a_user` for a
 * secret API key. Above option `approvalAbove`, `accept`, `captured` and an `ignore` that ends the pause of an
 * account (of a payout of another amount) are proposed first, and such an `ignore` whatever the amount while it
 * is not certain how much the service pays: 409 `second_person`, and the anomaly shows it as `proposed`.
 * Another person who posts the same action carries it out, with their own note and destination. 409 `not_allowed` tells who may not (`second_person`, `too_new`, `not_an_approver`). The
 * audit shows `proposed`, `confirmed` and `approval_refused`.
 *
 * 400 names the field, `destination` also when the person it belongs to is not known any more; 404 for an
 * unknown id; 409 tells why it cannot be done (resolved in another way, not possible for this kind, the
 * service says otherwise, busy); 502 and 503 when the service did not answer. Repeated with the same
 * action: the same answer.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await findAsked(req, res)
  if (asked === null) {
    return
  }
  const read = await readDecision(req.scope, asked, req.body)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  try {
    const { id } = asked
    const { action } = read.value
    const actor = needsPerson(asked, action)
      ? await userOf(req, res, () => Promise.resolve({ id, facts: { decision: action } }))
      : await operatorOf(req)
    if (actor === null) {
      return
    }
    await answerOnce(req, res, async () => {
      const request = { ...read.value, anomaly_id: asked.id, actor }
      const resolution = await resolveAnomaly(req.scope, request)
      if (resolution.outcome === "refused") {
        const { reason: message, again, field, code, not_allowed } = resolution
        const type = not_allowed ? "not_allowed" : "conflict"
        const answer = refusal({
          ...(field === undefined ? { status: 409, type, message } : invalid(field, message)),
          ...(code && { code }),
        })
        return again ? { ...answer, keep: false } : answer
      }
      const [anomaly] = await showAnomalies(req, [resolution.anomaly])
      return { status: 200, body: { anomaly } satisfies AdminAnomalyAnswer }
    })
  } catch (error) {
    answerFailure(res, error)
  }
}
