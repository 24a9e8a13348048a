import type { AdminAnomaly } from "../../api/admin/payin/anomaly-types"

/** More are refused at once (api/admin/payin/anomalies/resolve). */
export const MOST_TOGETHER = 100

/** Whether it may be decided together with others: only an unknown hold may. */
export function mayDecideTogether({
  kind,
  actions,
}: Pick<AdminAnomaly, "kind" | "actions">): boolean {
  return kind === "card_unknown" && actions.includes("released")
}
