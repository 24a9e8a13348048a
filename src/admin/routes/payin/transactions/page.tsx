import { defineRouteConfig } from "@medusajs/admin-sdk"
import type {
  AdminTransaction,
  AdminTransactionList,
} from "../../../../api/admin/payin/transaction-types"
import { useFormat } from "../../../format/use-format"
import { accountFilter, useAccounts } from "../../../list/accounts"
import { choice, createdFilter } from "../../../list/filters"
import { ListPage } from "../../../list/list-page"
import { crumb } from "../../../text/crumb"
import { useTexts } from "../../../text/use-texts"
import { transactionHref, useTransactionColumns } from "../../../transactions/columns"
import { transactionStatuses } from "../../../transactions/status"

const Transactions = () => {
  const say = useTexts()
  const format = useFormat()
  return (
    <ListPage<AdminTransactionList, AdminTransaction>
      name="transactions"
      rows={(answer) => answer.transactions}
      columns={useTransactionColumns()}
      filters={[
        choice("status", say("list.status"), transactionStatuses(say)),
        ...accountFilter(say, useAccounts()),
        createdFilter(say, format),
      ]}
      title={say("transactions.title")}
      subtitle={say("transactions.subtitle")}
      searchHint={say("transactions.searchHint")}
      empty={{ heading: say("transactions.empty"), description: say("transactions.emptyHint") }}
      href={transactionHref}
    />
  )
}

export const config = defineRouteConfig({
  label: "menu.transactions",
  translationNs: "payin",
  rank: 1,
})

export const handle = crumb("menu.transactions")

export default Transactions
