import type { FieldProblem } from "../privacy/customer-data"
import { isSamePlan, planOfLine, readPlanLine, type PlanLine } from "./plan-lines"
import type { SubscriptionPlan } from "./plan"

const CARD_ONLY: FieldProblem = {
  field: "items",
  message:
    "items: this cart starts a subscription, which is paid with a card on the shop's own page: choose the card provider.",
  es: "items: este carrito inicia una suscripción, que se paga con tarjeta en la página de la tienda: elige el proveedor de tarjetas.",
}

/**
 * Card subscriptions: why a cart cannot be paid by a link. Nothing would renew then, although the
 * price is the plan's. null: it can.
 *
 * @param planCarts option `card.planCarts`; null: the store takes no cards
 */
export function linkProblem(
  lines: readonly PlanLine[],
  planCarts: "card_only" | "any" | null
): FieldProblem | null {
  const renews = lines.some((line) => planOfLine(line) !== null)
  return planCarts === "card_only" && renews ? CARD_ONLY : null
}

/**
 * The one plan of a cart, or why it cannot be paid by card: a wrong metadata field, or two
 * different plans, which one card subscription of the service cannot hold. Neither: nothing in the
 * cart renews.
 */
export function cartPlan(lines: readonly PlanLine[]): {
  plan: SubscriptionPlan | null
  problem: FieldProblem | null
} {
  const read = lines.map(readPlanLine)
  const [problem] = read.flatMap(({ problems }) => problems)
  if (problem !== undefined) {
    const message = `${problem.message} It stands in the metadata of a product, variant or line item of this cart.`
    return { plan: null, problem: { ...problem, message } }
  }
  const plans = read.flatMap(({ plan }) => (plan === null ? [] : [plan]))
  const [plan = null] = plans
  const others = plans.filter((one) => plan !== null && !isSamePlan(one, plan))
  if (others.length > 0) {
    const names = [...new Set(plans.map(({ plan_name }) => plan_name))].join(", ")
    return {
      plan: null,
      problem: {
        field: "items",
        message: `items: this cart holds subscriptions of different plans (${names}); buy each in a cart of its own.`,
      },
    }
  }
  return { plan, problem: null }
}
