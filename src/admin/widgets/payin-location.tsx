import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminStockLocation, DetailWidgetProps } from "@medusajs/framework/types"
import { Text } from "@medusajs/ui"
import type {
  AdminBeneficiaryList,
  AdminPayoutRuleList,
} from "../../api/admin/payin/beneficiary-types"
import { payin, useAnswer } from "../answer/use-answer"
import { beneficiaryHref } from "../beneficiaries/columns"
import { destinationText } from "../destination/text"
import { useFormat } from "../format/use-format"
import { PageLink } from "../page/fact"
import { Section } from "../page/section"
import { percentText } from "../rules/percent"
import { ruleTriggers } from "../rules/triggers"
import { useTexts } from "../text/use-texts"

/** Who is paid for what leaves a stock location. A store that pays nobody sees nothing of it. */
const PayInLocation = ({ data: place }: DetailWidgetProps<AdminStockLocation>) => {
  const say = useTexts()
  const { locale } = useFormat()
  const people = useAnswer<AdminBeneficiaryList>(payin("beneficiaries"), {
    query: { limit: 100 },
  }).data?.beneficiaries
  const rules = useAnswer<AdminPayoutRuleList>(payin("payout-rules"), {
    query: { stock_location_id: place.id, limit: 100 },
  }).data?.payout_rules
  if (people === undefined || rules === undefined || people.length + rules.length === 0) {
    return null
  }
  const here = people.filter(
    ({ id, stock_location_id }) =>
      stock_location_id === place.id || rules.some(({ beneficiary_id }) => beneficiary_id === id)
  )
  return (
    <Section
      title={say("place.title")}
      aside={<PageLink to={`/payin/rules?q=${place.id}`}>{say("menu.rules")}</PageLink>}
    >
      {here.length === 0 && (
        <div className="flex flex-col items-start gap-y-2 px-6 py-4">
          <Text size="small" className="text-ui-fg-subtle">
            {say("place.nobody")}
          </Text>
          <PageLink to="/payin/rules">{say("rules.create")}</PageLink>
        </div>
      )}
      <ul className="divide-y">
        {here.map((beneficiary) => {
          const theirs = rules.filter(({ beneficiary_id }) => beneficiary_id === beneficiary.id)
          return (
            <li key={beneficiary.id} className="flex flex-col gap-y-1 px-6 py-4">
              <PageLink to={beneficiaryHref(beneficiary)}>{beneficiary.name}</PageLink>
              <Text size="small" leading="compact" className="text-ui-fg-subtle break-words">
                {destinationText(beneficiary.destination)}
              </Text>
              {theirs.length === 0 && (
                <Text size="small" leading="compact" className="text-ui-fg-subtle">
                  {say("beneficiaries.noRule")}
                </Text>
              )}
              {theirs.map((rule) => (
                <Text key={rule.id} size="small" leading="compact">
                  {`${percentText(locale, rule.percent)} · ${ruleTriggers(say)[rule.trigger]}`}
                </Text>
              ))}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

export const config = defineWidgetConfig({
  zone: "location.details.side.after",
  id: "payin.location",
})

export default PayInLocation
