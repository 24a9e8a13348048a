import { setTimeout as sleep } from "node:timers/promises"
import { CANARY } from "../support/personal-data"
import { comeToRest } from "./calm"
import { readCardBooks, type CardBooks } from "./card-books"
import { CardOperator } from "./card-operator"
import { cardViolations } from "./card-invariants"
import { cardPlanOf, type CardPlan } from "./card-plan"
import { CardShopper } from "./card-shopper"
import type { Cart } from "./cart"
import { actorsOf, type Actors } from "./actors"
import { SeededRandom } from "./seeded-random"
import type { Violation } from "./invariants"
import type { Journal } from "./journal"
import type { World } from "./world"

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Rounds of jobs after each of the days on which something may be due. */
const ROUNDS = 4
/** Whatever is in a cart: it comes again every week. */
const WEEKLY = { payin_plan_name: "Café de la semana", payin_periodicity: "weekly" }
/** While something may be under way the clock makes small steps only: a jump would end living leases. */
const STEP_MS = 5_000

/** What became of one schedule of sales by card. */
export interface CardOutcome {
  plan: CardPlan
  journal: Journal
  cards: CardBooks
  violations: Violation[]
}

/** Runs the schedule of a seed: shoppers with cards, an operator and a crash injector at once, then calm and audit. */
export async function runCardSchedule(world: World, seed: number): Promise<CardOutcome> {
  await world.reset()
  const random = new SeededRandom(seed)
  const plan = cardPlanOf(seed, random.of("card-plan"))
  const actors = actorsOf(world, random)
  const { journal, crashInjector } = actors
  await prepare(world, plan, random.of("prepare"))
  const carts = world.cartStock.take(plan.shoppers, random.of("cart-stock"), "co")
  if (plan.centavos) {
    await priceInCentavos(world, carts, random.of("prices"))
  }
  const offered = new Set<string>()
  const shoppers = carts.map((cart, n) => {
    const name = `shopper-${n}`
    return new CardShopper(world, random.of(name), journal, name, cart, offered)
  })
  const operator = new CardOperator(world, random.of("card-operator"), journal)
  const armed = crashInjector.arm(plan.strike)
  for (const act of [1, 2]) {
    await Promise.all([
      ...shoppers.map(async (shopper) => {
        if (act === 1) {
          await shopper.enter()
        }
        await shopper.act()
      }),
      operator.act(),
      meddle(world, plan, random.of(`meddle-${act}`), actors),
    ])
    if (act === 1 && plan.pause_minutes > 0) {
      await world.rest()
      journal.note("clock", `${plan.pause_minutes} minutes go by`)
      await world.advance(plan.pause_minutes * MINUTE_MS)
      await actors.jobScheduler.round()
    }
  }
  await renew(world, plan, { ...actors, random: random.of("renew") }, operator)
  tally(world, plan, journal)
  await comeToRest(world, seed, { ...actors, random: random.of("calm") }, [], () =>
    calm(world, seed)
  )
  await armed
  const cards = await readCardBooks(world, carts)
  return { plan, journal, cards, violations: cardViolations(cards) }
}

async function prepare(world: World, plan: CardPlan, random: SeededRandom): Promise<void> {
  const { sandbox, address } = world
  const webhooks = {
    prompt: {},
    lost: { lose: true },
    held: { hold: true },
    copied: { copies: random.between(2, 3) },
    late: { delayMs: random.pick([1_000, 20_000, 300_000]) },
  }[plan.webhooks]
  sandbox.cards.registerWebhook(CANARY.service.merchant_id, {
    url: `${address.url}/hooks/payin/card`,
  })
  sandbox.configure({ webhooks })
  plan.service.forEach((fault) => sandbox.injectFault(fault))
  await world.pg("product").update({ metadata: plan.renews && JSON.stringify(WEEKLY) })
}

/** Carts take on the new prices when they change. */
async function priceInCentavos(
  world: World,
  carts: readonly Cart[],
  random: SeededRandom
): Promise<void> {
  await world.pg("price").update({
    amount: world.pg.raw("amount + 0.55"),
    raw_amount: world.pg.raw("jsonb_build_object('value', (amount + 0.55)::text, 'precision', 20)"),
  })
  const { url } = world.sides[0]
  for (const cart of carts) {
    await cart.change(url, random.between(1, 3))
    await cart.collect(url)
  }
}

/** Days go by, and what was bought renews: by one process, by both at once, by one that dies in the middle. */
async function renew(
  world: World,
  plan: CardPlan,
  { random, journal, jobScheduler }: Pick<Actors, "random" | "journal" | "jobScheduler">,
  operator: CardOperator
): Promise<void> {
  if (plan.renews === null) {
    return
  }
  await operator.takeAll()
  for (const days of plan.renews) {
    await world.rest()
    journal.note("clock", `${days} days go by`)
    await world.advance(days * DAY_MS)
    for (let round = 0; round < ROUNDS; round++) {
      const { failed } = await (random.chance(0.4) ? jobScheduler.all() : jobScheduler.round())
      failed.forEach((message) => journal.note("jobs", message))
      if (random.chance(0.2)) {
        await operator.act()
      }
      await world.advance(random.between(0, STEP_MS))
    }
  }
}

/** What happens beside the shoppers: small steps of time, jobs, held webhooks let go in any order. */
async function meddle(
  world: World,
  plan: CardPlan,
  random: SeededRandom,
  { journal, jobScheduler }: Pick<Actors, "journal" | "jobScheduler">
): Promise<void> {
  for (let n = 0; n < 4; n++) {
    await sleep(random.between(50, 300))
    if (plan.webhooks === "held" && random.chance(0.4)) {
      // A capture is told of before its hold.
      await world.sandbox.cards.releaseWebhooks(random.pick(["reversed", "shuffled"]), plan.seed)
      world.sandbox.configure({ webhooks: { hold: true } })
    }
    await world.advance(random.between(0, STEP_MS))
    const { failed } = await (random.chance(0.2) ? jobScheduler.all() : jobScheduler.round())
    failed.forEach((message) => journal.note("jobs", message))
  }
}

async function calm({ sandbox }: World, seed: number): Promise<void> {
  await sandbox.cards.releaseWebhooks("shuffled", seed)
  sandbox.configure({ webhooks: { lose: false, hold: false, copies: 1, delayMs: 0 } })
}

/** Counts what the sandbox did wrong, by kind. */
function tally(world: World, plan: CardPlan, journal: Journal): void {
  for (const { operation, fault } of world.sandbox.requests({ limit: 5_000 })) {
    if (fault !== null) {
      journal.fault(`${operation}: ${fault}`)
    }
  }
  if (plan.webhooks !== "prompt") {
    journal.fault(`card webhooks ${plan.webhooks}`)
  }
}
