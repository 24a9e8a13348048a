import { StatusBadge } from "@medusajs/ui"
import type { AdminAnomaly } from "../../api/admin/payin/anomaly-types"
import { useTexts, type Say } from "../text/use-texts"

export function anomalyStatuses(say: Say): Record<AdminAnomaly["status"], string> {
  return { open: say("anomalies.open"), resolved: say("anomalies.resolved") }
}

export const AnomalyStatus = ({ status }: { status: AdminAnomaly["status"] }) => {
  const say = useTexts()
  return (
    <StatusBadge color={status === "open" ? "orange" : "green"} className="text-nowrap">
      {say(`anomalies.${status}`)}
    </StatusBadge>
  )
}
