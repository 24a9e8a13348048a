import { StatusBadge } from "@medusajs/ui"
import type { AdminPayout, AdminPayoutAttempt } from "../../api/admin/payin/payout-types"
import { useTexts, type Say } from "../text/use-texts"

type Status = AdminPayout["status"]
type Color = "green" | "orange" | "red" | "blue" | "grey"

export const PAYOUT_COLOR: Record<Status, Color> = {
  held: "grey",
  awaiting_destination: "orange",
  awaiting_approval: "orange",
  queued: "blue",
  sending: "blue",
  unknown: "orange",
  pending: "blue",
  approved: "green",
  rejected: "red",
  canceled: "grey",
  paid_elsewhere: "green",
}

const ATTEMPT_COLOR: Record<AdminPayoutAttempt["status"], Color> = {
  ready: "grey",
  sending: "blue",
  unknown: "orange",
  pending: "blue",
  approved: "green",
  rejected: "red",
  void: "grey",
}

export function payoutStatuses(say: Say): Record<Status, string> {
  return {
    held: say("payouts.status.held"),
    awaiting_destination: say("payouts.status.awaiting_destination"),
    awaiting_approval: say("payouts.status.awaiting_approval"),
    queued: say("payouts.status.queued"),
    sending: say("payouts.status.sending"),
    unknown: say("payouts.status.unknown"),
    pending: say("payouts.status.pending"),
    approved: say("payouts.status.approved"),
    rejected: say("payouts.status.rejected"),
    canceled: say("payouts.status.canceled"),
    paid_elsewhere: say("payouts.status.paid_elsewhere"),
  }
}

export function payoutSources(say: Say): Record<AdminPayout["source"], string> {
  return {
    operator: say("payouts.from.operator"),
    refund: say("payouts.from.refund"),
    rule: say("payouts.from.rule"),
    anomaly: say("payouts.from.anomaly"),
    import: say("payouts.from.import"),
  }
}

/** Where a payout stands. */
export const PayoutStatusBadge = ({ status }: { status: Status }) => {
  const say = useTexts()
  return (
    <StatusBadge color={PAYOUT_COLOR[status]} className="text-nowrap">
      {say(`payouts.status.${status}`)}
    </StatusBadge>
  )
}

/** Where one attempt to send it stands. */
export const AttemptStatusBadge = ({ status }: { status: AdminPayoutAttempt["status"] }) => {
  const say = useTexts()
  return (
    <StatusBadge color={ATTEMPT_COLOR[status]} className="text-nowrap">
      {say(`payouts.attempt.${status}`)}
    </StatusBadge>
  )
}
