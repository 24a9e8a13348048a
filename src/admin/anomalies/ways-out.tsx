import { Button, Text } from "@medusajs/ui"
import { useState } from "react"
import type { AdminAnomaly } from "../../api/admin/payin/anomaly-types"
import { useFormat } from "../format/use-format"
import { Section } from "../page/section"
import { useTexts } from "../text/use-texts"
import { partOf } from "./confirming"
import { decisionSums, namedAs, toldAs } from "./money"
import { ResolveDrawer } from "./resolve-drawer"

/** What can be done about an open anomaly: what each way means, and a button that goes it. */
export const WaysOut = ({ anomaly }: { anomaly: AdminAnomaly }) => {
  const say = useTexts()
  const format = useFormat()
  const [action, choose] = useState<AdminAnomaly["actions"][number] | null>(null)
  const sums = decisionSums(anomaly, format)
  return (
    <Section title={say("anomalies.waysOut")}>
      <ul className="divide-y">
        {anomaly.actions.map((one, index) => {
          const part = partOf(anomaly, one)
          const name = say(`anomalies.action.${namedAs(anomaly, one)}`)
          return (
            <li
              key={one}
              className="flex flex-col items-start gap-3 px-6 py-4 md:flex-row md:items-center md:justify-between"
            >
              <Text size="small" className="text-ui-fg-subtle max-w-prose">
                {say(`anomalies.means.${toldAs(anomaly, one)}`, sums)}
                {part === "may_propose" && ` ${say("anomalies.aboveLimit")}`}
              </Text>
              <Button
                type="button"
                size="small"
                variant={index === 0 ? "primary" : "secondary"}
                className="shrink-0"
                disabled={part === "may_not"}
                onClick={() => choose(one)}
              >
                {part === "confirms" ? say("anomalies.confirming", { action: name }) : name}
              </Button>
            </li>
          )
        })}
      </ul>
      <ResolveDrawer anomaly={anomaly} action={action} onClose={() => choose(null)} />
    </Section>
  )
}
