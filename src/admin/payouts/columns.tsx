import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import type { AdminPayout } from "../../api/admin/payin/payout-types"
import { accountText, destinationText } from "../destination/text"
import { useFormat } from "../format/use-format"
import { RowLink } from "../list/row-link"
import { useTexts } from "../text/use-texts"
import { PayoutStatusBadge } from "./status"

const column = createDataTableColumnHelper<AdminPayout>()

export function payoutHref({ id }: { id: string }): string {
  return `/payin/payouts/${id}`
}

/** What a list shows of a payout. */
export function usePayoutColumns() {
  const say = useTexts()
  const format = useFormat()
  return useMemo(
    () => [
      column.accessor("destination", {
        header: say("payouts.to"),
        cell: ({ row: { original } }) => (
          <RowLink to={payoutHref(original)}>
            {original.destination === null
              ? say("destination.nowhere")
              : (original.destination.full_name ?? destinationText(original.destination))}
          </RowLink>
        ),
      }),
      column.accessor("status", {
        header: say("list.status"),
        cell: ({ getValue }) => <PayoutStatusBadge status={getValue()} />,
      }),
      column.accessor("amount", {
        header: say("transactions.amount"),
        align: "right",
        cell: ({ row: { original } }) => format.money(original.amount, original.currency_code),
      }),
      column.display({
        id: "bank",
        header: say("destination.bank"),
        cell: ({ row: { original } }) =>
          original.destination === null ? "–" : accountText(original.destination),
      }),
      column.accessor("source", {
        header: say("payouts.source"),
        cell: ({ getValue }) => say(`payouts.from.${getValue()}`),
      }),
      column.accessor("account", { header: say("transactions.account") }),
      column.accessor("created_at", {
        header: say("list.created"),
        cell: ({ getValue }) => format.time(getValue()),
      }),
    ],
    [say, format]
  )
}
