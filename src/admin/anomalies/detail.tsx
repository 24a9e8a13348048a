import { Text } from "@medusajs/ui"
import type { AdminAnomaly } from "../../api/admin/payin/anomaly-types"
import { useFormat } from "../format/use-format"
import { Fact, Facts, PageLink } from "../page/fact"
import { KnownFacts } from "../page/known-facts"
import { Person } from "../page/person"
import { Section } from "../page/section"
import { TwoColumns } from "../page/two-columns"
import { useTranslated } from "../text/use-translated"
import { useTexts } from "../text/use-texts"
import { transactionHref } from "../transactions/columns"
import { ShortPayout } from "../payouts/short"
import { Proposed } from "./proposed"
import { AnomalyStatus } from "./status"
import { WaysOut } from "./ways-out"

/** What happened, in plain words, and what can be done about it. */
export const AnomalyDetail = ({ anomaly }: { anomaly: AdminAnomaly }) => {
  const say = useTexts()
  const format = useFormat()
  const said = useTranslated()
  const { description, facts, proposed, reason_text, status } = anomaly
  return (
    <TwoColumns side={<Belongings anomaly={anomaly} />}>
      <Section
        level="h1"
        title={say(`anomalies.kind.${anomaly.kind}`)}
        subtitle={format.time(anomaly.created_at)}
        aside={<AnomalyStatus anomaly={anomaly} />}
      >
        <Text size="small" className="px-6 py-4">
          {said(description)}
        </Text>
      </Section>
      {status === "open" && proposed !== null && <Proposed proposal={proposed} />}
      {anomaly.kind === "payout_amount_mismatch" && anomaly.payout_id !== null && (
        <ShortPayout id={anomaly.payout_id} />
      )}
      {status === "open" ? <WaysOut anomaly={anomaly} /> : <Outcome anomaly={anomaly} />}
      <Section title={say("anomalies.facts")}>
        <KnownFacts facts={{ ...facts, ...(reason_text && { reason: said(reason_text) }) }} />
      </Section>
    </TwoColumns>
  )
}

const Outcome = ({ anomaly }: { anomaly: AdminAnomaly }) => {
  const say = useTexts()
  const said = useTranslated()
  const format = useFormat()
  const { action, note_text, proposed, refund_amount, resolved_at } = anomaly
  return (
    <Section title={say("anomalies.outcome")}>
      <Facts>
        <Fact name={say("anomalies.decision")}>{decisionText(action, say)}</Fact>
        <Fact name={say("anomalies.note")}>{note_text && said(note_text)}</Fact>
        {refund_amount !== null && (
          <Fact name={say("anomalies.givenBack")}>
            {format.money(refund_amount, anomaly.refund_currency)}
          </Fact>
        )}
        {proposed !== null && (
          <Fact name={say("anomalies.proposedBy")}>
            <Person id={proposed.by} />
          </Fact>
        )}
        <Fact name={say("anomalies.by")}>
          <Person id={anomaly.resolved_by} />
        </Fact>
        <Fact name={say("anomalies.when")}>{resolved_at && format.time(resolved_at)}</Fact>
      </Facts>
    </Section>
  )
}

function decisionText(action: string | null, say: ReturnType<typeof useTexts>): string | null {
  switch (action) {
    case "accept":
    case "refund":
    case "ignore":
    case "settled":
    case "authorized":
    case "declined":
    case "captured":
    case "released":
      return say(`anomalies.decided.${action}`)
    default:
      return action
  }
}

const Belongings = ({ anomaly }: { anomaly: AdminAnomaly }) => {
  const say = useTexts()
  const { transaction_id, payout_id, order_id, account } = anomaly
  return (
    <Section title={say("transactions.belongs")}>
      <Facts>
        {transaction_id !== null && (
          <Fact name={say("menu.transaction")}>
            <PageLink to={transactionHref({ id: transaction_id })}>{say("lookup.open")}</PageLink>
          </Fact>
        )}
        {payout_id !== null && (
          <Fact name={say("facts.payout")}>
            <PageLink to={`/payin/payouts/${payout_id}`}>{say("lookup.open")}</PageLink>
          </Fact>
        )}
        {order_id !== null && (
          <Fact name={say("transactions.order")}>
            <PageLink to={`/orders/${order_id}`}>{say("transactions.openOrder")}</PageLink>
          </Fact>
        )}
        <Fact name={say("transactions.account")}>{account}</Fact>
      </Facts>
    </Section>
  )
}
