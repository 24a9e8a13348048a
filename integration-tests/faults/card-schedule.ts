import { setTimeout as sleep } from "node:timers/promises"
import { CANARY } from "../support/personal-data"
import { comeToRest } from "./calm"
import { readCardBooks, type CardBooks } from "./card-books"
import { CardClerk } from "./card-clerk"
import { cardViolations } from "./card-invariants"
import { cardPlanOf, type CardPlan } from "./card-plan"
import { CardShopper } from "./card-shopper"
import type { Cart } from "./cart"
import { castOf, type Cast } from "./cast"
import { Dice } from "./dice"
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

/** Runs the schedule of a seed: shoppers with cards, a clerk and a saboteur at once, then calm and audit. */
export async function runCardSchedule(world: World, seed: number): Promise<CardOutcome> {
  await world.reset()
  const dice = new Dice(seed)
  const plan = cardPlanOf(seed, dice.of("card-plan"))
  const cast = castOf(world, dice)
  const { journal, saboteur } = cast
  await prepare(world, plan, dice.of("prepare"))
  const carts = world.shelf.take(plan.shoppers, dice.of("shelf"), "co")
  if (plan.centavos) {
    await priceInCentavos(world, carts, dice.of("prices"))
  }
  const offered = new Set<string>()
  const shoppers = carts.map((cart, n) => {
    const name = `shopper-${n}`
    return new CardShopper(world, dice.of(name), journal, name, cart, offered)
  })
  const clerk = new CardClerk(world, dice.of("clerk"), journal)
  const lurking = saboteur.lurk(plan.strike)
  for (const act of [1, 2]) {
    await Promise.all([
      ...shoppers.map(async (shopper) => {
        if (act === 1) {
          await shopper.enter()
        }
        await shopper.act()
      }),
      clerk.act(),
      meddle(world, plan, dice.of(`meddle-${act}`), cast),
    ])
    if (act === 1 && plan.pause_minutes > 0) {
      await world.rest()
      journal.note("clock", `${plan.pause_minutes} minutes go by`)
      await world.advance(plan.pause_minutes * MINUTE_MS)
      await cast.rota.round()
    }
  }
  await renew(world, plan, { ...cast, dice: dice.of("renew") }, clerk)
  tally(world, plan, journal)
  await comeToRest(world, seed, { ...cast, dice: dice.of("calm") }, () => calm(world, seed))
  await lurking
  const cards = await readCardBooks(world, carts)
  return { plan, journal, cards, violations: cardViolations(cards) }
}

async function prepare(world: World, plan: CardPlan, dice: Dice): Promise<void> {
  const { sandbox, address } = world
  const webhooks = {
    prompt: {},
    lost: { lose: true },
    held: { hold: true },
    copied: { copies: dice.between(2, 3) },
    late: { delayMs: dice.pick([1_000, 20_000, 300_000]) },
  }[plan.webhooks]
  sandbox.cards.registerWebhook(CANARY.service.merchant_id, {
    url: `${address.url}/hooks/payin/card`,
  })
  sandbox.configure({ webhooks })
  plan.service.forEach((fault) => sandbox.injectFault(fault))
  await world.pg("product").update({ metadata: plan.renews && JSON.stringify(WEEKLY) })
}

/** Carts take on the new prices when they change. */
async function priceInCentavos(world: World, carts: readonly Cart[], dice: Dice): Promise<void> {
  await world.pg("price").update({
    amount: world.pg.raw("amount + 0.55"),
    raw_amount: world.pg.raw("jsonb_build_object('value', (amount + 0.55)::text, 'precision', 20)"),
  })
  const { url } = world.sides[0]
  for (const cart of carts) {
    await cart.change(url, dice.between(1, 3))
    await cart.collect(url)
  }
}

/** Days go by, and what was bought renews: by one process, by both at once, by one that dies in the middle. */
async function renew(
  world: World,
  plan: CardPlan,
  { dice, journal, rota }: Pick<Cast, "dice" | "journal" | "rota">,
  clerk: CardClerk
): Promise<void> {
  if (plan.renews === null) {
    return
  }
  await clerk.takeAll()
  for (const days of plan.renews) {
    await world.rest()
    journal.note("clock", `${days} days go by`)
    await world.advance(days * DAY_MS)
    for (let round = 0; round < ROUNDS; round++) {
      const { failed } = await (dice.chance(0.4) ? rota.all() : rota.round())
      failed.forEach((message) => journal.note("jobs", message))
      if (dice.chance(0.2)) {
        await clerk.act()
      }
      await world.advance(dice.between(0, STEP_MS))
    }
  }
}

/** What happens beside the shoppers: small steps of time, jobs, held webhooks let go in any order. */
async function meddle(
  world: World,
  plan: CardPlan,
  dice: Dice,
  { journal, rota }: Pick<Cast, "journal" | "rota">
): Promise<void> {
  for (let n = 0; n < 4; n++) {
    await sleep(dice.between(50, 300))
    if (plan.webhooks === "held" && dice.chance(0.4)) {
      // A capture is told of before its hold.
      await world.sandbox.cards.releaseWebhooks(dice.pick(["reversed", "shuffled"]), plan.seed)
      world.sandbox.configure({ webhooks: { hold: true } })
    }
    await world.advance(dice.between(0, STEP_MS))
    const { failed } = await (dice.chance(0.2) ? rota.all() : rota.round())
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
