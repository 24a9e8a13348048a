import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminCustomer, DetailWidgetProps } from "@medusajs/framework/types"
import { Text } from "@medusajs/ui"
import type { AdminSubscriptionList } from "../../api/admin/payin/subscription-types"
import { payin, useAnswer } from "../answer/use-answer"
import { useFormat } from "../format/use-format"
import { PageLink } from "../page/fact"
import { Section } from "../page/section"
import { subscriptionCard, subscriptionHref } from "../subscriptions/columns"
import { SubscriptionStatusBadge } from "../subscriptions/status"
import { useTexts } from "../text/use-texts"

/** What a customer subscribed to. One who never did sees nothing of it. */
const PayInCustomer = ({ data: customer }: DetailWidgetProps<AdminCustomer>) => {
  const say = useTexts()
  const format = useFormat()
  const { data } = useAnswer<AdminSubscriptionList>(payin("subscriptions"), {
    query: { customer_id: customer.id, limit: 50 },
  })
  if (data === undefined || data.subscriptions.length === 0) {
    return null
  }
  return (
    <Section title={say("subscriptions.title")}>
      <ul className="divide-y">
        {data.subscriptions.map((subscription) => (
          <li
            key={subscription.id}
            className="flex flex-wrap items-center justify-between gap-2 px-6 py-4"
          >
            <div className="flex min-w-0 flex-1 flex-col gap-y-1">
              <PageLink to={subscriptionHref(subscription)}>{subscription.plan_name}</PageLink>
              <Text size="small" leading="compact" className="text-ui-fg-subtle">
                {[
                  format.money(subscription.amount, subscription.currency_code),
                  say(`subscriptions.every.${subscription.periodicity}`),
                  subscriptionCard(subscription),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </Text>
              {subscription.next_date !== null && (
                <Text size="small" leading="compact" className="text-ui-fg-subtle">
                  {`${say("subscriptions.next")}: ${format.day(subscription.next_date)}`}
                </Text>
              )}
            </div>
            <SubscriptionStatusBadge status={subscription.status} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

export const config = defineWidgetConfig({
  zone: "customer.details.side.after",
  id: "payin.customer",
})

export default PayInCustomer
