import type { AdminAnomaly } from "../../api/admin/payin/anomaly-types"

/** More are refused at once (api/admin/payin/anomalies/resolve). */
export const MOST_TOGETHER = 100

/** Whether it may be declined together with others: only an unknown hold offers that. */
export function mayDeclineTogether({ actions }: Pick<AdminAnomaly, "actions">): boolean {
  return actions.includes("declined")
}
