import type { FieldProblem } from "./customer-data"
import { readOfferedPlans, readSubscriptionPlan, type SubscriptionPlan } from "./subscription-plan"

/** A line of a cart or an order with all that may say it is a subscription. */
export interface PlanLine {
  metadata?: unknown
  variant_id?: string | null
  variant?: { metadata?: unknown; product?: { metadata?: unknown } | null } | null
}

/** Neither: it is sold once. */
interface Said {
  plan: SubscriptionPlan | null
  problems: FieldProblem[]
}

const NOTHING: Said = { plan: null, problems: [] }
const NOT_OFFERED: FieldProblem = {
  field: "payin_plan_name",
  message:
    "payin_plan_name: a line asks for a plan that neither its product nor its variant offers: list it there in payin_plans.",
}

/**
 * What a line is sold as. The metadata of a product or variant makes it a subscription. The line
 * may choose another plan that one of them offers, and no other: Medusa's store routes write the
 * metadata of a line for anybody who has its cart, and keep no word of who wrote it. These routes
 * make no line without a variant. The metadata of such a line counts, because only the store's own
 * code wrote it.
 */
export function readPlanLine(line: PlanLine): Said {
  const own = readSubscriptionPlan(line.metadata)
  if (!hasVariant(line) || own.problems.length > 0) {
    return own
  }
  const { plan } = own
  if (plan === null) {
    return byStore(line)
  }
  const offers = saidByStore(line).map(readOfferedPlans)
  if (offers.some(({ plans }) => plans.some((one) => isSamePlan(one, plan)))) {
    return own
  }
  const [problem = NOT_OFFERED] = offers.flatMap(({ problems }) => problems)
  return { plan: null, problems: [problem] }
}

/**
 * The plan of a line that was bought; null for what is sold once. What a line says beside what is offered was
 * refused before it was paid, or written after that by somebody who had the cart: it counts for nothing.
 */
export function planOfLine(line: PlanLine): SubscriptionPlan | null {
  const { plan, problems } = readPlanLine(line)
  return problems.length > 0 && hasVariant(line) ? byStore(line).plan : plan
}

export function isSamePlan(one: SubscriptionPlan, other: SubscriptionPlan): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What a variant says counts before its product. */
function byStore(line: PlanLine): Said {
  const said = saidByStore(line).map(readSubscriptionPlan)
  return said.find(({ plan, problems }) => plan !== null || problems.length > 0) ?? NOTHING
}

function saidByStore({ variant }: PlanLine): unknown[] {
  return [variant?.metadata, variant?.product?.metadata]
}

/** Also one that was deleted since. */
function hasVariant({ variant_id, variant }: PlanLine): boolean {
  return variant_id != null || variant != null
}
