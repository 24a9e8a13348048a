import type { FaultInput, FaultKind } from "../../src/sandbox"
import type { Dice } from "./dice"
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
export function planOf(seed: number, dice: Dice): Plan {
  // Dice of their own: the sales of a seed stay as they were.
  const payouts = payoutPlanOf(dice.of("payouts"))
  const struck = strikeOf(dice.of("strike"), payouts !== null)
  const packed = payouts?.packs === true ? parcelStrikeOf(dice.of("parcel-strike"), struck) : struck
  const sale = saleOf(dice)
  const strike = sale.operator ? editStrikeOf(dice.of("edit-strike"), packed) : packed
  return { seed, ...sale, strike, payouts }
}

function saleOf(dice: Dice): Omit<Plan, "seed" | "strike" | "payouts"> {
  return {
    shoppers: dice.pick(SHOPPERS),
    notifications: dice.weighted(NOTIFICATIONS),
    signals_lost: dice.chance(0.12),
    service: Array.from({ length: dice.pick(FAULTS_AT_ONCE) }, () => serviceFault(dice)),
    scarce: dice.chance(0.12),
    operator: dice.chance(0.5),
    forgeries: dice.chance(0.35) ? dice.between(1, 4) : 0,
    pause_minutes: dice.pick(PAUSES),
    service_stands: dice.chance(0.15),
  }
}

/** Something that befalls calls about pay-ins. */
export function serviceFault(dice: Dice): FaultInput {
  const operation = dice.chance(0.35) ? "create" : "lookup"
  const kind = dice.pick(SERVICE_FAULTS)
  // A service that keeps saying "not known" for minutes is believed (docs/service.md#not-known), so
  // it may not lie for long.
  const lasting = kind !== "late_visibility" && dice.chance(0.4)
  return {
    operation,
    kind,
    ...(lasting
      ? { times: "always", probability: dice.pick([0.2, 0.4, 0.6]), seed: dice.between(1, 9999) }
      : { times: kind === "late_visibility" ? 1 : dice.between(1, 3) }),
    ...(kind === "slow" && { ms: dice.between(50, 600) }),
    ...(kind === "late_visibility" && { ms: dice.between(500, 60_000) }),
    ...(kind.startsWith("timeout") && { ms: 2_000 }),
    ...(kind.startsWith("error") && { status: dice.pick([500, 502, 503, 504]) }),
    ...(kind === "rate_limited" && { retryAfterSeconds: dice.between(0, 1) }),
  }
}
