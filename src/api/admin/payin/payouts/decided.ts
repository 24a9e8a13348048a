import { payoutReasonText } from "../../../../domain/payout-reason"
import type { Decided } from "../../../../modules/payouts/decisions"
import { refusal, type OperatorAnswer } from "../../idempotency"
import type { AdminPayoutAnswer } from "../payout-types"
import { showPayout } from "../shown-payouts"
import { NO_PAYOUT } from "./find"

/** What became of a decision, as it is answered: the payout as it is now, or 409 and why not: with `code`, or with
 * `reason_text` in both languages where it waits for something. */
export function answerOf(decided: Decided): OperatorAnswer {
  switch (decided.outcome) {
    case "done":
      return {
        status: 200,
        body: { payout: showPayout(decided.payout) } satisfies AdminPayoutAnswer,
      }
    case "unknown_payout":
      return refusal(NO_PAYOUT)
    case "refused": {
      const { reason, field, not_allowed, again, code, waits_for } = decided
      const type = not_allowed ? "not_allowed" : "conflict"
      const { status, body } = refusal({
        ...{ status: 409, type, message: reason },
        ...(field && { field }),
        ...(code && { code }),
      })
      const reason_text = waits_for && payoutReasonText(waits_for)
      const answer = { status, body: { ...body, ...(reason_text && { reason_text }) } }
      return again ? { ...answer, keep: false } : answer
    }
  }
}
