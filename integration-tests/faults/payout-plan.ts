import type { FaultInput, FaultKind } from "../../src/sandbox"
import type { BehaviourInput } from "../../src/sandbox/settings"
import type { ReversalPlan } from "./reversals"
import type { SeededRandom } from "./seeded-random"

/** All that chance decides about the money that goes out in one schedule. */
export interface PayoutPlan {
  /** People at the desk at once. */
  operators: number
  /** Seconds between their rounds. */
  pauses: number[]
  /** Share of shoppers who said at checkout where money goes back to. */
  kept: number
  service: FaultInput[]
  bank: NonNullable<BehaviourInput["payouts"]>
  /** What the wallets hold, in pesos or soles; `later`: once calm has come. */
  balance: { now: number; later: number | null }
  /** The service changes a final word. */
  contradicts: boolean
  other_amounts: boolean
  forgeries: number
  /** So many refunds of Medusa fail in each process right after the plugin wrote its row. */
  rollbacks: number
  /** `resend`: what is believed not known is sent again by itself (option `unknownPayouts`). */
  unknown: "hold" | "resend"
  /** Somebody packs and sends what was sold: sellers are paid too. */
  packs: boolean
  /** The service takes back pay-ins that were settled; null: never. */
  reversals: ReversalPlan | null
  /** Somebody reports what the service's support says of payouts, and not always the truth. */
  reports: boolean
  /** The service pays less than ordered now and then, and somebody orders the rest. */
  rests: boolean
  /** So many people at once correct each other, agree and refuse. */
  colleagues: number
}

// prettier-ignore
const FAULTS: readonly FaultKind[] = [
  "timeout_before", "timeout_after", "timeout_after", "error_before", "error_after", "reset_before",
  "reset_after", "reset_after", "unclear_before", "unclear_after", "malformed", "slow", "rate_limited",
  "wrong_reference", "late_visibility",
]
const PAUSES = [35, 35, 70, 160, 2_400, 7_200]
/** Longer than a payout may be pending before a person can report how it ended (option `payouts.stuckDays`). */
const STUCK_PAUSE = 4 * 86_400
const AMPLE = 50_000_000
/** Longer than "not known" is doubted (NOT_KNOWN_PAYOUT), and shorter. */
const VISIBLE_LATE_MS = [0, 0, 0, 0, 20_000, 600_000, 2_500_000]
const BELIEVED_MS = 1_800_000

/** Null: a schedule of sales alone. */
export function payoutPlanOf(random: SeededRandom): PayoutPlan | null {
  if (random.chance(0.4)) {
    return null
  }
  const plan = {
    operators: random.between(1, 3),
    pauses: Array.from({ length: random.between(2, 3) }, () => random.pick(PAUSES)),
    kept: random.pick([0, 0.5, 1]),
    service: Array.from({ length: random.pick([0, 0, 1, 1, 2]) }, () => payoutFault(random)),
    bank: bank(random),
    balance: balance(random),
    contradicts: random.chance(0.12),
    other_amounts: random.chance(0.08),
    forgeries: random.chance(0.3) ? random.between(1, 4) : 0,
    rollbacks: random.chance(0.2) ? random.between(1, 2) : 0,
    unknown: random.chance(0.3) ? ("resend" as const) : ("hold" as const),
    // Chances of their own: all else of a seed stays as it was.
    packs: random.of("parcels").chance(0.6),
    reversals: reversals(random.of("reversals")),
    reports: false,
    rests: false,
    colleagues: colleagues(random.of("colleagues")),
  }
  const told = random.of("reports").chance(0.3) ? withReports(plan) : plan
  return random.of("rests").chance(0.25) ? withRests(told) : told
}

/** What is short is seen once a person of the bank decides about it. */
function withRests(plan: PayoutPlan): PayoutPlan {
  return { ...plan, rests: true, bank: { ...plan.bank, outcome: "wait" } }
}

function colleagues(random: SeededRandom): number {
  return random.chance(0.4) ? random.between(2, 3) : 0
}

function reversals(random: SeededRandom): ReversalPlan | null {
  return random.chance(0.4)
    ? { takes: random.pick([0.15, 0.4]), returns: random.pick([0.1, 0.3, 0.6]) }
    : null
}

/** Nobody reports what the service tells by itself: payouts stay open, for longer than a store waits. */
function withReports(plan: PayoutPlan): PayoutPlan {
  const [first, ...rest] = plan.pauses
  return {
    ...plan,
    reports: true,
    bank: { ...plan.bank, outcome: "wait" },
    pauses: [first, STUCK_PAUSE, ...rest],
  }
}

function bank(random: SeededRandom): PayoutPlan["bank"] {
  const visibleAfterMs = random.pick(VISIBLE_LATE_MS)
  // A service that takes one reference twice, and hides the first for longer than doubt lasts, pays twice.
  const duplicates = visibleAfterMs < BELIEVED_MS ? (["second"] as const) : []
  return {
    outcome: random.weighted({ approve: 5, reject: 1.5, wait: 3 }),
    resultAfterMs: random.pick([0, 1_500, 40_000, 3_600_000]),
    duplicate: random.pick(["refuse", "refuse", "first", ...duplicates]),
    lowBalance: random.pick(["refuse", "reject"]),
    visibleAfterMs,
  }
}

function balance(random: SeededRandom): PayoutPlan["balance"] {
  const now = random.pick([AMPLE, AMPLE, AMPLE, 150_000, 60_000, 0])
  return { now, later: now < AMPLE && random.chance(0.7) ? AMPLE : null }
}

/** Something that befalls calls about payouts. */
export function payoutFault(random: SeededRandom): FaultInput {
  const kind = random.pick(FAULTS)
  return {
    operation: random.chance(0.9) ? "payout" : "merchant",
    kind,
    ...(random.chance(0.4)
      ? { times: "always", probability: random.pick([0.3, 0.6]), seed: random.between(1, 9999) }
      : { times: random.between(1, 3) }),
    ...(kind === "slow" && { ms: random.between(50, 400) }),
    ...(kind === "late_visibility" && { ms: random.pick([5_000, 300_000]) }),
    ...(kind.startsWith("timeout") && { ms: 2_000 }),
    ...(kind.startsWith("error") && { status: random.pick([500, 502, 503, 504]) }),
    ...(kind === "rate_limited" && { retryAfterSeconds: random.between(0, 1) }),
  }
}
