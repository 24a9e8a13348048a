import { Alert } from "@medusajs/ui"
import type { AdminPayoutDetail } from "../../api/admin/payin/payout-types"
import { payin } from "../answer/use-answer"
import { DestinationSection } from "../destination/reveal"
import { useFormat } from "../format/use-format"
import { Copyable, Fact, Facts } from "../page/fact"
import { KnownFacts } from "../page/known-facts"
import { useMethodName } from "../page/method"
import { Section } from "../page/section"
import { Timeline } from "../page/timeline"
import { TwoColumns } from "../page/two-columns"
import { useTranslated } from "../text/use-translated"
import { useTexts } from "../text/use-texts"
import { Attempts } from "./attempts"
import { PayoutBelongings } from "./belongings"
import { payoutMoments } from "./moments"
import { PayoutStatusBadge } from "./status"
import { PayoutWays } from "./ways-out"

/** Everything the store knows of one payout, and what can be done about it. */
export const PayoutDetail = ({ payout }: { payout: AdminPayoutDetail }) => {
  const say = useTexts()
  const format = useFormat()
  return (
    <TwoColumns
      side={
        <>
          <DestinationSection
            key={payout.version}
            destination={payout.destination}
            from={payout.destination_from}
            email={payout.form?.email}
            holder={payout.key_holder}
            path={payin("payouts", payout.id, "reveal")}
          />
          <PayoutBelongings payout={payout} />
        </>
      }
    >
      <Head payout={payout} />
      <PayoutWays payout={payout} />
      <Attempts attempts={payout.attempts} />
      <Section title={say("payouts.timeline")}>
        <Timeline moments={payoutMoments(payout.audit, say, format)} />
      </Section>
    </TwoColumns>
  )
}

const Head = ({ payout }: { payout: AdminPayoutDetail }) => {
  const say = useTexts()
  const method = useMethodName()
  const said = useTranslated()
  const format = useFormat()
  const { currency_code, reason_text, reason_facts, reference, estimated_time } = payout
  const { clawback_due, note_text, proof } = payout
  return (
    <Section
      level="h1"
      title={format.money(payout.amount, currency_code)}
      subtitle={`${method(payout.payment_method)} · ${format.time(payout.created_at)}`}
      aside={<PayoutStatusBadge status={payout.status} />}
    >
      {reason_text !== null && (
        <div className="px-6 py-4">
          <Alert variant="warning">{said(reason_text)}</Alert>
        </div>
      )}
      {reason_facts !== null && <KnownFacts facts={reason_facts} />}
      <Facts>
        <Fact name={say("transactions.reference")}>
          {reference && <Copyable text={reference} />}
        </Fact>
        <Fact name={say("transactions.ticket")}>
          {payout.ticket && <Copyable text={payout.ticket} />}
        </Fact>
        {payout.response_message && (
          <Fact name={say("transactions.answer")}>{payout.response_message}</Fact>
        )}
        {estimated_time !== null && (
          <Fact name={say("payouts.arrives")}>{format.time(estimated_time)}</Fact>
        )}
        {payout.paid_amount !== null && payout.paid_amount !== payout.amount && (
          <Fact name={say("payouts.paidByService")}>
            {format.money(payout.paid_amount, currency_code)}
          </Fact>
        )}
        {clawback_due !== null && (
          <Fact name={say("payouts.clawback")}>{format.money(clawback_due, currency_code)}</Fact>
        )}
        {note_text !== null && <Fact name={say("giving.note")}>{said(note_text)}</Fact>}
        {proof !== null && <Fact name={say("giving.proof")}>{proof}</Fact>}
      </Facts>
    </Section>
  )
}
