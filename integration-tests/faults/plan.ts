import type { FaultInput, FaultKind } from "../../src/sandbox"
import { latePlanOf, type LatePlan } from "./late-approvals"
import { missingPlanOf, type MissingPlan } from "./missing-account"
import { outagePlanOf, type OutagePlan } from "./outage"
import { proxyPlanOf } from "./proxy"
import type { SeededRandom } from "./seeded-random"
import { payoutPlanOf, type PayoutPlan } from "./payout-plan"
import { editStrikeOf, parcelStrikeOf, strikeOf, type Strike } from "./strike"

/** How notifications reach the store in one schedule. */
const NOTIFICATIONS = { prompt: 34, lost: 16, held: 20, copied: 14, late: 16 } as const

/** All that chance decides about a schedule before it runs. */
export interface Plan {
  seed: number
  shoppers: number
  notifications: keyof typeof NOTIFICATIONS
  /** The event bus loses the plugin's own signals. */
  signals_lost: boolean
  service: FaultInput[]
  /** Pages of proxies between store and service. */
  proxies: FaultInput[]
  outage: OutagePlan | null
  late: LatePlan | null
  missing: MissingPlan | null
  strike: Strike | null
  /** Fewer pieces than carts. */
  scarce: boolean
  operator: boolean
  forgeries: number
  /** Minutes between the two acts of a schedule. */
  pause_minutes: number
  /** The service's own clock stands still: links go on being payable there. */
  service_stands: boolean
  /** Null: sales alone. */
  payouts: PayoutPlan | null
}

// prettier-ignore
const SERVICE_FAULTS: readonly FaultKind[] = [
  "timeout_before", "timeout_after", "error_before", "error_after", "reset_before", "reset_after",
  "unclear_before", "unclear_after", "malformed", "slow", "rate_limited", "wrong_reference",
  "late_visibility",
]

const SHOPPERS = [1, 1, 2, 2, 2, 3, 3]
const PAUSES = [0, 0, 0, 1, 1, 14, 14, 60, 600, 800, 800, 4000, 6000]
const FAULTS_AT_ONCE = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3]

/** The plan of a seed: always the same. */
export function planOf(seed: number, random: SeededRandom): Plan {
  // Random of their own: the sales of a seed stay as they were.
  const payouts = payoutPlanOf(random.of("payouts"))
  const struck = strikeOf(random.of("strike"), payouts !== null)
  const packed =
    payouts?.packs === true ? parcelStrikeOf(random.of("parcel-strike"), struck) : struck
  const sale = saleOf(random)
  const strike = sale.operator ? editStrikeOf(random.of("edit-strike"), packed) : packed
  return {
    ...{ seed, ...sale, strike, payouts },
    proxies: proxyPlanOf(random.of("proxies")),
    outage: outagePlanOf(random.of("outage")),
    late: latePlanOf(random.of("late")),
    missing: missingPlanOf(random.of("missing")),
  }
}

type Sale = Pick<
  Plan,
  | "shoppers"
  | "notifications"
  | "signals_lost"
  | "service"
  | "scarce"
  | "operator"
  | "forgeries"
  | "pause_minutes"
  | "service_stands"
>

function saleOf(random: SeededRandom): Sale {
  return {
    shoppers: random.pick(SHOPPERS),
    notifications: random.weighted(NOTIFICATIONS),
    signals_lost: random.chance(0.12),
    service: Array.from({ length: random.pick(FAULTS_AT_ONCE) }, () => serviceFault(random)),
    scarce: random.chance(0.12),
    operator: random.chance(0.5),
    forgeries: random.chance(0.35) ? random.between(1, 4) : 0,
    pause_minutes: random.pick(PAUSES),
    service_stands: random.chance(0.15),
  }
}

/** Something that befalls calls about pay-ins. */
export function serviceFault(random: SeededRandom): FaultInput {
  const operation = random.chance(0.35) ? "create" : "lookup"
  const kind = random.pick(SERVICE_FAULTS)
  // A service that keeps saying "not known" for minutes is believed (docs/service.md#not-known), so
  // it may not lie for long.
  const lasting = kind !== "late_visibility" && random.chance(0.4)
  return {
    operation,
    kind,
    ...(lasting
      ? {
          times: "always",
          probability: random.pick([0.2, 0.4, 0.6]),
          seed: random.between(1, 9999),
        }
      : { times: kind === "late_visibility" ? 1 : random.between(1, 3) }),
    ...(kind === "slow" && { ms: random.between(50, 600) }),
    ...(kind === "late_visibility" && { ms: random.between(500, 60_000) }),
    ...(kind.startsWith("timeout") && { ms: 2_000 }),
    ...(kind.startsWith("error") && { status: random.pick([500, 502, 503, 504]) }),
    ...(kind === "rate_limited" && { retryAfterSeconds: random.between(0, 1) }),
  }
}
