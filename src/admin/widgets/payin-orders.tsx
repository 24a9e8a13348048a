import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Container, Skeleton } from "@medusajs/ui"
import type { AdminMerchantAnswer } from "../../api/admin/payin/lookup-types"
import type { AdminAccountStatus } from "../../api/admin/payin/status-types"
import { payin, useAnswer } from "../answer/use-answer"
import { useFormat } from "../format/use-format"
import { useAccounts } from "../list/accounts"
import { QuickLookup } from "../lookup/quick"
import { balanceTitle } from "../overview/balance-title"
import { useProblem } from "../page/use-problem"
import { useTexts } from "../text/use-texts"

/** What the store has at the service, and a way to any payment, above the list of orders. */
const PayInOrders = () => {
  const accounts = useAccounts()
  return accounts.length === 0 ? null : (
    <Container
      data-payin
      className="flex flex-col gap-4 px-6 py-4 md:flex-row md:items-center md:justify-between"
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {accounts.map((account) => (
          <Balance key={account.id} account={account} />
        ))}
      </dl>
      <QuickLookup />
    </Container>
  )
}

const Balance = ({ account: { id, currency } }: { account: AdminAccountStatus }) => {
  const say = useTexts()
  const format = useFormat()
  // It is asked of the service: going to and fro between orders does not ask again.
  const problem = useProblem()
  const { data, error, isLoading } = useAnswer<AdminMerchantAnswer>(payin("merchant"), {
    query: { account: id },
    fresh: 60_000,
  })
  return (
    <div>
      <dt className="txt-compact-small text-ui-fg-subtle">
        {`PayIn · ${balanceTitle({ account: id, currency }, say, format)}`}
      </dt>
      <dd className="txt-compact-medium-plus mt-1">
        {isLoading ? (
          <Skeleton className="h-5 w-24" />
        ) : (
          format.money(data?.merchant.wallet ?? null, data?.merchant.currency ?? currency)
        )}
      </dd>
      {data === undefined && error !== null && (
        <dd className="txt-compact-small text-ui-fg-error mt-1 max-w-xs">
          {problem(error).sentence ?? problem(error).title}
        </dd>
      )}
    </div>
  )
}

export const config = defineWidgetConfig({ zone: "order.list.before", id: "payin.orders" })

export default PayInOrders
