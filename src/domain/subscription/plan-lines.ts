import type { FieldProblem } from "../privacy/customer-data"
import { readOfferedPlans, readSubscriptionPlan, type SubscriptionPlan } from "./plan"

/** A line of a cart or an order with everything that may make it a subscription. */
export interface PlanLine {
  metadata?: unknown
  variant_id?: string | null
  variant?: { metadata?: unknown; product?: { metadata?: unknown } | null } | null
}

/** Neither plan nor problems: the line is sold once. */
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
 * Reads the plan of a line. The metadata of a product or variant makes the line a subscription. The
 * line may choose another plan that one of them offers, and no other: through Medusa's store routes
 * anybody who has the cart can write a line's metadata, and Medusa does not record who wrote it.
 * These routes make no line without a variant. The metadata of such a line counts, because only the
 * store's own code can have written it.
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
 * The plan of a bought line; null for a line that is sold once. Metadata that chooses a plan not on
 * offer counts for nothing: it was refused before payment, or written afterwards by somebody who
 * had the cart.
 */
export function planOfLine(line: PlanLine): SubscriptionPlan | null {
  const { plan, problems } = readPlanLine(line)
  return problems.length > 0 && hasVariant(line) ? byStore(line).plan : plan
}

export function isSamePlan(one: SubscriptionPlan, other: SubscriptionPlan): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The variant's metadata goes before the product's. */
function byStore(line: PlanLine): Said {
  const said = saidByStore(line).map(readSubscriptionPlan)
  return said.find(({ plan, problems }) => plan !== null || problems.length > 0) ?? NOTHING
}

function saidByStore({ variant }: PlanLine): unknown[] {
  return [variant?.metadata, variant?.product?.metadata]
}

/** Whether a line has a variant, even a deleted one. */
function hasVariant({ variant_id, variant }: PlanLine): boolean {
  return variant_id != null || variant != null
}
