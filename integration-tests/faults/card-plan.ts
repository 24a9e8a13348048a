import type { FaultInput, FaultKind } from "../../src/sandbox"
import { SeededRandom } from "./seeded-random"
import { cardStrikeOf, type Strike } from "./strike"

/** How webhooks about cards reach the store in one schedule. */
const WEBHOOKS = { prompt: 30, lost: 15, held: 25, copied: 15, late: 15 } as const

/** All that chance decides about a schedule of sales by card. */
export interface CardPlan {
  seed: number
  shoppers: number
  webhooks: keyof typeof WEBHOOKS
  service: FaultInput[]
  strike: Strike | null
  /** Prices end in centavos, which cards pay and Medusa's discounts divide further. */
  centavos: boolean
  /** Minutes between the two acts. */
  pause_minutes: number
  /** Days between the rounds in which subscriptions renew weekly; null: nothing is sold by subscription. */
  renews: number[] | null
}

// prettier-ignore
const KINDS: readonly FaultKind[] = [
  "timeout_before", "timeout_after", "timeout_after", "error_before", "error_after", "reset_before",
  "reset_after", "reset_after", "unclear_before", "unclear_after", "malformed", "slow", "rate_limited",
  "declined",
]
const OPERATIONS = {
  card_subscribe: 1,
  card_authorize: 4,
  card_capture: 4,
  card_cancel: 2,
  card_renew: 3,
} as const
/** Just due, a bit later, tries after refusals, and a worker that was down for long. */
const DAYS = [7.1, 7.1, 7.1, 1.1, 0.02, 2.5, 16]
const PAUSES = [0, 0, 1, 3, 14, 70, 1_500]
const FAULTS_AT_ONCE = [0, 0, 1, 1, 2, 2, 3]

/** Which seeds sell by card; the sales of the others stay as they were. */
export function isCardSeed(seed: number): boolean {
  return new SeededRandom(seed).of("cards").chance(0.25)
}

/** The plan of a seed: always the same. */
export function cardPlanOf(seed: number, random: SeededRandom): CardPlan {
  const sale = {
    seed,
    shoppers: random.between(1, 3),
    webhooks: random.weighted(WEBHOOKS),
    service: Array.from({ length: random.pick(FAULTS_AT_ONCE) }, () => cardFault(random)),
    pause_minutes: random.pick(PAUSES),
  }
  const renews = renewalsOf(random.of("renewals"))
  const strike = cardStrikeOf(random.of("strike"), renews !== null)
  return { ...sale, centavos: random.of("centavos").chance(0.4), strike, renews }
}

function renewalsOf(random: SeededRandom): number[] | null {
  return random.chance(0.5)
    ? [7.1, ...Array.from({ length: random.between(0, 3) }, () => random.pick(DAYS))]
    : null
}

/** Something that befalls calls about cards. */
export function cardFault(random: SeededRandom): FaultInput {
  const operation = random.weighted(OPERATIONS)
  const kinds = KINDS.filter((kind) => kind !== "declined" || operation !== "card_cancel")
  const kind = random.pick(kinds)
  return {
    ...{ operation, kind },
    ...(random.chance(0.3)
      ? { times: "always", probability: random.pick([0.3, 0.6]), seed: random.between(1, 9999) }
      : { times: random.between(1, 3) }),
    ...(kind === "slow" && { ms: random.between(50, 450) }),
    ...(kind.startsWith("timeout") && { ms: 2_000 }),
    ...(kind.startsWith("error") && { status: random.pick([500, 502, 503, 504]) }),
    ...(kind === "rate_limited" && { retryAfterSeconds: random.between(0, 1) }),
  }
}
