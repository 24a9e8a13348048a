import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import type { AdminAnomaly } from "../../api/admin/payin/anomaly-types"
import { useFormat } from "../format/use-format"
import { RowLink } from "../list/row-link"
import { useTexts } from "../text/use-texts"
import { anomalyMoney } from "./money"
import { AnomalyStatus } from "./status"

const column = createDataTableColumnHelper<AdminAnomaly>()

export function anomalyHref({ id }: { id: string }): string {
  return `/payin/anomalies/${id}`
}

/** What a list shows of an anomaly. */
export function useAnomalyColumns() {
  const say = useTexts()
  const format = useFormat()
  return useMemo(
    () => [
      column.accessor("kind", {
        header: say("anomalies.what"),
        size: 320,
        cell: ({ row: { original } }) => (
          <RowLink to={anomalyHref(original)}>{say(`anomalies.kind.${original.kind}`)}</RowLink>
        ),
      }),
      column.accessor("status", {
        header: say("list.status"),
        cell: ({ row: { original } }) => <AnomalyStatus anomaly={original} />,
      }),
      column.accessor("facts", {
        header: say("transactions.amount"),
        align: "right",
        cell: ({ row: { original } }) => {
          const money = anomalyMoney(original)
          return format.money(money?.amount ?? null, money?.currency ?? null)
        },
      }),
      column.accessor("account", {
        header: say("transactions.account"),
        cell: ({ getValue }) => getValue() ?? "–",
      }),
      column.accessor("created_at", {
        header: say("list.created"),
        cell: ({ getValue }) => format.time(getValue()),
      }),
    ],
    [say, format]
  )
}
