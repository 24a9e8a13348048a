import type { Decided } from "../../../../modules/payouts/decisions"
import { refusal, type OperatorAnswer } from "../../idempotency"
import type { AdminPayoutAnswer } from "../payout-types"
import { showPayout } from "../shown-payouts"
import { NO_PAYOUT } from "./find"

/** What became of a decision, as it is answered: the payout as it is now, or 409 and why not. */
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
      const { reason, field, not_allowed, again } = decided
      const type = not_allowed ? "not_allowed" : "conflict"
      const code = not_allowed ? "second_person" : field === "version" ? "changed_since" : undefined
      const answer = refusal({
        ...{ status: 409, type, message: reason },
        ...(field && { field }),
        ...(code && { code }),
      })
      return again ? { ...answer, keep: false } : answer
    }
  }
}
