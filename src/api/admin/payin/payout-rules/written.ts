import type { MedusaResponse } from "@medusajs/framework/http"
import type { RuleWritten } from "../../../../modules/payouts/rules"
import { refuse } from "../../../refusal"
import type { AdminPayoutRuleAnswer } from "../beneficiary-types"
import { invalid } from "../query-values"
import { showRule } from "../shown-payouts"

/** Answers what became of a rule that was posted. */
export function answerWritten(res: MedusaResponse, status: 200 | 201, written: RuleWritten): void {
  switch (written.outcome) {
    case "written":
      res.status(status).json({
        payout_rule: showRule(written.rule),
      } satisfies AdminPayoutRuleAnswer)
      return
    case "too_much":
      refuse(
        res,
        invalid(
          "percent",
          "percent: the rules of this stock location would give more than 100 percent in sum, whatever makes them pay."
        )
      )
      return
    case "unknown_beneficiary":
      refuse(res, invalid("beneficiary_id", "beneficiary_id: there is no such beneficiary."))
      return
    case "unknown_rule": {
      const message = "There is no rule with this id."
      refuse(res, { status: 404, type: "not_found", message })
    }
  }
}
