import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { dayIn, startOfDay } from "../../domain/calendar-day"
import { isAliveCard, isUnknownCard } from "../../domain/card-state"
import { addAmounts, majorAmount, type MajorAmount } from "../../domain/money"
import { intervalOf, type Interval } from "../../domain/periodicity"
import { planOfLine } from "../../domain/plan-lines"
import { cycleAt } from "../../domain/renewal-calendar"
import type { SubscriptionPlan } from "../../domain/subscription-plan"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { findSource, planLines, type SourceOrder } from "../renew/source"
import { roomsOf } from "../settle"

const link = z.object({ payment_collection_id: z.string() })

/**
 * Starts the subscription that an order is, once its card is held or charged. Called for every order that is
 * placed, and again by the sweep: an order starts at most one.
 */
export async function subscribe(container: MedusaContainer, orderId: string): Promise<void> {
  const { subscriptions } = roomsOf(container)
  const collections = await collectionsOf(container, orderId)
  const payments = await subscriptions.cardTransactions.ofCollections(collections)
  const certain = payments.filter(isCertain)
  // What is paid beside the checkout, the difference of an edit for instance, has no cart: it begins nothing.
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
  const { subscriptions, gateway } = roomsOf(container)
  const card = await subscriptions.cards.find(paid.card_id)
  if (card === null || card.subscription_id === null) {
    return
  }
  const { timeZone } = gateway.options
  const anchor = dayIn(timeZone, paid.authorized_at ?? paid.created_at)
  const { plan_name, periodicity, custom } = plan
  const first = cycleAt({ anchor, every: intervalOf(periodicity, custom) }, 1)
  await subscriptions.subscriptions.start({
    account: paid.account,
    card_id: card.id,
    subscription_id: card.subscription_id,
    customer_id: paid.customer_id,
    order_id: source.id,
    first_lines: planLines(source).map(({ id }) => id),
    latest_transaction_id: paid.id,
    plan_name,
    periodicity,
    every: custom && intervalText(custom),
    anchor,
    next_date: first && first.day,
    amount: costOf(source),
    currency_code: paid.currency,
    last_four: card.last_four,
    brand: card.brand,
    due_after: first && startOfDay(first.day, timeZone),
  })
}

/** A renewal's own payment starts nothing, and neither does money that nobody is sure of. */
function isCertain({ cycle_id, status }: CardTransaction): boolean {
  const held = isAliveCard(status) && status !== "creating"
  return cycle_id === null && held && (!isUnknownCard(status) || status === "capture_unknown")
}

/** One plan a cart: checked before it is paid. */
function planOf(source: SourceOrder): SubscriptionPlan | null {
  const [line] = planLines(source)
  return line === undefined ? null : planOfLine(line)
}

/**
 * What the next period costs, before discounts: a code that the shopper typed is not used again, and what was
 * bought once beside the plan does not come again.
 */
function costOf(source: SourceOrder): MajorAmount {
  return [...planLines(source), ...source.shipping_methods].reduce(
    (sum, { original_total }) => addAmounts(sum, original_total ?? majorAmount(0)),
    majorAmount(0)
  )
}

function intervalText(interval: Interval): string {
  return "days" in interval ? `P${interval.days}D` : `P${interval.months}M`
}

async function collectionsOf(container: MedusaContainer, orderId: string): Promise<string[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: { order_id: orderId },
  })
  return data.map((entry) => link.parse(entry).payment_collection_id)
}
