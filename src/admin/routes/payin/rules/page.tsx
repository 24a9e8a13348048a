import { defineRouteConfig } from "@medusajs/admin-sdk"
import type {
  AdminPayoutRule,
  AdminPayoutRuleList,
} from "../../../../api/admin/payin/beneficiary-types"
import { useFormat } from "../../../format/use-format"
import { accountFilter, useAccounts } from "../../../list/accounts"
import { createdFilter } from "../../../list/filters"
import { ListPage } from "../../../list/list-page"
import { OpenButton } from "../../../page/open-button"
import { useRuleColumns } from "../../../rules/columns"
import { RuleDrawer } from "../../../rules/drawer"
import { crumb } from "../../../text/crumb"
import { useTexts } from "../../../text/use-texts"

const Rules = () => {
  const say = useTexts()
  const format = useFormat()
  return (
    <ListPage<AdminPayoutRuleList, AdminPayoutRule>
      name="payout-rules"
      rows={(answer) => answer.payout_rules}
      columns={useRuleColumns()}
      filters={[...accountFilter(say, useAccounts()), createdFilter(say, format)]}
      title={say("rules.title")}
      subtitle={say("rules.subtitle")}
      searchHint={say("rules.searchHint")}
      empty={{ heading: say("rules.empty"), description: say("rules.emptyHint") }}
      actions={
        <OpenButton text={say("rules.create")} creates>
          {(onClose) => <RuleDrawer onClose={onClose} />}
        </OpenButton>
      }
    />
  )
}

export const config = defineRouteConfig({ label: "menu.rules", translationNs: "payin", rank: 6 })

export const handle = crumb("menu.rules")

export default Rules
