import { defineRouteConfig } from "@medusajs/admin-sdk"
import type { AdminPayout, AdminPayoutList } from "../../../../api/admin/payin/payout-types"
import { useFormat } from "../../../format/use-format"
import { accountFilter, useAccounts } from "../../../list/accounts"
import { choice, createdFilter } from "../../../list/filters"
import { ImportDrawer } from "../../../import/drawer"
import { ListPage } from "../../../list/list-page"
import { payoutHref, usePayoutColumns } from "../../../payouts/columns"
import { OpenButton } from "../../../page/open-button"
import { NewPayoutDrawer } from "../../../payouts/new-payout"
import { payoutSources, payoutStatuses } from "../../../payouts/status"
import { lookAgain } from "../../../payouts/under-way"
import { crumb } from "../../../text/crumb"
import { useTexts } from "../../../text/use-texts"

const Payouts = () => {
  const say = useTexts()
  const format = useFormat()
  return (
    <ListPage<AdminPayoutList, AdminPayout>
      name="payouts"
      rows={(answer) => answer.payouts}
      every={(answer) => lookAgain(answer?.payouts)}
      columns={usePayoutColumns()}
      filters={[
        choice("status", say("list.status"), payoutStatuses(say)),
        choice("source", say("payouts.source"), payoutSources(say)),
        ...accountFilter(say, useAccounts()),
        createdFilter(say, format),
      ]}
      title={say("payouts.title")}
      subtitle={say("payouts.subtitle")}
      searchHint={say("payouts.searchHint")}
      empty={{ heading: say("payouts.empty"), description: say("payouts.emptyHint") }}
      href={payoutHref}
      actions={
        <>
          <OpenButton text={say("importing.open")}>
            {(onClose) => <ImportDrawer onClose={onClose} />}
          </OpenButton>
          <OpenButton text={say("newPayout.open")} creates>
            {(onClose) => <NewPayoutDrawer onClose={onClose} />}
          </OpenButton>
        </>
      }
    />
  )
}

export const config = defineRouteConfig({ label: "menu.payouts", translationNs: "payin", rank: 2 })

export const handle = crumb("menu.payouts")

export default Payouts
