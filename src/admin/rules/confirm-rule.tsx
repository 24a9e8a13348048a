import { CheckCircle } from "@medusajs/icons"
import { IconButton } from "@medusajs/ui"
import type {
  AdminBeneficiary,
  AdminBeneficiaryList,
  AdminPayoutRule,
} from "../../api/admin/payin/beneficiary-types"
import { payin, useAnswer } from "../answer/use-answer"
import { useFormat } from "../format/use-format"
import { useConfirm } from "../page/use-confirm"
import { useTexts } from "../text/use-texts"
import { changedTerms } from "./changed"
import { percentText } from "./percent"
import { stockLocationName, useStockLocations } from "./stock-locations"

/**
 * Confirms a rule. The question names the person and the bank account that get the money: the beneficiary's own
 * name is a label.
 */
export const ConfirmRule = ({ rule }: { rule: AdminPayoutRule }) => {
  const say = useTexts()
  const { locale } = useFormat()
  const { confirm, busy } = useConfirm()
  const { data } = useAnswer<AdminBeneficiaryList>(payin("beneficiaries"), {
    query: { q: rule.beneficiary_id },
  })
  const beneficiary = data?.beneficiaries.find(({ id }) => id === rule.beneficiary_id)
  const place = useStockLocations().find(({ id }) => id === rule.stock_location_id)
  const question = ({ name, destination }: AdminBeneficiary) =>
    say("rules.confirmSure", {
      name,
      person: destination.full_name ?? "—",
      bank: destination.bank ?? "—",
      digits: destination.account_last_four ?? "—",
      percent: percentText(locale, rule.percent),
      place: place === undefined ? rule.stock_location_id : stockLocationName(place),
      changes: changedTerms(rule, { say, locale }).join(", "),
    })
  return (
    <IconButton
      type="button"
      size="small"
      variant="transparent"
      aria-label={say("rules.confirm")}
      title={say("rules.confirm")}
      disabled={rule.approval?.you_may === false || beneficiary === undefined}
      isLoading={busy}
      onClick={() =>
        beneficiary &&
        void confirm({
          path: payin("payout-rules", rule.id, "approve"),
          version: rule.version,
          title: say("rules.confirm"),
          text: question(beneficiary),
        })
      }
    >
      <CheckCircle />
    </IconButton>
  )
}
