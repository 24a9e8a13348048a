import type { AdminAnomalyList } from "../../api/admin/payin/types"
import { anomalyHref } from "../anomalies/columns"
import { AnomalyStatus } from "../anomalies/status"
import { payin, useAnswer } from "../answer/use-answer"
import { PageLink } from "../page/fact"
import { Section } from "../page/section"
import { useTexts } from "../text/use-texts"

/** What went wrong with a pay-in; nothing when nothing did. */
export const TransactionAnomalies = ({ id }: { id: string }) => {
  const say = useTexts()
  const { data } = useAnswer<AdminAnomalyList>(payin("anomalies"), { query: { q: id } })
  if (data === undefined || data.anomalies.length === 0) {
    return null
  }
  return (
    <Section title={say("menu.anomalies")}>
      <ul className="divide-y">
        {data.anomalies.map((anomaly) => (
          <li key={anomaly.id} className="flex items-center justify-between gap-x-4 px-6 py-4">
            <PageLink to={anomalyHref(anomaly)}>{say(`anomalies.kind.${anomaly.kind}`)}</PageLink>
            <AnomalyStatus status={anomaly.status} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
