import { StatusBadge } from "@medusajs/ui"
import type {
  AdminCycle,
  AdminHold,
  AdminSubscription,
} from "../../api/admin/payin/subscription-types"
import { useTexts, type Say } from "../text/use-texts"

type Color = "green" | "orange" | "red" | "blue" | "grey"

const SUBSCRIPTION_COLOR: Record<AdminSubscription["status"], Color> = {
  active: "green",
  past_due: "orange",
  canceled: "grey",
  expired: "grey",
}

const CYCLE_COLOR: Record<AdminCycle["status"], Color> = {
  open: "orange",
  paid: "green",
  failed: "red",
}

const HOLD_COLOR: Record<AdminHold["status"], Color> = {
  creating: "grey",
  unknown: "orange",
  authorized: "blue",
  declined: "red",
  error: "red",
  capturing: "blue",
  capture_unknown: "orange",
  captured: "green",
  released: "grey",
}

export function subscriptionStatuses(say: Say): Record<AdminSubscription["status"], string> {
  return {
    active: say("subscriptions.status.active"),
    past_due: say("subscriptions.status.past_due"),
    canceled: say("subscriptions.status.canceled"),
    expired: say("subscriptions.status.expired"),
  }
}

export const SubscriptionStatusBadge = ({ status }: Pick<AdminSubscription, "status">) => {
  const say = useTexts()
  return (
    <StatusBadge color={SUBSCRIPTION_COLOR[status]} className="text-nowrap">
      {say(`subscriptions.status.${status}`)}
    </StatusBadge>
  )
}

export const CycleStatusBadge = ({ status }: Pick<AdminCycle, "status">) => {
  const say = useTexts()
  return (
    <StatusBadge color={CYCLE_COLOR[status]} className="text-nowrap">
      {say(`subscriptions.cycle.${status}`)}
    </StatusBadge>
  )
}

export const HoldStatusBadge = ({ status }: Pick<AdminHold, "status">) => {
  const say = useTexts()
  return (
    <StatusBadge color={HOLD_COLOR[status]} className="text-nowrap">
      {say(`subscriptions.hold.${status}`)}
    </StatusBadge>
  )
}
