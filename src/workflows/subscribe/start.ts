import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { dayIn, startOfDay } from "../../domain/time/calendar-day"
import { isAliveCard, isUnknownCard } from "../../domain/card/state"
import { intervalOf, type Interval } from "../../domain/subscription/periodicity"
import { planOfLine } from "../../domain/subscription/plan-lines"
import { cycleAt } from "../../domain/renewal/calendar"
import type { SubscriptionPlan } from "../../domain/subscription/plan"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { findSource, planLines, type SourceOrder } from "../renew/source"
import { collectionsOfOrder } from "../../medusa/links"
import { servicesOf } from "../settle"
import { findOrder } from "../../medusa/payment-snapshot"
import { priceOfNext } from "./price"

/**
 * Starts the subscription of an order, once its card is held or charged. Called for every placed
 * order, and again by the sweep: an order starts at most one.
 */
export async function subscribe(container: MedusaContainer, orderId: string): Promise<void> {
  const { subscriptions } = servicesOf(container)
  const collections = await collectionsOfOrder(
    container.resolve(ContainerRegistrationKeys.QUERY),
    orderId
  )
  const payments = await subscriptions.cardTransactions.ofCollections(collections)
  const certain = payments.filter(isCertain)
  // A payment beside the checkout, for instance the difference after an edit, has no cart: it
  // starts nothing.
  const paid = certain.find(({ cart_id }) => cart_id !== null)
  if (paid !== undefined && !(await subscriptions.cycles.made(orderId))) {
    const source = await findSource(container, orderId)
    const plan = source && planOf(source)
    if (source && plan && source.status !== "canceled") {
      await start(container, { paid, source, plan })
    }
  }
  for (const { id } of certain) {
    await subscriptions.subscriptions.plansRead(id)
  }
}

async function start(
  container: MedusaContainer,
  { paid, source, plan }: { paid: CardTransaction; source: SourceOrder; plan: SubscriptionPlan }
): Promise<void> {
  const { subscriptions, gateway } = servicesOf(container)
  const card = await subscriptions.cards.find(paid.card_id)
  if (card === null || card.subscription_id === null) {
    return
  }
  if ((await subscriptions.subscriptions.ofOrder(source.id)) !== null) {
    return
  }
  const { timeZone } = gateway.options
  const anchor = dayIn(timeZone, paid.authorized_at ?? paid.created_at)
  const { plan_name, periodicity, custom } = plan
  const every = custom && intervalText(custom)
  const first = cycleAt({ anchor, every: intervalOf(periodicity, custom) }, 1)
  const lines = planLines(source)
  const amount = await priceOfNext(container, {
    ...{ source, lines, plan: { plan_name, periodicity, every } },
  })
  // The price took its time: an order that was canceled meanwhile found no subscription to end.
  const now = await findOrder(container, source.id)
  if (now === null || now.status === "canceled") {
    return
  }
  await subscriptions.subscriptions.start({
    account: paid.account,
    card_id: card.id,
    subscription_id: card.subscription_id,
    customer_id: source.customer?.has_account === true ? source.customer.id : paid.customer_id,
    order_id: source.id,
    first_lines: lines.map(({ id }) => id),
    latest_transaction_id: paid.id,
    plan_name,
    periodicity,
    every,
    anchor,
    next_date: first && first.day,
    amount,
    currency_code: paid.currency,
    last_four: card.last_four,
    brand: card.brand,
    due_after: first && startOfDay(first.day, timeZone),
  })
}

/**
 * Only certain card payments start a subscription: not a renewal's own payment, and none with an
 * unknown outcome.
 */
function isCertain({ cycle_id, status }: CardTransaction): boolean {
  const held = isAliveCard(status) && status !== "creating"
  return cycle_id === null && held && (!isUnknownCard(status) || status === "capture_unknown")
}

/** A cart has one plan, which is checked before payment. */
function planOf(source: SourceOrder): SubscriptionPlan | null {
  const [line] = planLines(source)
  return line === undefined ? null : planOfLine(line)
}

function intervalText(interval: Interval): string {
  return "days" in interval ? `P${interval.days}D` : `P${interval.months}M`
}
