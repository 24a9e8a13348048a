import { Text } from "@medusajs/ui"
import type { AdminPayoutRuleList } from "../../api/admin/payin/beneficiary-types"
import type { AdminPayoutList } from "../../api/admin/payin/payout-types"
import { payin, useAnswer } from "../answer/use-answer"
import { useFormat } from "../format/use-format"
import { PageLink } from "../page/fact"
import { Section } from "../page/section"
import { PayoutLines } from "../payouts/lines"
import { percentText } from "../rules/percent"
import { StockLocation } from "../rules/stock-location"
import { RuleStanding } from "../rules/standing"
import { ruleTriggers } from "../rules/triggers"
import { useTexts } from "../text/use-texts"

/** The rules that pay somebody. */
export const BeneficiaryRules = ({ id }: { id: string }) => {
  const say = useTexts()
  const { locale } = useFormat()
  const { data } = useAnswer<AdminPayoutRuleList>(payin("payout-rules"), {
    query: { beneficiary_id: id, limit: 20 },
  })
  return (
    <Section
      title={say("beneficiaries.rules")}
      aside={<PageLink to={`/payin/rules?q=${id}`}>{say("lookup.open")}</PageLink>}
    >
      {data?.payout_rules.length === 0 && <Nothing text={say("beneficiaries.noRule")} />}
      <ul className="divide-y">
        {data?.payout_rules.map((rule) => (
          <li
            key={rule.id}
            className="txt-compact-small flex flex-wrap items-center justify-between gap-2 px-6 py-4"
          >
            <span>
              {percentText(locale, rule.percent)} · {ruleTriggers(say)[rule.trigger]}
            </span>
            <StockLocation id={rule.stock_location_id} />
            {rule.status === "awaiting_approval" && (
              <div className="w-full">
                <RuleStanding rule={rule} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What somebody was paid last. */
export const BeneficiaryPayouts = ({ id }: { id: string }) => {
  const say = useTexts()
  const format = useFormat()
  const { data } = useAnswer<AdminPayoutList>(payin("payouts"), {
    query: { beneficiary_id: id, limit: 10 },
  })
  return (
    <Section title={say("beneficiaries.payouts")}>
      {data?.payouts.length === 0 && <Nothing text={say("beneficiaries.noPayout")} />}
      {data && (
        <PayoutLines payouts={data.payouts} about={(payout) => format.time(payout.created_at)} />
      )}
    </Section>
  )
}

const Nothing = ({ text }: { text: string }) => (
  <Text size="small" className="text-ui-fg-subtle px-6 py-4">
    {text}
  </Text>
)
