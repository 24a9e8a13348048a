import type { AdminSubscriptionDetailAnswer } from "../../api/admin/payin/subscription-types"
import { useFormat } from "../format/use-format"
import { Copyable, Fact, Facts, PageLink } from "../page/fact"
import { Person } from "../page/person"
import { Section } from "../page/section"
import { TwoColumns } from "../page/two-columns"
import { useTexts } from "../text/use-texts"
import { subscriptionCard } from "./columns"
import { Cycles, Holds, Requests } from "./cycles"
import { SubscriptionStatusBadge } from "./status"
import { SubscriptionWays } from "./ways-out"

type Subscription = AdminSubscriptionDetailAnswer["subscription"]

/** What a shopper is charged for again and again, and what became of each period. */
export const SubscriptionDetail = ({ subscription }: { subscription: Subscription }) => {
  const say = useTexts()
  const format = useFormat()
  const { status, periodicity, every, next_date, canceled_by } = subscription
  return (
    <TwoColumns side={<Belongings subscription={subscription} />}>
      <Section
        level="h1"
        title={subscription.plan_name}
        subtitle={format.time(subscription.created_at)}
        aside={<SubscriptionStatusBadge status={status} />}
      >
        <Facts>
          <Fact name={say("transactions.amount")}>
            {format.money(subscription.amount, subscription.currency_code)}
            {" · "}
            {[say(`subscriptions.every.${periodicity}`), every].filter(Boolean).join(" ")}
          </Fact>
          <Fact name={say("subscriptions.next")}>
            {next_date === null
              ? periodicity === "custom" && every === null
                ? say("subscriptions.byHand")
                : null
              : format.day(next_date)}
          </Fact>
          <Fact name={say("transactions.card")}>{subscriptionCard(subscription)}</Fact>
          <Fact name={say("subscriptions.service")}>
            <Copyable text={subscription.subscription_id} />
          </Fact>
          {canceled_by !== null && (
            <Fact name={say("subscriptions.canceledBy")}>
              <Person id={canceled_by} />
            </Fact>
          )}
        </Facts>
      </Section>
      <SubscriptionWays subscription={subscription} />
      <Cycles cycles={subscription.cycles} />
      <Holds holds={subscription.holds} />
      {subscription.requests.length > 0 && <Requests requests={subscription.requests} />}
    </TwoColumns>
  )
}

const Belongings = ({ subscription }: { subscription: Subscription }) => {
  const say = useTexts()
  const { customer_id, order_id, latest_order_id, account } = subscription
  return (
    <Section title={say("transactions.belongs")}>
      <Facts>
        <Fact name={say("transactions.customer")}>
          {customer_id === null ? (
            say("transactions.guest")
          ) : (
            <PageLink to={`/customers/${customer_id}`}>{say("transactions.openCustomer")}</PageLink>
          )}
        </Fact>
        <Fact name={say("subscriptions.firstOrder")}>
          <PageLink to={`/orders/${order_id}`}>{say("transactions.openOrder")}</PageLink>
        </Fact>
        {latest_order_id !== order_id && (
          <Fact name={say("subscriptions.latestOrder")}>
            <PageLink to={`/orders/${latest_order_id}`}>{say("transactions.openOrder")}</PageLink>
          </Fact>
        )}
        <Fact name={say("transactions.account")}>{account}</Fact>
      </Facts>
    </Section>
  )
}
