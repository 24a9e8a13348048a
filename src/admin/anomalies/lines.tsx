import type { AdminAnomalyList } from "../../api/admin/payin/anomaly-types"
import { payin, useAnswer, type Query } from "../answer/use-answer"
import { PageLink } from "../page/fact"
import { Section } from "../page/section"
import { useTexts } from "../text/use-texts"
import { anomalyHref } from "./columns"
import { AnomalyStatus } from "./status"

/** What went wrong with something, as the list of anomalies finds it; nothing when nothing did. */
export const Anomalies = ({ query }: { query: Query }) => {
  const say = useTexts()
  const { data } = useAnswer<AdminAnomalyList>(payin("anomalies"), { query })
  if (data === undefined || data.anomalies.length === 0) {
    return null
  }
  return (
    <Section title={say("menu.anomalies")}>
      <ul className="divide-y">
        {data.anomalies.map((anomaly) => (
          <li key={anomaly.id} className="flex items-center justify-between gap-x-4 px-6 py-4">
            <PageLink to={anomalyHref(anomaly)}>{say(`anomalies.kind.${anomaly.kind}`)}</PageLink>
            <AnomalyStatus anomaly={anomaly} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
