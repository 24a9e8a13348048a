import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { AdminPayout } from "../../api/admin/payin/payout-types"
import { destinationText } from "../destination/text"
import { useFormat } from "../format/use-format"
import { PageLink } from "../page/fact"
import { useTexts } from "../text/use-texts"
import { payoutHref } from "./columns"
import { PayoutStatusBadge } from "./status"

interface PayoutLinesProps {
  payouts: readonly AdminPayout[]
  /** What stands below the amount; where it goes, unless something else is wanted. */
  about?: (payout: AdminPayout) => ReactNode
}

/** Some payouts on a page that is about something else. */
export const PayoutLines = ({ payouts, about }: PayoutLinesProps) => {
  const say = useTexts()
  const format = useFormat()
  const to = ({ destination }: AdminPayout) =>
    destination === null ? say("destination.nowhere") : destinationText(destination)
  return (
    <ul className="divide-y">
      {payouts.map((payout) => (
        <li
          key={payout.id}
          className="txt-compact-small flex flex-wrap items-center justify-between gap-2 px-6 py-4"
        >
          <div className="flex min-w-0 flex-1 flex-col gap-y-1">
            <PageLink to={payoutHref(payout)}>
              {format.money(payout.amount, payout.currency_code)}
            </PageLink>
            <Text size="small" leading="compact" className="text-ui-fg-subtle break-words">
              {(about ?? to)(payout)}
            </Text>
          </div>
          <PayoutStatusBadge status={payout.status} />
        </li>
      ))}
    </ul>
  )
}
