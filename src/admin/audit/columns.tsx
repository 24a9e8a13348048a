import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import type { AdminAuditEntry } from "../../api/admin/payin/payout-types"
import { useFormat } from "../format/use-format"
import { textOf } from "../page/known-facts"
import { Person } from "../page/person"
import { useTexts } from "../text/use-texts"
import { auditAction } from "./action"
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
        cell: ({ getValue }) => auditAction(getValue(), say),
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
        cell: ({ row: { original } }) => changeText(original),
      }),
      column.accessor("facts", {
        header: say("audit.details"),
        maxSize: 260,
        cell: ({ getValue }) => factsText(getValue()),
      }),
    ],
    [say, format]
  )
}

function changeText({ from_status, to_status }: AdminAuditEntry): string {
  return [from_status, to_status].filter(Boolean).join(" → ") || "–"
}

function factsText(facts: AdminAuditEntry["facts"]): string {
  const known = Object.entries(facts ?? {}).filter(([, value]) => value !== null)
  return known.map(([name, value]) => `${name}: ${textOf(value)}`).join(", ") || "–"
}
