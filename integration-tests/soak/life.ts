import { Bank } from "../faults/bank"
import { readBooks } from "../faults/books"
import { readCardBooks } from "../faults/card-books"
import { CardOperator } from "../faults/card-operator"
import { SeededRandom } from "../faults/seeded-random"
import { Journal } from "../faults/journal"
import { Operator } from "../faults/operator"
import { Desk, type Press } from "../faults/desk"
import { PayoutOperator } from "../faults/payout-operator"
import { PayoutBank } from "../faults/payout-bank"
import type { PayoutPlan } from "../faults/payout-plan"
import type { World } from "../faults/world"
import type { Redis } from "../support/redis"
import { CANARY } from "../support/personal-data"
import { Accidents } from "./accidents"
import { Arrivals } from "./arrivals"
import { soakViolations } from "./audit"
import { comeToRest } from "./calm"
import { readCounts } from "./counts"
import { Customers } from "./customers"
import { idleViolations } from "./idle"
import type { Outcome, Report } from "./report"
import type { Settings } from "./settings"
import { Watch } from "./watch"
import { FaultScheduler } from "./fault-scheduler"
import { passWeek, sellWeekly } from "./weeks"

const MINUTE_MS = 60_000
/** One life sells more than the seed stocks. */
const STOCK = {
  stocked_quantity: 1_000_000,
  raw_stocked_quantity: '{"value":"1000000","precision":20}',
}
/** Customers at once, of a life that is counted in sales. */
const AT_ONCE = 6
/** What else is done, each after so many sales. */
const EVERY = { week: 3, desk: 5, operator: 15, cardOperator: 22 } as const

/** What waits at the bank is decided whenever the faults change; what fails, the fault scheduler decides. */
const MONEY_OUT: PayoutPlan = {
  ...{ operators: 1, pauses: [], kept: 1, service: [], rollbacks: 0, unknown: "hold" },
  bank: { outcome: "wait", resultAfterMs: 1_500, duplicate: "refuse" },
  balance: { now: 500_000_000, later: null },
  ...{ contradicts: false, other_amounts: false, forgeries: 1, packs: false },
  ...{ reversals: null, reports: false, rests: false, colleagues: 0 },
}

/** One long life of a store: sales, payouts and renewals at a steady rate, faults at random; then calm and audit. */
export async function live(
  world: World,
  redis: Redis,
  settings: Settings,
  report: Report,
  interrupted: () => boolean
): Promise<{ journal: Journal; outcome: Omit<Outcome, "leaks"> }> {
  const random = new SeededRandom(settings.seed)
  const journal = new Journal()
  const bank = new Bank(world.sandbox, journal)
  const payoutBank = new PayoutBank(world.sandbox, MONEY_OUT, journal)
  const presses: Press[] = []
  await prepare(world, payoutBank)

  const customers = new Customers(world, bank, random.of("customers"), journal)
  const faultScheduler = new FaultScheduler(
    world,
    bank,
    payoutBank,
    random.of("fault-scheduler"),
    journal
  )
  const accidents = new Accidents(world, random.of("accidents"), journal)
  const desk = new Desk(world, random.of("buttons"), journal, "desk", presses)
  const beside: Record<keyof typeof EVERY, () => Promise<void>> = {
    week: () => passWeek(world),
    desk: actor(new PayoutOperator(world, random.of("desk"), desk)),
    operator: actor(new Operator(world, random.of("operator"), journal)),
    cardOperator: actor(new CardOperator(world, random.of("card-operator"), journal)),
  }
  const before = await memoryOf(redis)
  await faultScheduler.clear()
  const arrivals = new Arrivals(async (n) => {
    await faultScheduler.at(n)
    await accidents.at(n)
    await customers.visit(n)
    for (const who of whoActsAfter(n)) {
      await beside[who]()
    }
  })
  const watch = new Watch(world, arrivals, report)
  await watch.during(() => come(arrivals, settings, interrupted))
  const after = await memoryOf(redis)
  report.say("faults off; time goes on until nothing is left to do")
  await faultScheduler.clear()
  await comeToRest(world, { payoutBank, random: random.of("calm"), journal })
  const { contradicted } = payoutBank
  const books = await readBooks(world, [], bank.contradicted, {
    ...{ presses, contradicted, reversals: [] },
  })
  const cards = { ...(await readCardBooks(world, customers.carts)), bystandersTouched: [] }
  const violations = [
    ...soakViolations(books, cards),
    ...books.bystandersTouched.map((subject) => ({
      ...{ invariant: "no bystander is touched", subject, detail: "its cart changed" },
    })),
    ...idleViolations(arrivals.begun, await readCounts(world)),
  ]
  const outcome = { books, cards, violations, redis: { before, after }, leftOut: arrivals.leftOut }
  return { journal, outcome }
}

/** One after the other, though several customers call them at once. */
function actor(person: { act(): Promise<void> }): () => Promise<void> {
  let before: Promise<void> = Promise.resolve()
  return () => (before = before.then(() => person.act()))
}

function whoActsAfter(sale: number): (keyof typeof EVERY)[] {
  const all = ["week", "desk", "operator", "cardOperator"] as const
  return all.filter((who) => (sale + 1) % EVERY[who] === 0)
}

async function come(
  arrivals: Arrivals,
  { minutes, rate, sales }: Settings,
  interrupted: () => boolean
): Promise<void> {
  if (sales !== null) {
    return arrivals.inTurn(sales, AT_ONCE, interrupted)
  }
  const until = Date.now() + minutes * MINUTE_MS
  return arrivals.everyMs(MINUTE_MS / rate, () => Date.now() >= until || interrupted())
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

async function memoryOf(redis: Redis): Promise<number> {
  const used = /used_memory:(\d+)/.exec(await redis.cli("info", "memory"))
  return Number(used?.[1] ?? 0)
}
