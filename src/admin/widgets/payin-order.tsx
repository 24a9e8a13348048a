import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import type { AdminTransaction, AdminTransactionList } from "../../api/admin/payin/types"
import { payin, useAnswer } from "../answer/use-answer"
import { useFormat } from "../format/use-format"
import { Copyable, Fact, Facts, PageLink } from "../page/fact"
import { Problem } from "../page/problem"
import { Section } from "../page/section"
import { useTexts } from "../text/use-texts"
import { cardText } from "../transactions/card"
import { transactionHref } from "../transactions/columns"
import { TransactionStatus } from "../transactions/status"

/** How an order was paid through PayIn. Orders that were not show nothing. */
const PayInOrder = ({ data: order }: DetailWidgetProps<AdminOrder>) => {
  const say = useTexts()
  const { data, error, refetch } = useAnswer<AdminTransactionList>(payin("transactions"), {
    query: { order_id: order.id },
  })
  if (data === undefined) {
    return error === null ? null : (
      <Section title={say("payment.title")}>
        <Problem error={error} again={() => void refetch()} className="m-6" />
      </Section>
    )
  }
  return data.transactions.length === 0 ? null : (
    <Section title={say("payment.title")}>
      {data.transactions.map((transaction) => (
        <Paid key={transaction.id} transaction={transaction} />
      ))}
    </Section>
  )
}

const Paid = ({ transaction }: { transaction: AdminTransaction }) => {
  const say = useTexts()
  const format = useFormat()
  return (
    <Facts>
      <Fact name={say("list.status")}>
        <TransactionStatus status={transaction.status} />
      </Fact>
      <Fact name={say("transactions.method")}>{transaction.payment_method}</Fact>
      <Fact name={say("transactions.amount")}>
        {format.money(transaction.amount, transaction.currency)}
      </Fact>
      {transaction.card && (
        <Fact name={say("transactions.card")}>{cardText(transaction.card)}</Fact>
      )}
      {transaction.ticket && (
        <Fact name={say("transactions.ticket")}>
          <Copyable text={transaction.ticket} />
        </Fact>
      )}
      <Fact name={say("transactions.reference")}>
        <Copyable text={transaction.reference} />
      </Fact>
      <Fact name={say("menu.transaction")}>
        <PageLink to={transactionHref(transaction)}>{say("payment.open")}</PageLink>
      </Fact>
    </Facts>
  )
}

export const config = defineWidgetConfig({
  zone: "order.details.side.after",
  id: "payin.order",
})

export default PayInOrder
