import type { AdminEventDetail } from "../../api/admin/payin/event-types"
import { useFormat } from "../format/use-format"
import { Copyable, Fact, Facts, PageLink } from "../page/fact"
import { Json } from "../page/json"
import { Section } from "../page/section"
import { TwoColumns } from "../page/two-columns"
import { useTexts, type Say } from "../text/use-texts"
import { transactionHref } from "../transactions/columns"
import { RetryButton } from "./retry-button"
import { EventStatus } from "./status"

/** One notification of the service: what it said, and what became of it. */
export const EventDetail = ({ event }: { event: AdminEventDetail }) => {
  const say = useTexts()
  const format = useFormat()
  const { status, last_error, status_reason, next_attempt_at, processed_at } = event
  return (
    <TwoColumns side={<Belongings event={event} />}>
      <Section
        level="h1"
        title={event.type}
        subtitle={format.time(event.created_at)}
        aside={
          <>
            <EventStatus status={status} />
            {(status === "dead" || status === "received") && <RetryButton id={event.id} />}
          </>
        }
      >
        <Facts>
          <Fact name={say("transactions.reference")}>
            <Copyable text={event.reference} />
          </Fact>
          <Fact name={say("events.source")}>{sourceText(event.source, say)}</Fact>
          <Fact name={say("events.signature")}>{signatureText(event.signature, say)}</Fact>
          <Fact name={say("events.attempts")}>{format.number(event.attempts)}</Fact>
          {status_reason !== null && <Fact name={say("facts.reason")}>{status_reason}</Fact>}
          {last_error !== null && (
            <Fact name={say("events.lastError")}>
              <span className="text-ui-fg-error">{last_error}</span>
            </Fact>
          )}
          {next_attempt_at !== null && (
            <Fact name={say("events.next")}>{format.time(next_attempt_at)}</Fact>
          )}
          {processed_at !== null && (
            <Fact name={say("events.processedAt")}>{format.time(processed_at)}</Fact>
          )}
        </Facts>
      </Section>
      <Section title={say("events.payload")} subtitle={say("events.payloadHint")}>
        <Json value={event.payload} label={say("events.payload")} />
      </Section>
    </TwoColumns>
  )
}

/** How the references of payouts begin. */
const PAYOUT = "out_"

const Belongings = ({ event }: { event: AdminEventDetail }) => {
  const say = useTexts()
  const { transaction_id, account, reference } = event
  const ofPayout = transaction_id === null && reference.startsWith(PAYOUT)
  return (
    <Section title={say("transactions.belongs")}>
      <Facts>
        {ofPayout ? (
          <Fact name={say("menu.payout")}>
            <PageLink to={`/payin/payouts?q=${encodeURIComponent(reference)}`}>
              {say("lookup.open")}
            </PageLink>
          </Fact>
        ) : (
          <Fact name={say("menu.transaction")}>
            {transaction_id && (
              <PageLink to={transactionHref({ id: transaction_id })}>{say("lookup.open")}</PageLink>
            )}
          </Fact>
        )}
        <Fact name={say("transactions.account")}>{account}</Fact>
      </Facts>
    </Section>
  )
}

function sourceText(source: string, say: Say): string {
  switch (source) {
    case "ipn":
    case "standard":
    case "card":
      return say(`events.from.${source}`)
    default:
      return source
  }
}

function signatureText(signature: string, say: Say): string {
  switch (signature) {
    case "valid":
    case "missing":
    case "unchecked":
      return say(`events.signed.${signature}`)
    default:
      return signature
  }
}
