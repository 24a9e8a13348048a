import { Container, Heading, Text } from "@medusajs/ui"
import type { AdminOverviewAnswer } from "../../api/admin/payin/overview-types"
import { serviceReason } from "../answer/service-reason"
import { useFormat } from "../format/use-format"
import { useTexts } from "../text/use-texts"
import { balanceTitle } from "./balance-title"

type Account = AdminOverviewAnswer["accounts"][number]

/** As many in a row as have the room for two large amounts. */
const SIDE_BY_SIDE = { gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 24rem), 1fr))" }

/** What each account has and moved. */
export const Balances = ({ accounts }: { accounts: readonly Account[] }) => (
  <div className="grid gap-3" style={SIDE_BY_SIDE}>
    {accounts.map((account) => (
      <Balance key={account.account} account={account} />
    ))}
  </div>
)

const Balance = ({ account }: { account: Account }) => {
  const say = useTexts()
  const format = useFormat()
  const { currency, wallet } = account
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Text size="small" leading="compact" className="text-ui-fg-subtle">
          {balanceTitle(account, say, format)}
        </Text>
        <Heading level="h2" className="mt-1 text-2xl">
          {wallet === null ? "–" : format.money(wallet, currency)}
        </Heading>
        {wallet === null && (
          <Text size="small" className="text-ui-fg-error mt-1">
            {say(
              account.wallet_error === null
                ? "service.notTold"
                : serviceReason(account.wallet_error)
            )}
          </Text>
        )}
      </div>
      <div className="overflow-x-auto">
        <table className="txt-compact-small w-full">
          <thead>
            <tr className="text-ui-fg-subtle">
              <th scope="col" className="py-2 pl-6 text-left font-normal">
                <span className="sr-only">{say("overview.span")}</span>
              </th>
              {[say("overview.in"), say("overview.out")].map((way) => (
                <th key={way} scope="col" className="px-2 py-2 text-right font-normal last:pr-6">
                  {way}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y border-t">
            {SPANS.map(([span, name]) => (
              <MovedRow
                key={span}
                name={say(name)}
                amounts={[account.in[span], account.out[span]]}
                currency={currency}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Container>
  )
}

/** Two columns of amounts fit on a phone, three do not. */
const SPANS = [
  ["today", "list.today"],
  ["days_7", "overview.days7"],
  ["days_30", "overview.days30"],
] as const

const MovedRow = (props: { name: string; amounts: [string, string]; currency: string }) => {
  const format = useFormat()
  return (
    <tr>
      <th scope="row" className="txt-compact-small-plus py-3 pl-6 text-left">
        {props.name}
      </th>
      {props.amounts.map((amount, way) => (
        <td key={way} className="whitespace-nowrap px-2 py-3 text-right tabular-nums last:pr-6">
          {format.money(amount, props.currency)}
        </td>
      ))}
    </tr>
  )
}
