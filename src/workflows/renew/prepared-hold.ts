import { CARD_DECIMALS } from "../../domain/card/session"
import { requestedAmount, leastAmount, roundDown, ZERO } from "../../domain/money/amount"
import type { PayInOptions } from "../../domain/options/options"
import { cardProviderId } from "../../domain/options/provider-id"
import type { HoldKind } from "../../domain/renewal/period-step"
import type { PreparedHold } from "../../modules/subscriptions/renewal-holds"
import type { PayInSubscriptionsService } from "../../modules/subscriptions/service"
import type { Subscription } from "../../modules/subscriptions/subscription-rows"
import type { Bill } from "./order-charge"

interface HoldDeps {
  subscriptions: Pick<PayInSubscriptionsService, "renewalHolds">
  options: PayInOptions
}

/** The hold for a period, by the price of its cart or its order's outstanding amount. */
export async function preparedHold(
  deps: HoldDeps,
  { kind, bill, subscription }: { kind: HoldKind; bill: Bill; subscription: Subscription }
): Promise<PreparedHold> {
  const { card, rounding } = deps.options
  const amount = requestedAmount(bill.total, CARD_DECIMALS, rounding)
  const tax = card?.tax === "order" ? roundDown(bill.tax, CARD_DECIMALS) : ZERO
  return {
    kind,
    provider_id: cardProviderId(subscription.account),
    payment_collection_id: bill.collection_id,
    cart_id: bill.cart_id,
    currency: bill.currency,
    order_amount: bill.total,
    amount,
    // A partly paid order may owe less than its tax.
    tax: leastAmount(tax, amount),
    linked_transaction_id: kind === "renewal" ? await linked(deps, subscription) : null,
  }
}

/**
 * The first kind of hold of a period. A renewal cancels its original, so an uncaptured first order
 * keeps its hold.
 */
export async function firstKind(deps: HoldDeps, subscription: Subscription): Promise<HoldKind> {
  const { call } = deps.options.renewal
  const isLinked = call === "renewal" && (await linked(deps, subscription)) !== null
  return isLinked ? "renewal" : "preauthorization"
}

/**
 * The original of the next renewal; null when its money was never captured, or the service gave no
 * id.
 */
async function linked(
  { subscriptions }: HoldDeps,
  { latest_transaction_id }: Subscription
): Promise<string | null> {
  const latest = await subscriptions.renewalHolds.find(latest_transaction_id)
  return latest?.status === "captured" ? latest.transaction_id : null
}
