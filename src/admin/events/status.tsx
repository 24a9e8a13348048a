import { StatusBadge } from "@medusajs/ui"
import type { AdminEvent } from "../../api/admin/payin/event-types"
import { useTexts, type Say } from "../text/use-texts"

type Status = AdminEvent["status"]

const COLOR: Record<Status, "green" | "orange" | "red" | "grey"> = {
  received: "orange",
  processed: "green",
  ignored: "grey",
  dead: "red",
}

export function eventStatuses(say: Say): Record<Status, string> {
  return {
    received: say("events.status.received"),
    processed: say("events.status.processed"),
    ignored: say("events.status.ignored"),
    dead: say("events.status.dead"),
  }
}

/** How far a notification got. */
export const EventStatus = ({ status }: { status: Status }) => {
  const say = useTexts()
  return (
    <StatusBadge color={COLOR[status]} className="text-nowrap">
      {say(`events.status.${status}`)}
    </StatusBadge>
  )
}
