import type { AdminEventList } from "../../api/admin/payin/event-types"
import type { AdminTransaction } from "../../api/admin/payin/transaction-types"
import { Anomalies } from "../anomalies/lines"
import { payin, useAnswer } from "../answer/use-answer"
import { useFormat } from "../format/use-format"
import { Copyable, Fact, Facts, PageLink } from "../page/fact"
import { useMethodName } from "../page/method"
import { Section } from "../page/section"
import { Timeline } from "../page/timeline"
import { TwoColumns } from "../page/two-columns"
import { useTranslated } from "../text/use-translated"
import { useTexts } from "../text/use-texts"
import { cardText } from "./card"
import { transactionMoments } from "./moments"
import { TransactionStatus } from "./status"
import { SyncButton } from "./sync-button"

/** Everything the store knows of one pay-in. */
export const TransactionDetail = ({ transaction }: { transaction: AdminTransaction }) => {
  const say = useTexts()
  const format = useFormat()
  const method = useMethodName()
  const said = useTranslated()
  const { amount, currency, approved_amount, approved_currency, apply_error_text } = transaction
  const { data: told } = useAnswer<AdminEventList>(payin("events"), {
    query: { q: transaction.reference, limit: 20 },
  })
  return (
    <TwoColumns
      side={
        <>
          <Anomalies query={{ q: transaction.id }} />
          <Belongings transaction={transaction} />
        </>
      }
    >
      <Section
        level="h1"
        title={format.money(amount, currency)}
        subtitle={`${method(transaction.payment_method)} · ${format.time(transaction.created_at)}`}
        aside={
          <>
            <TransactionStatus transaction={transaction} />
            <SyncButton transaction={transaction} />
          </>
        }
      >
        <Facts>
          <Fact name={say("transactions.ticket")}>
            {transaction.ticket && <Copyable text={transaction.ticket} />}
          </Fact>
          <Fact name={say("transactions.reference")}>
            <Copyable text={transaction.reference} />
          </Fact>
          {approved_amount !== null && (
            <Fact name={say("transactions.arrived")}>
              {format.money(approved_amount, approved_currency ?? currency)}
            </Fact>
          )}
          {transaction.card && (
            <Fact name={say("transactions.card")}>{cardText(transaction.card)}</Fact>
          )}
          {transaction.expires_at !== null && (
            <Fact name={say("transactions.expires")}>{format.time(transaction.expires_at)}</Fact>
          )}
          {transaction.response_message && (
            <Fact name={say("transactions.answer")}>{transaction.response_message}</Fact>
          )}
          {apply_error_text !== null && (
            <Fact name={say("transactions.stuck")}>
              <span className="text-ui-fg-error">{said(apply_error_text)}</span>
            </Fact>
          )}
        </Facts>
      </Section>
      <Section title={say("transactions.timeline")}>
        <Timeline moments={transactionMoments(transaction, told?.events ?? [], say)} />
      </Section>
    </TwoColumns>
  )
}

const Belongings = ({ transaction }: { transaction: AdminTransaction }) => {
  const say = useTexts()
  const { order_id, customer_id, cart_id, payment_url, status } = transaction
  return (
    <Section title={say("transactions.belongs")}>
      <Facts>
        <Fact name={say("transactions.order")}>
          {order_id === null ? (
            say("transactions.noOrder")
          ) : (
            <PageLink to={`/orders/${order_id}`}>{say("transactions.openOrder")}</PageLink>
          )}
        </Fact>
        <Fact name={say("transactions.customer")}>
          {customer_id === null ? (
            say("transactions.guest")
          ) : (
            <PageLink to={`/customers/${customer_id}`}>{say("transactions.openCustomer")}</PageLink>
          )}
        </Fact>
        <Fact name={say("transactions.account")}>{transaction.account}</Fact>
        <Fact name={say("transactions.cart")}>{cart_id && <Copyable text={cart_id} />}</Fact>
        {payment_url !== null && status === "pending" && (
          <Fact name={say("transactions.link")}>
            <Copyable text={payment_url} />
          </Fact>
        )}
      </Facts>
    </Section>
  )
}
