import { StatusBadge } from "@medusajs/ui"
import type { AdminTransaction } from "../../api/admin/payin/types"
import { useTexts, type Say } from "../text/use-texts"

type Status = AdminTransaction["status"]

export const TRANSACTION_COLOR: Record<Status, "green" | "orange" | "red" | "grey"> = {
  creating: "grey",
  pending: "orange",
  approved: "green",
  rejected: "red",
  expired: "red",
  failed: "red",
}

export function transactionStatuses(say: Say): Record<Status, string> {
  return {
    creating: say("status.creating"),
    pending: say("status.pending"),
    approved: say("status.approved"),
    rejected: say("status.rejected"),
    expired: say("status.expired"),
    failed: say("status.failed"),
  }
}

/** Where a pay-in stands. */
export const TransactionStatus = ({ status }: { status: Status }) => {
  const say = useTexts()
  return (
    <StatusBadge color={TRANSACTION_COLOR[status]} className="text-nowrap">
      {say(`status.${status}`)}
    </StatusBadge>
  )
}
