import { Text } from "@medusajs/ui"
import type { AdminAnomaly } from "../../api/admin/payin/anomaly-types"
import { isDecisionCode } from "../answer/problem-of"
import { useFormat } from "../format/use-format"
import { Person } from "../page/person"
import { Section } from "../page/section"
import { useTexts } from "../text/use-texts"

type Proposal = NonNullable<AdminAnomaly["proposed"]>

/** Who proposed what, who may confirm it, and why the person who looks at it may not. */
export const Proposed = ({ proposal }: { proposal: Proposal }) => {
  const say = useTexts()
  const format = useFormat()
  const { action, amount, at, by, currency, refusal } = proposal
  const what = {
    action: say(`anomalies.action.${action}`),
    amount: format.money(amount, currency),
    at: format.time(at),
  }
  return (
    <Section title={say("anomalies.proposed")}>
      <div className="flex flex-col gap-y-2 px-6 py-4">
        <Text size="small">
          {say("anomalies.proposal", what)} <Person id={by} />
        </Text>
        <Text size="small" className="text-ui-fg-subtle max-w-prose">
          {refusal === null
            ? say("anomalies.mayConfirm")
            : `${isDecisionCode(refusal) ? say(`problem.code.${refusal}`) : refusal} ${say("anomalies.whoConfirms")}`}
        </Text>
      </div>
    </Section>
  )
}
