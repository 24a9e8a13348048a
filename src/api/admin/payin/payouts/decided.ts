import { payoutReasonText } from "../../../../domain/payout/reason"
import type { Decided } from "../../../../modules/payouts/decisions"
import { refusal, type OperatorAnswer } from "../../idempotency"
import type { AdminPayoutAnswer } from "../payout-types"
import { showPayout } from "../shown-payouts"
import { NO_PAYOUT } from "./find"

/**
 * The answer to a decision: the payout, or 409 with the reason: as `code`, or as `reason_text` in
 * both languages where it waits for something.
 */
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
