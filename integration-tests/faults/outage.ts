import type { FaultInput } from "../../src/sandbox"
import type { Actors } from "./actors"
import type { Cart } from "./cart"
import type { SeededRandom } from "./seeded-random"
import type { World } from "./world"

const MINUTE_MS = 60_000
const OPERATIONS = ["create", "lookup", "payout", "merchant"] as const

/** How the service fails while it is out. */
const KINDS = { refused: 4, reset: 2, error: 3, page: 2, timeout: 1 } as const

/** Some hours in which the service answers no call. */
export interface OutagePlan {
  kind: keyof typeof KINDS
  /** HTTP status of its errors and pages. */
  status: number
  /** Time goes on in these steps, and the jobs run after each. */
  minutes: number[]
  /** What part of the links is paid meanwhile: banks are not out. */
  paid: number
}

export function outagePlanOf(random: SeededRandom): OutagePlan | null {
  if (!random.chance(0.25)) {
    return null
  }
  const kind = random.weighted(KINDS)
  const minutes = Array.from({ length: random.between(2, 4) }, () =>
    random.pick([1, 10, 60, 300, 900])
  )
  const status = kind === "page" ? random.pick([200, 403, 404, 404, 502, 503]) : 500
  return { kind, status, minutes, paid: random.pick([0, 0.5, 1]) }
}

/** Nothing that is called answers, for hours; what is paid meanwhile is told, or not. */
export async function goThroughOutage(
  world: World,
  plan: OutagePlan,
  carts: readonly Cart[],
  {
    random,
    journal,
    bank,
    jobScheduler,
  }: Pick<Actors, "random" | "journal" | "bank" | "jobScheduler">
): Promise<void> {
  journal.fault(`outage: ${plan.kind}${plan.kind === "page" ? ` ${plan.status}` : ""}`)
  const end = await begin(world, plan)
  const links = carts.flatMap((cart) => cart.links.at(-1) ?? [])
  for (const [n, minutes] of plan.minutes.entries()) {
    await world.rest()
    journal.note("clock", `${minutes} minutes of an outage go by`)
    await world.advance(minutes * MINUTE_MS)
    if (n === 0) {
      for (const link of links.filter(() => random.chance(plan.paid))) {
        await bank.pay(link, "shopper", { notify: random.chance(0.5) })
      }
    }
    const { failed } = await jobScheduler.round()
    failed.forEach((message) => journal.note("jobs", message))
  }
  await end()
  journal.note("service", "is back")
}

/** Answers what ends it. */
async function begin(world: World, { kind, status }: OutagePlan): Promise<() => Promise<unknown>> {
  const { sandbox, servicePort } = world
  if (kind === "refused") {
    await servicePort.close()
    return () => servicePort.open()
  }
  const fault = {
    reset: { kind: "reset_before" },
    error: { kind: "error_before", status },
    page: { kind: "page_before", status },
    timeout: { kind: "timeout_before", ms: 2_000 },
  } as const
  const met = OPERATIONS.map((operation): FaultInput => ({
    operation,
    times: "always",
    ...fault[kind],
  }))
  const ids = met.map((one) => sandbox.injectFault(one).id)
  return async () => ids.forEach((id) => sandbox.clearFaults(id))
}
