import type { FieldProblem } from "./customer-data"
import { isSamePlan, readPlanLine, type PlanLine } from "./plan-lines"
import type { SubscriptionPlan } from "./subscription-plan"

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
