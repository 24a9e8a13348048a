import { Container, Heading, Text } from "@medusajs/ui"
import type { AdminMoved, AdminOverviewAnswer } from "../../api/admin/payin/overview-types"
import { useFormat } from "../format/use-format"
import { useTexts } from "../text/use-texts"

type Account = AdminOverviewAnswer["accounts"][number]

/** As many in a row as have the room for three large amounts. */
const SIDE_BY_SIDE = { gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 26rem), 1fr))" }

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
          {say("overview.balance", { account: account.account })}
        </Text>
        <Heading level="h2" className="mt-1 text-2xl">
          {wallet === null ? "–" : format.money(wallet, currency)}
        </Heading>
        {wallet === null && (
          <Text size="small" className="text-ui-fg-error mt-1">
            {say("overview.noBalance", { reason: account.wallet_error ?? "" })}
          </Text>
        )}
      </div>
      <div className="overflow-x-auto">
        <table className="txt-compact-small w-full">
          <thead>
            <tr className="text-ui-fg-subtle">
              <th scope="col" className="py-2 pl-6 text-left font-normal">
                <span className="sr-only">{say("overview.direction")}</span>
              </th>
              {[say("list.today"), say("overview.days7"), say("overview.days30")].map((span) => (
                <th key={span} scope="col" className="px-2 py-2 text-right font-normal last:pr-6">
                  {span}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y border-t">
            <MovedRow name={say("overview.in")} moved={account.in} currency={currency} />
            <MovedRow name={say("overview.out")} moved={account.out} currency={currency} />
          </tbody>
        </table>
      </div>
    </Container>
  )
}

const MovedRow = (props: { name: string; moved: AdminMoved; currency: string }) => {
  const format = useFormat()
  const { today, days_7, days_30 } = props.moved
  return (
    <tr>
      <th scope="row" className="txt-compact-small-plus py-3 pl-6 text-left">
        {props.name}
      </th>
      {Object.entries({ today, days_7, days_30 }).map(([span, amount]) => (
        <td key={span} className="whitespace-nowrap px-2 py-3 text-right tabular-nums last:pr-6">
          {format.money(amount, props.currency)}
        </td>
      ))}
    </tr>
  )
}
