import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { AdminPayout } from "../../api/admin/payin/payout-types"
import { PayoutStatusBadge } from "../payouts/status"
import { useTexts } from "../text/use-texts"

interface Row {
  row: number
  /** Leads to its payout, once there is one. */
  amount: ReactNode
  about: string
  status: AdminPayout["status"]
}

/** The rows of a file, each with what becomes of it. */
export const ImportRows = ({ rows }: { rows: readonly Row[] }) => {
  const say = useTexts()
  return (
    <ul className="border-ui-border-base divide-y rounded-lg border">
      {rows.map(({ row, amount, about, status }) => (
        <li key={row} className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">
          <div className="flex min-w-0 flex-1 flex-col gap-y-1">
            <span className="txt-compact-small flex flex-wrap items-baseline gap-x-2">
              <span className="text-ui-fg-subtle">{say("importing.row", { number: row })}</span>
              {amount}
            </span>
            <Text size="small" leading="compact" className="text-ui-fg-subtle break-words">
              {about}
            </Text>
          </div>
          <PayoutStatusBadge status={status} />
        </li>
      ))}
    </ul>
  )
}
