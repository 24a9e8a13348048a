import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import type { AdminAuditEntry } from "../../api/admin/payin/audit-types"
import { useFormat } from "../format/use-format"
import { Person } from "../page/person"
import { payoutStatuses } from "../payouts/status"
import { useTexts, type Say } from "../text/use-texts"
import { auditAction } from "./action"
import { knownText } from "./known"
import { AuditSubject } from "./subject"

const column = createDataTableColumnHelper<AdminAuditEntry>()

/** What a list shows of a deed. */
export function useAuditColumns() {
  const say = useTexts()
  const format = useFormat()
  return useMemo(
    () => [
      column.accessor("created_at", {
        header: say("anomalies.when"),
        cell: ({ getValue }) => format.time(getValue()),
      }),
      column.accessor("action", {
        header: say("anomalies.what"),
        // The table keeps the name "action" for a menu of its own.
        id: "deed",
        cell: ({ row: { original } }) => auditAction(original, say),
      }),
      column.accessor("subject_id", {
        header: say("audit.subject"),
        cell: ({ getValue }) => <AuditSubject id={getValue()} />,
      }),
      column.accessor("actor_id", {
        header: say("anomalies.by"),
        cell: ({ getValue }) => <Person id={getValue()} />,
      }),
      column.accessor("to_status", {
        header: say("audit.change"),
        cell: ({ row: { original } }) => changeText(original, say),
      }),
      column.accessor("facts", {
        header: say("audit.details"),
        maxSize: 260,
        cell: ({ getValue }) => {
          const known = knownText(getValue(), say, format)
          return <span title={known}>{known || "–"}</span>
        },
      }),
    ],
    [say, format]
  )
}

function changeText({ from_status, to_status }: AdminAuditEntry, say: Say): string {
  const live = say("settings.installation.live")
  const names: Partial<Record<string, string>> = { ...payoutStatuses(say), live }
  const passed = from_status === to_status ? [to_status] : [from_status, to_status]
  const known = passed.filter((status) => status !== null)
  return known.map((status) => names[status] ?? status).join(" → ") || "–"
}
