import type { AdminTransaction } from "../../api/admin/payin/transaction-types"
import { useFormat } from "../format/use-format"
import { Copyable, Fact, Facts, PageLink } from "../page/fact"
import { MethodName } from "../page/method"
import { useTexts } from "../text/use-texts"
import { LinkInstructions } from "./link-instructions"
import { isOffered } from "./open-link"
import { cardText } from "../transactions/card"
import { transactionHref } from "../transactions/columns"
import { TransactionStatus } from "../transactions/status"

/** One payment of an order, or a link for one. */
export const OrderPayment = ({ transaction }: { transaction: AdminTransaction }) => {
  const say = useTexts()
  const format = useFormat()
  const { payment_url, instructions, ticket, card } = transaction
  const amount = format.money(transaction.amount, transaction.currency)
  const open = isOffered(transaction)
  return (
    <Facts>
      <Fact name={say("list.status")}>
        <TransactionStatus transaction={transaction} />
      </Fact>
      <Fact name={say("transactions.method")}>
        <MethodName method={transaction.payment_method} />
      </Fact>
      <Fact name={say("transactions.amount")}>{amount}</Fact>
      {card && <Fact name={say("transactions.card")}>{cardText(card)}</Fact>}
      {ticket && (
        <Fact name={say("transactions.ticket")}>
          <Copyable text={ticket} />
        </Fact>
      )}
      <Fact name={say("transactions.reference")}>
        <Copyable text={transaction.reference} />
      </Fact>
      {instructions !== null && open && (
        <Fact name={say("transactions.instructions")}>
          <LinkInstructions instructions={instructions} amount={amount} />
        </Fact>
      )}
      {payment_url !== null && open && (
        <Fact name={say("transactions.link")}>
          <Copyable text={payment_url} />
        </Fact>
      )}
      <Fact name={say("menu.transaction")}>
        <PageLink to={transactionHref(transaction)}>{say("payment.open")}</PageLink>
      </Fact>
    </Facts>
  )
}
