import { setTimeout as sleep } from "node:timers/promises"
import { Bank } from "../faults/bank"
import { readBooks } from "../faults/books"
import { readCardBooks } from "../faults/card-books"
import { CardClerk } from "../faults/card-clerk"
import { Dice } from "../faults/dice"
import { Journal } from "../faults/journal"
import { Operator } from "../faults/operator"
import { Paymaster, type Press } from "../faults/paymaster"
import { PayoutBank } from "../faults/payout-bank"
import type { PayoutPlan } from "../faults/payout-plan"
import type { Side } from "../faults/side"
import type { World } from "../faults/world"
import type { Redis } from "../support/redis"
import { CANARY } from "../support/personal-data"
import { Accidents } from "./accidents"
import { Arrivals } from "./arrivals"
import { soakViolations } from "./audit"
import { comeToRest } from "./calm"
import { readCounts } from "./counts"
import { Customers } from "./customers"
import type { Outcome, Report } from "./report"
import type { Settings } from "./settings"
import { Weather } from "./weather"
import { passWeek, sellWeekly } from "./weeks"

const MINUTE_MS = 60_000
/** One life sells more than the seed stocks. */
const STOCK = {
  stocked_quantity: 1_000_000,
  raw_stocked_quantity: '{"value":"1000000","precision":20}',
}
const DESK_EVERY_MS = 10_000
const OPERATOR_EVERY_MS = 30_000
const CLERK_EVERY_MS = 45_000
const WEEK_EVERY_MS = 6_000

/** What waits at the bank is decided whenever the weather changes; what fails, the weather decides. */
const MONEY_OUT: PayoutPlan = {
  ...{ hands: 1, pauses: [], kept: 1, service: [], rollbacks: 0, unknown: "hold" },
  bank: { outcome: "wait", resultAfterMs: 1_500, duplicate: "refuse" },
  balance: { now: 500_000_000, later: null },
  ...{ contradicts: false, other_amounts: false, forgeries: 1, packs: false },
}

/** One long life of a store: sales, payouts and renewals at a steady rate, faults at random; then calm and audit. */
export async function live(
  world: World,
  redis: Redis,
  { minutes, sales, seed }: Settings,
  report: Report,
  interrupted: () => boolean
): Promise<{ journal: Journal; outcome: Omit<Outcome, "leaks"> }> {
  const dice = new Dice(seed)
  const journal = new Journal()
  const bank = new Bank(world.sandbox, journal)
  const payoutBank = new PayoutBank(world.sandbox, MONEY_OUT, journal)
  const presses: Press[] = []
  await prepare(world, payoutBank)

  const customers = new Customers(world, bank, dice.of("customers"), journal)
  const arrivals = new Arrivals(MINUTE_MS / sales, (n) => customers.visit(n))
  const desk = new Paymaster(world, dice.of("desk"), journal, "desk", presses)
  const operator = new Operator(world, dice.of("operator"), journal)
  const clerk = new CardClerk(world, dice.of("clerk"), journal)
  const weather = new Weather(world, bank, payoutBank, dice.of("weather"), journal)
  const accidents = new Accidents(world, dice.of("accidents"), journal)
  const before = await memoryOf(redis)

  const until = Date.now() + minutes * MINUTE_MS
  const isOver = () => Date.now() >= until || interrupted()
  await Promise.all([
    arrivals.until(isOver),
    new Arrivals(DESK_EVERY_MS, () => desk.act()).until(isOver),
    new Arrivals(OPERATOR_EVERY_MS, () => operator.act()).until(isOver),
    new Arrivals(CLERK_EVERY_MS, () => clerk.act()).until(isOver),
    new Arrivals(WEEK_EVERY_MS, () => passWeek(world)).until(isOver),
    weather.until(isOver),
    accidents.until(isOver),
    watch(world, arrivals, report, minutes, interrupted),
  ])
  const after = await memoryOf(redis)
  report.say("faults off; time goes on until nothing is left to do")
  await weather.clear()
  await comeToRest(world, { bank, payoutBank, dice: dice.of("calm"), journal })
  const { contradicted } = payoutBank
  const books = await readBooks(world, [], bank.contradicted, { presses, contradicted })
  const cards = { ...(await readCardBooks(world, customers.carts)), bystandersTouched: [] }
  const violations = [
    ...soakViolations(books, cards),
    ...books.bystandersTouched.map((subject) => ({
      ...{ invariant: "no bystander is touched", subject, detail: "its cart changed" },
    })),
  ]
  const outcome = { books, cards, violations, redis: { before, after }, leftOut: arrivals.leftOut }
  return { journal, outcome }
}

async function prepare(world: World, payoutBank: PayoutBank): Promise<void> {
  const { sandbox, address } = world
  await world.pg("inventory_level").update(STOCK)
  await sellWeekly(world)
  sandbox.cards.registerWebhook(CANARY.service.merchant_id, {
    url: `${address.url}/hooks/payin/card`,
  })
  payoutBank.open()
}

/** Prints a line each minute. */
async function watch(
  world: World,
  arrivals: Arrivals,
  report: Report,
  minutes: number,
  interrupted: () => boolean
): Promise<void> {
  const started = performance.now()
  let last = { ...(await readCounts(world)), sales: 0, faults: 0 }
  report.open(world.sides.map(nameOf))
  for (let minute = 1; minute <= minutes; minute++) {
    while (performance.now() < started + minute * MINUTE_MS) {
      if (interrupted()) {
        return
      }
      await sleep(200)
    }
    const now = {
      ...(await readCounts(world)),
      sales: arrivals.begun,
      faults: world.sandbox.counters().faults,
    }
    const sides = await Promise.all(
      world.sides.map(async (side) => ({
        name: nameOf(side),
        vitals: side.alive ? await side.vitals() : null,
      }))
    )
    report.minute({
      ...{ minute, sides, waiting: now.waiting },
      sales: now.sales - last.sales,
      captured: now.captured - last.captured,
      payouts: now.payouts - last.payouts,
      renewals: now.renewals - last.renewals,
      faults: now.faults - last.faults,
      anomalies: now.anomalies - last.anomalies,
    })
    last = now
  }
}

/** What tells it from the other. */
function nameOf({ name }: Side): string {
  return name.slice(name.indexOf("-") + 1)
}

async function memoryOf(redis: Redis): Promise<number> {
  const used = /used_memory:(\d+)/.exec(await redis.cli("info", "memory"))
  return Number(used?.[1] ?? 0)
}
