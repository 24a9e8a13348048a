import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import type { AdminEvent } from "../../api/admin/payin/event-types"
import { useFormat } from "../format/use-format"
import { RowLink } from "../list/row-link"
import { useTexts } from "../text/use-texts"
import { EventStatus } from "./status"

const column = createDataTableColumnHelper<AdminEvent>()

export function eventHref({ id }: { id: string }): string {
  return `/payin/events/${id}`
}

/** What a list shows of a notification. */
export function useEventColumns() {
  const say = useTexts()
  const format = useFormat()
  return useMemo(
    () => [
      column.accessor("type", {
        header: say("events.type"),
        cell: ({ row: { original } }) => (
          <RowLink to={eventHref(original)}>{original.type}</RowLink>
        ),
      }),
      column.accessor("status", {
        header: say("list.status"),
        cell: ({ getValue }) => <EventStatus status={getValue()} />,
      }),
      column.accessor("reference", { header: say("transactions.reference"), size: 280 }),
      column.accessor("attempts", { header: say("events.attempts"), align: "right" }),
      column.accessor("last_error", {
        header: say("events.lastError"),
        cell: ({ getValue }) => getValue() ?? "–",
      }),
      column.accessor("created_at", {
        header: say("events.arrived"),
        cell: ({ getValue }) => format.time(getValue()),
      }),
    ],
    [say, format]
  )
}
