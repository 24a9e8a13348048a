import type { AdminAnomaly } from "../../api/admin/payin/anomaly-types"
import { isPausing } from "./money"

type Action = AdminAnomaly["actions"][number]

/** Decisions that need a second person above the limit. */
const OF_TWO: readonly Action[] = ["accept", "captured"]

/**
 * What a decision of the person who looks would be: the second one about the same, one that they
 * proposed themselves or came too late for, or the first one.
 */
export function partOf(
  anomaly: Pick<AdminAnomaly, "proposed"> & Parameters<typeof isPausing>[0],
  action: Action
): "confirms" | "may_not" | "may_propose" | "decides" {
  const { proposed } = anomaly
  if (proposed?.action !== action) {
    const ofTwo = OF_TWO.includes(action) || (action === "ignore" && isPausing(anomaly))
    return ofTwo ? "may_propose" : "decides"
  }
  switch (proposed.refusal) {
    case null:
      return "confirms"
    // They propose it in the place of whoever did, and who can then confirm it.
    case "not_an_approver":
    case "part_in_payout":
      return "may_propose"
    default:
      return "may_not"
  }
}
