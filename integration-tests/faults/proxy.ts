import type { FaultInput } from "../../src/sandbox"
import type { SeededRandom } from "./seeded-random"

const CALLS = { lookup: 5, create: 2, payout: 2, merchant: 1 } as const
const STATUSES = [200, 404, 404, 404, 400, 403, 500, 502, 503] as const

/** Proxies between store and service that answer in its place, or after it, with a page of their own. */
export function proxyPlanOf(random: SeededRandom): FaultInput[] {
  return random.chance(0.45)
    ? Array.from({ length: random.between(1, 3) }, () => proxyFault(random))
    : []
}

/** The page of a proxy, or an answer that it tore. */
export function proxyFault(random: SeededRandom): FaultInput {
  const kind = random.pick(["page_before", "page_before", "page_after", "malformed"] as const)
  return {
    operation: random.weighted(CALLS),
    kind,
    ...(kind !== "malformed" && { status: random.pick(STATUSES) }),
    ...(random.chance(0.5)
      ? {
          times: "always",
          probability: random.pick([0.3, 0.6, 0.9]),
          seed: random.between(1, 9999),
        }
      : { times: random.between(1, 6) }),
  }
}
