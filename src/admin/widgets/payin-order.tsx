import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Container, Copy, Heading, StatusBadge, Text } from "@medusajs/ui"
import { useEffect, useState, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AdminTransaction, AdminTransactionList } from "../../api/admin/payin/types"
import { client } from "../client"

const COLOR: Record<AdminTransaction["status"], "green" | "orange" | "red" | "grey"> = {
  creating: "grey",
  pending: "orange",
  approved: "green",
  rejected: "red",
  expired: "red",
  failed: "red",
}

/** How an order was paid through PayIn. Orders that were not show nothing. */
const PayInOrder = ({ data: order }: DetailWidgetProps<AdminOrder>) => {
  const { t } = useTranslation("payin")
  const [transactions, setTransactions] = useState<AdminTransaction[]>([])
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    let current = true
    client
      .fetch<AdminTransactionList>("/admin/payin/transactions", { query: { order_id: order.id } })
      .then((answer) => current && setTransactions(answer.transactions))
      .catch(() => current && setFailed(true))
    return () => {
      current = false
    }
  }, [order.id])

  if (failed) {
    return (
      <Container className="px-6 py-4">
        <Heading level="h2">{t("payment.title")}</Heading>
        <Text size="small" className="text-ui-fg-error mt-2">
          {t("payment.error")}
        </Text>
      </Container>
    )
  }
  if (transactions.length === 0) {
    return null
  }
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">{t("payment.title")}</Heading>
      </div>
      {transactions.map((transaction) => (
        <dl key={transaction.id} className="grid grid-cols-2 gap-x-4 gap-y-3 px-6 py-4">
          <Row label={t("payment.status")}>
            <StatusBadge color={COLOR[transaction.status]}>
              {t(`status.${transaction.status}`)}
            </StatusBadge>
          </Row>
          <Row label={t("payment.method")}>{transaction.payment_method}</Row>
          <Row label={t("payment.amount")}>{amountOf(transaction)}</Row>
          {transaction.card && <Row label={t("payment.card")}>{cardOf(transaction.card)}</Row>}
          {transaction.ticket && (
            <Row label={t("payment.ticket")}>
              <Copyable text={transaction.ticket} />
            </Row>
          )}
          <Row label={t("payment.reference")}>
            <Copyable text={transaction.reference} />
          </Row>
        </dl>
      ))}
    </Container>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="txt-compact-small-plus text-ui-fg-subtle">{label}</dt>
    <dd className="txt-compact-small min-w-0 break-words">{children}</dd>
  </>
)

const Copyable = ({ text }: { text: string }) => (
  <span className="flex items-center gap-x-2">
    <span className="min-w-0 truncate" title={text}>
      {text}
    </span>
    <Copy content={text} className="text-ui-fg-muted" />
  </span>
)

/** The row's amount is an exact decimal string; it is formatted digit by digit, never as a float. */
function amountOf({ amount, currency }: AdminTransaction): string {
  const [whole, fraction] = amount.split(".")
  const grouped = BigInt(whole).toLocaleString()
  return `${currency} ${fraction ? `${grouped}.${fraction}` : grouped}`
}

function cardOf(card: NonNullable<AdminTransaction["card"]>): string {
  const ending = card.last_four ? `•••• ${card.last_four}` : null
  return [card.brand, card.type, ending].filter(Boolean).join(" ")
}

export const config = defineWidgetConfig({
  zone: "order.details.side.after",
  id: "payin.order",
})

export default PayInOrder
