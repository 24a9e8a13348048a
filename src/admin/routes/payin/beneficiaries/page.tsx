import { defineRouteConfig } from "@medusajs/admin-sdk"
import type {
  AdminBeneficiary,
  AdminBeneficiaryList,
} from "../../../../api/admin/payin/beneficiary-types"
import { beneficiaryHref, useBeneficiaryColumns } from "../../../beneficiaries/columns"
import { BeneficiaryDrawer } from "../../../beneficiaries/drawer"
import { useFormat } from "../../../format/use-format"
import { accountFilter, useAccounts } from "../../../list/accounts"
import { createdFilter } from "../../../list/filters"
import { ListPage } from "../../../list/list-page"
import { OpenButton } from "../../../page/open-button"
import { crumb } from "../../../text/crumb"
import { useTexts } from "../../../text/use-texts"

const Beneficiaries = () => {
  const say = useTexts()
  const format = useFormat()
  return (
    <ListPage<AdminBeneficiaryList, AdminBeneficiary>
      name="beneficiaries"
      rows={(answer) => answer.beneficiaries}
      columns={useBeneficiaryColumns()}
      filters={[...accountFilter(say, useAccounts()), createdFilter(say, format)]}
      title={say("beneficiaries.title")}
      subtitle={say("beneficiaries.subtitle")}
      searchHint={say("beneficiaries.searchHint")}
      empty={{ heading: say("beneficiaries.empty"), description: say("beneficiaries.emptyHint") }}
      href={beneficiaryHref}
      actions={
        <OpenButton text={say("beneficiaries.create")} creates>
          {(onClose) => <BeneficiaryDrawer onClose={onClose} />}
        </OpenButton>
      }
    />
  )
}

export const config = defineRouteConfig({
  label: "menu.beneficiaries",
  translationNs: "payin",
  rank: 5,
})

export const handle = crumb("menu.beneficiaries")

export default Beneficiaries
