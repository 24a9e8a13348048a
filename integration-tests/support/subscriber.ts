import { addDays, dayIn } from "../../src/domain/calendar-day"
import type { Subscription } from "../../src/modules/subscriptions/subscription-rows"
import type { PayInSubscriptionsService } from "../../src/modules/subscriptions/service"
import { majorAmount } from "../../src/domain/money"
import type { Shop } from "./shop"

const ZONE = "America/Bogota"

/** A subscription as its row stands, without an order or a card behind it. */
export async function plainSubscription(
  shop: Shop,
  values: Partial<Pick<Subscription, "order_id" | "customer_id" | "due_after">> = {}
): Promise<Subscription> {
  const service = shop.container.resolve<PayInSubscriptionsService>("payinSubscriptions")
  const anchor = dayIn(ZONE, new Date())
  const { subscription } = await service.subscriptions.start({
    account: "co",
    card_id: "paycard_none",
    subscription_id: "sub_none",
    customer_id: null,
    order_id: "order_none",
    latest_transaction_id: "paycdtx_none",
    plan_name: "Café del mes",
    periodicity: "monthly",
    every: null,
    anchor,
    next_date: addDays(anchor, 30),
    amount: majorAmount("60000"),
    currency_code: "COP",
    last_four: "1111",
    brand: "VISA",
    due_after: null,
    ...values,
  })
  return subscription
}
