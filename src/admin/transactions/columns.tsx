import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import type { AdminTransaction } from "../../api/admin/payin/transaction-types"
import { useFormat } from "../format/use-format"
import { RowLink } from "../list/row-link"
import { MethodName } from "../page/method"
import { useTexts } from "../text/use-texts"
import { TransactionStatus } from "./status"

const column = createDataTableColumnHelper<AdminTransaction>()

export function transactionHref({ id }: { id: string }): string {
  return `/payin/transactions/${id}`
}

/** What a list shows of a pay-in. */
export function useTransactionColumns() {
  const say = useTexts()
  const format = useFormat()
  return useMemo(
    () => [
      column.accessor("ticket", {
        header: say("transactions.ticket"),
        cell: ({ row: { original } }) => (
          <RowLink to={transactionHref(original)}>{original.ticket ?? original.reference}</RowLink>
        ),
      }),
      column.accessor("status", {
        header: say("list.status"),
        cell: ({ row: { original } }) => <TransactionStatus transaction={original} />,
      }),
      column.accessor("amount", {
        header: say("transactions.amount"),
        align: "right",
        cell: ({ row: { original } }) => format.money(original.amount, original.currency),
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
