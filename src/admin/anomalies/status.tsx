import { StatusBadge } from "@medusajs/ui"
import type { AdminAnomaly } from "../../api/admin/payin/anomaly-types"
import { useTexts, type Say } from "../text/use-texts"

export function anomalyStatuses(say: Say): Record<AdminAnomaly["status"], string> {
  return { open: say("anomalies.open"), resolved: say("anomalies.resolved") }
}

export const AnomalyStatus = ({
  anomaly,
}: {
  anomaly: Pick<AdminAnomaly, "status" | "proposed">
}) => {
  const say = useTexts()
  const { status, proposed } = anomaly
  if (status === "open" && proposed !== null) {
    return (
      <StatusBadge color="purple" className="text-nowrap">
        {say("anomalies.waits")}
      </StatusBadge>
    )
  }
  return (
    <StatusBadge color={status === "open" ? "orange" : "green"} className="text-nowrap">
      {say(`anomalies.${status}`)}
    </StatusBadge>
  )
}
