import { Text } from "@medusajs/ui"
import type { AdminPayoutRule } from "../../api/admin/payin/beneficiary-types"
import { ConfirmationBadge } from "../beneficiaries/status"
import { useFormat } from "../format/use-format"
import { WhoMay } from "../page/who-may"
import { useTexts } from "../text/use-texts"
import { changedTerms } from "./changed"

/** Whether a rule is confirmed; of one that waits what changed, and who may confirm it. */
export const RuleStanding = ({ rule }: { rule: AdminPayoutRule }) => {
  const say = useTexts()
  const { locale } = useFormat()
  const { status, approval } = rule
  if (status === "active") {
    return <ConfirmationBadge status={status} />
  }
  return (
    <div className="flex w-52 flex-col items-start gap-y-1 whitespace-normal py-3">
      <ConfirmationBadge status={status} />
      {changedTerms(rule, { say, locale }).map((change) => (
        <Text key={change} size="small" weight="plus">
          {change}
        </Text>
      ))}
      {approval && <WhoMay approval={approval} />}
    </div>
  )
}
