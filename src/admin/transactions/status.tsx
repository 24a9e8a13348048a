import { StatusBadge } from "@medusajs/ui"
import type { AdminTransaction } from "../../api/admin/payin/transaction-types"
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

type Standing = Pick<AdminTransaction, "status" | "superseded_at" | "lapsed_at">

/** Where a pay-in stands; a link that nobody is offered any more waits for nothing. */
export const TransactionStatus = ({ transaction }: { transaction: Standing }) => {
  const say = useTexts()
  const { status } = transaction
  const over = status === "pending" ? overOf(transaction) : null
  return (
    <StatusBadge color={over ? "grey" : TRANSACTION_COLOR[status]} className="text-nowrap">
      {say(`status.${over ?? status}`)}
    </StatusBadge>
  )
}

function overOf({ superseded_at, lapsed_at }: Standing): "superseded" | "lapsed" | null {
  if (superseded_at !== null) {
    return "superseded"
  }
  return lapsed_at === null ? null : "lapsed"
}
