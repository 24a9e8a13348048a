import type { FieldProblem } from "../privacy/customer-data"
import {
  type Interval,
  type Periodicity,
  PERIODICITIES,
  readInterval,
  readPeriodicity,
} from "./periodicity"

/** The plan that makes a product, variant or line item a subscription. */
export interface SubscriptionPlan {
  plan_name: string
  periodicity: Periodicity
  /** The store's own interval, for `custom` only; null: the subscription is renewed by hand. */
  custom: Interval | null
}

/** The service takes at most this many characters (docs/service.md#card-subscriptions). */
export const PLAN_NAME_MAX = 20

const NAME = "payin_plan_name"
const PERIODICITY = "payin_periodicity"
const EVERY = "payin_every"
const OFFERED = "payin_plans"
/** Metadata keys of a line's plan. */
export const PLAN_KEYS = [NAME, PERIODICITY, EVERY] as const
const NO_LIST = {
  plan: null,
  problems: [
    { field: OFFERED, message: `a list of objects with ${NAME} and ${PERIODICITY} belongs there.` },
  ],
}

/**
 * Card subscriptions: the periodicity that the service is told. The plugin keeps the calendar
 * itself, and two of three listings of the service know only `monthly`, `yearly` and `custom`.
 */
export function toldPeriodicity(
  told: "custom" | "plan",
  plan: Pick<SubscriptionPlan, "periodicity"> | null
): Periodicity {
  return told === "plan" && plan !== null ? plan.periodicity : "custom"
}

/**
 * Reads the plan in the metadata of a product, variant or line item: `payin_plan_name`,
 * `payin_periodicity` and, for `custom`, `payin_every` (such as `P10D`).
 *
 * @returns neither plan nor problems for a product, variant or line without a subscription what is
 * no subscription at all
 */
export function readSubscriptionPlan(metadata: unknown): {
  plan: SubscriptionPlan | null
  problems: FieldProblem[]
} {
  const [name, word, every] = [NAME, PERIODICITY, EVERY].map((key) => valueOf(metadata, key))
  if (name === null && word === null) {
    return { plan: null, problems: [] }
  }
  const plan_name = typeof name === "string" && isPlanName(name) ? name : null
  const periodicity = readPeriodicity(word)
  const custom = readInterval(every)
  const problems: FieldProblem[] = []
  const problem = (field: string, text: string) => {
    problems.push({ field, message: `${field} ${text}.` })
  }
  if (plan_name === null) {
    problem(NAME, `must be one line of 1 to ${PLAN_NAME_MAX} characters`)
  }
  if (periodicity === null) {
    problem(PERIODICITY, `must be one of ${PERIODICITIES.join(", ")}`)
  }
  if (every !== null && periodicity !== null && periodicity !== "custom") {
    problem(EVERY, `has a meaning only with ${PERIODICITY} custom`)
  } else if (every !== null && custom === null) {
    problem(EVERY, "must be one number of days, weeks, months or years, such as P10D or P5M")
  }
  return problems.length > 0 || plan_name === null || periodicity === null
    ? { plan: null, problems }
    : { plan: { plan_name, periodicity, custom }, problems: [] }
}

/**
 * Every plan that the metadata of a product or variant offers to the lines of a cart: its own, and
 * those of `payin_plans`, a list of objects with the same keys, or the JSON text of one.
 */
export function readOfferedPlans(metadata: unknown): {
  plans: SubscriptionPlan[]
  problems: FieldProblem[]
} {
  const own = readSubscriptionPlan(metadata)
  const listed = valueOf(metadata, OFFERED)
  const list = typeof listed === "string" ? parsed(listed) : (listed ?? [])
  const read = Array.isArray(list) ? list.map(readSubscriptionPlan) : [NO_LIST]
  return {
    plans: [own, ...read].flatMap(({ plan }) => (plan === null ? [] : [plan])),
    problems: read
      .flatMap(({ problems }) => problems)
      .map(({ message }) => ({ field: OFFERED, message: `${OFFERED}: ${message}` })),
  }
}

/** A plan name that the service takes, cut out of a longer text. */
export function planName(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cs}\s]+/gu, " ").trim()
  let cut = ""
  // Cut letter by letter: half a surrogate pair cannot be sent.
  for (const letter of line) {
    if (cut.length + letter.length > PLAN_NAME_MAX) {
      break
    }
    cut += letter
  }
  return cut.trim()
}

export function isPlanName(text: string): boolean {
  return text.trim() !== "" && text.length <= PLAN_NAME_MAX && !/[\p{Cc}\p{Cs}]/u.test(text)
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

function valueOf(metadata: unknown, key: string): unknown {
  if (typeof metadata !== "object" || metadata === null || !Object.hasOwn(metadata, key)) {
    return null
  }
  const value: unknown = Reflect.get(metadata, key)
  const text = typeof value === "string" ? value.trim() : value
  return text === "" || text === undefined ? null : text
}
