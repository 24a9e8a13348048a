import { setTimeout as sleep } from "node:timers/promises"
import { comeToRest } from "./calm"
import type { Cart } from "./cart"
import { actorsOf, type Actors } from "./actors"
import { SeededRandom } from "./seeded-random"
import { violations, type Violation } from "./invariants"
import type { Journal } from "./journal"
import { LateApprovals } from "./late-approvals"
import { MissingAccount } from "./missing-account"
import { MoneyOut } from "./money-out"
import { Operator } from "./operator"
import { goThroughOutage } from "./outage"
import { planOf, type Plan } from "./plan"
import { readBooks, type Books } from "./books"
import { Shopper } from "./shopper"
import type { World } from "./world"

const MINUTE_MS = 60_000
/** While something may be under way the clock makes small steps only: a jump would end living leases. */
const STEP_MS = 5_000
/** How often both processes run all their jobs in the same moment. */
const ALL_AT_ONCE = 0.2

/** What became of one schedule. */
export interface Outcome {
  plan: Plan
  journal: Journal
  books: Books
  violations: Violation[]
}

/** Runs the schedule of a seed: shoppers, bank, operator, forger and crash injector at once, then calm and audit. */
export async function runSchedule(world: World, seed: number): Promise<Outcome> {
  await world.reset()
  const random = new SeededRandom(seed)
  const plan = planOf(seed, random.of("plan"))
  const actors = actorsOf(world, random)
  const { journal, crashInjector } = actors
  await prepare(world, plan, random.of("prepare"))
  journal.note("driver", "the schedule begins")
  const carts = world.cartStock.take(plan.shoppers, random.of("cart-stock"))
  const moneyOut = new MoneyOut(world, plan.payouts, actors)
  await moneyOut.open(carts)
  const armed = crashInjector.arm(plan.strike)
  const missing =
    plan.missing && new MissingAccount(world, plan.missing, carts, random.of("missing"), actors)
  const late = plan.late && new LateApprovals(world, plan.late, random.of("late"), actors, moneyOut)
  await turmoil(world, plan, carts, actors, { moneyOut, missing })
  await moneyOut.run(carts)
  tally(world, plan, journal)
  const calm = { ...actors, random: random.of("calm") }
  const moments = [...(late?.moments ?? []), ...(missing?.moments ?? [])]
  await comeToRest(world, seed, calm, moments, async () => {
    await moneyOut.close()
    await late?.deny()
  })
  await armed
  const contradicted = new Set([...actors.bank.contradicted, ...moneyOut.takenBack])
  const books = await readBooks(world, carts, contradicted, moneyOut)
  return {
    ...{ plan, journal, books },
    violations: [...violations(books), ...(missing?.violations ?? [])],
  }
}

async function prepare(world: World, plan: Plan, random: SeededRandom): Promise<void> {
  const notifications = {
    prompt: {},
    lost: { lose: true },
    held: { hold: true },
    copied: { copies: random.between(2, 4), delayMs: random.pick([0, 0, 50]) },
    late: { delayMs: random.pick([1_000, 20_000, 300_000, 3_600_000]) },
  }[plan.notifications]
  const answers = random.of("direct")
  world.sandbox.configure({
    ...{ notifications, notifyOnExpiry: random.chance(0.7) },
    // Links without a page, and payments without a page and a ticket, whatever the options say.
    direct: {
      BREB: answers.pick(["hosted", "direct", "bare_key", "nothing"] as const),
      PSE: answers.pick(["hosted", "hosted", "hosted", "nothing"] as const),
    },
  })
  const faults = [...plan.service, ...plan.proxies]
  faults.forEach((fault) => world.sandbox.injectFault(fault))
  await world.loseSignals(plan.signals_lost)
  if (plan.scarce) {
    await world.pg("inventory_level").update({
      stocked_quantity: 2,
      raw_stocked_quantity: JSON.stringify({ value: "2", precision: 20 }),
    })
  }
}

async function turmoil(
  world: World,
  plan: Plan,
  carts: Cart[],
  actors: Actors,
  { moneyOut, missing }: { moneyOut: MoneyOut; missing: MissingAccount | null }
): Promise<void> {
  const { random, journal, bank } = actors
  const shoppers = carts.map((cart, n) => {
    const name = `shopper-${n}`
    return new Shopper(world, bank, random.of(name), journal, name, cart)
  })
  const operator = new Operator(world, random.of("operator"), journal)
  for (const act of [1, 2]) {
    await Promise.all([
      ...shoppers.map(async (shopper) => {
        if (act === 1) {
          await shopper.enter()
        }
        await shopper.act()
      }),
      ...(plan.operator ? [operator.act()] : []),
      ...(act === 2 ? [moneyOut.meanwhile()] : []),
      meddle(world, plan, random.of(`meddle-${act}`), actors),
    ])
    journal.note("driver", `act ${act} is over`)
    if (act === 1) {
      await missing?.leave()
      await interval(world, plan, carts, actors)
      await missing?.returnEarly()
    }
  }
}

/** Between the acts time goes by: hours in which the service is out, and the pause. */
async function interval(world: World, plan: Plan, carts: Cart[], actors: Actors): Promise<void> {
  const { journal, random, jobScheduler } = actors
  if (plan.outage !== null) {
    await goThroughOutage(world, plan.outage, carts, { ...actors, random: random.of("outage") })
  }
  if (plan.pause_minutes > 0) {
    await world.rest()
    journal.note("clock", `${plan.pause_minutes} minutes go by`)
    await world.advance(plan.pause_minutes * MINUTE_MS, !plan.service_stands)
    await jobScheduler.round()
  }
}

/** What happens beside the shoppers: small steps of time, jobs, held notifications let go, forgeries. */
async function meddle(
  world: World,
  plan: Plan,
  random: SeededRandom,
  { bank, journal, jobScheduler }: Pick<Actors, "bank" | "journal" | "jobScheduler">
): Promise<void> {
  const forgeries = random.between(0, plan.forgeries)
  for (let n = 0; n < 3; n++) {
    await sleep(random.between(20, 150))
    if (n < forgeries) {
      bank.forge(random)
    }
    if (plan.notifications === "held" && random.chance(0.4)) {
      await world.sandbox.releaseNotifications(random.pick(["reversed", "shuffled"]), plan.seed)
      world.sandbox.holdNotifications()
    }
    await world.advance(random.between(0, STEP_MS))
    if (random.chance(0.6)) {
      const { failed } = await (random.chance(ALL_AT_ONCE)
        ? jobScheduler.all()
        : jobScheduler.round())
      failed.forEach((message) => journal.note("jobs", message))
    }
  }
}

/** Counts what the sandbox did wrong, by kind. */
function tally(world: World, plan: Plan, journal: Journal): void {
  for (const { operation, fault } of world.sandbox.requests({ limit: 5_000 })) {
    if (fault !== null) {
      journal.fault(`${operation}: ${fault}`)
    }
  }
  const sent = world.sandbox.notifications().filter(({ forged }) => forged === null)
  if (plan.notifications !== "prompt") {
    journal.fault(`notifications ${plan.notifications}`, sent.length)
  }
  if (plan.signals_lost) {
    journal.fault("signals on the event bus lost")
  }
  if (plan.scarce) {
    journal.fault("stock runs out")
  }
}
