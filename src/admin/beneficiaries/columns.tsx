import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import type { AdminBeneficiary } from "../../api/admin/payin/beneficiary-types"
import { destinationText } from "../destination/text"
import { useFormat } from "../format/use-format"
import { RowLink } from "../list/row-link"
import { MethodName } from "../page/method"
import { useTexts } from "../text/use-texts"
import { ConfirmationBadge } from "./status"

const column = createDataTableColumnHelper<AdminBeneficiary>()

export function beneficiaryHref({ id }: { id: string }): string {
  return `/payin/beneficiaries/${id}`
}

/** What a list shows of somebody who is paid. */
export function useBeneficiaryColumns() {
  const say = useTexts()
  const format = useFormat()
  return useMemo(
    () => [
      column.accessor("name", {
        header: say("beneficiaries.name"),
        cell: ({ row: { original } }) => (
          <RowLink to={beneficiaryHref(original)}>{original.name}</RowLink>
        ),
      }),
      column.accessor("status", {
        header: say("list.status"),
        cell: ({ getValue }) => <ConfirmationBadge status={getValue()} />,
      }),
      column.accessor("destination", {
        header: say("destination.title"),
        cell: ({ getValue }) => destinationText(getValue()),
      }),
      column.accessor("payment_method", {
        header: say("transactions.method"),
        cell: ({ getValue }) => <MethodName method={getValue()} />,
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
