import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Text } from "@medusajs/ui"
import type { AdminPayoutList } from "../../api/admin/payin/payout-types"
import type { AdminHoldsAnswer } from "../../api/admin/payin/subscription-types"
import type { AdminTransactionList } from "../../api/admin/payin/transaction-types"
import { Anomalies } from "../anomalies/lines"
import { payin, useAnswer } from "../answer/use-answer"
import { useAccounts } from "../list/accounts"
import { useOrderBooks } from "../order/books"
import { OrderHold, waitingHolds } from "../order/holds"
import { PaymentLinkDrawer } from "../order/link-drawer"
import { openLink } from "../order/open-link"
import { PayAgainButton } from "../order/pay-again-button"
import { OrderPayment } from "../order/payments"
import { RefundDrawer } from "../order/refund-drawer"
import { OpenButton } from "../page/open-button"
import { Problem } from "../page/problem"
import { Section } from "../page/section"
import { PayoutLines } from "../payouts/lines"
import { lookAgain } from "../payouts/under-way"
import { useTexts } from "../text/use-texts"

/** How an order was paid through PayIn, and what can be done about it. Orders that were not show nothing. */
const PayInOrder = ({ data: order }: DetailWidgetProps<AdminOrder>) => {
  const say = useTexts()
  const query = { order_id: order.id }
  const { data, error, refetch } = useAnswer<AdminTransactionList>(payin("transactions"), { query })
  const payouts =
    useAnswer<AdminPayoutList>(payin("payouts"), {
      query,
      every: (answer) => lookAgain(answer?.payouts),
    }).data?.payouts ?? []
  if (data === undefined && error !== null) {
    return (
      <Section title={say("payment.title")}>
        <Problem error={error} again={() => void refetch()} className="m-6" />
      </Section>
    )
  }
  return (
    <>
      {data && <Payments orderId={order.id} transactions={data.transactions} />}
      {payouts.length > 0 && (
        <Section title={say("payment.payouts")}>
          <PayoutLines payouts={payouts} />
        </Section>
      )}
      <Anomalies query={query} />
    </>
  )
}

type PaymentsProps = { orderId: string } & Pick<AdminTransactionList, "transactions">

const Payments = ({ orderId, transactions }: PaymentsProps) => {
  const say = useTexts()
  const books = useOrderBooks(orderId)
  const held = useAnswer<AdminHoldsAnswer>(payin("orders", orderId, "holds"))
  const accounts = useAccounts()
  if (books === undefined) {
    return null
  }
  const [first, ...others] = books.refundable
  const account =
    books.owes > 0 && !books.canceled
      ? accounts.find(({ currency }) => currency === books.currency)
      : undefined
  const replaces = openLink(transactions)
  const holds = waitingHolds(held.data?.holds ?? [])
  const isBare = transactions.length === 0 && holds.length === 0
  if (isBare && first === undefined && account === undefined) {
    return null
  }
  return (
    <Section
      title={say("payment.title")}
      aside={
        <>
          {account && (
            <OpenButton text={say(replaces ? "payment.newLink" : "payment.link")}>
              {(onClose) => (
                <PaymentLinkDrawer
                  {...{ orderId, account, books, replaces, onClose }}
                  key={account.id}
                />
              )}
            </OpenButton>
          )}
          {account && <PayAgainButton orderId={orderId} />}
          {first && (
            <OpenButton text={say("refund.title")}>
              {(onClose) => (
                <RefundDrawer
                  {...{ orderId, onClose }}
                  currency={books.currency}
                  refundable={[first, ...others]}
                />
              )}
            </OpenButton>
          )}
        </>
      }
    >
      {held.data === undefined && held.error !== null && (
        <Problem error={held.error} again={() => void held.refetch()} className="m-6" />
      )}
      {isBare && held.data !== undefined && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {say("payment.none")}
        </Text>
      )}
      {holds.map((hold) => (
        <OrderHold key={hold.id} hold={hold} />
      ))}
      {transactions.map((transaction) => (
        <OrderPayment key={transaction.id} transaction={transaction} />
      ))}
    </Section>
  )
}

export const config = defineWidgetConfig({
  // A draft is an order that owes everything: its page is another one.
  zone: ["order.details.side.after", "draft_order.details.side.after"],
  id: "payin.order",
})

export default PayInOrder
