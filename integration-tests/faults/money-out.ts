import { setTimeout as sleep } from "node:timers/promises"
import type { Cart } from "./cart"
import type { Actors } from "./actors"
import type { SeededRandom } from "./seeded-random"
import { FulfillmentOperator } from "./fulfillment-operator"
import { PayoutOperator, type Press } from "./payout-operator"
import { PayoutBank } from "./payout-bank"
import { destinationOf } from "./payout-destination"
import type { PayoutPlan } from "./payout-plan"
import type { World } from "./world"

const SECOND_MS = 1_000
/** While something may be under way the clock makes small steps only: a jump would end living leases. */
const STEP_MS = 5_000

/** The part of a schedule in which money goes out: people at the desk, a bank, the jobs of all processes. */
export class MoneyOut {
  readonly presses: Press[] = []
  private readonly bank: PayoutBank | null
  private readonly operators: (PayoutOperator | FulfillmentOperator)[]

  constructor(
    private readonly world: World,
    private readonly plan: PayoutPlan | null,
    private readonly actors: Actors
  ) {
    const { random, journal } = actors
    this.bank = plan && new PayoutBank(world.sandbox, plan, journal)
    const payers = Array.from({ length: plan?.operators ?? 0 }, (_, n) => {
      const name = `operator-${n}`
      return new PayoutOperator(world, random.of(name), journal, name, this.presses)
    })
    const shippers =
      plan?.packs === true
        ? [new FulfillmentOperator(world, random.of("fulfillment-operator"), journal)]
        : []
    this.operators = [...payers, ...shippers]
  }

  get contradicted(): ReadonlySet<string> {
    return this.bank?.contradicted ?? new Set()
  }

  /** The bank opens; some shoppers will say where they want money back. */
  async open(carts: readonly Cart[]): Promise<void> {
    const { plan, bank } = this
    await this.world.tell("refunds", { fail: String(plan?.rollbacks ?? 0) })
    await this.world.tell("options", { unknown: plan?.unknown ?? "hold" })
    if (plan === null || bank === null) {
      return
    }
    const random = this.actors.random.of("kept")
    carts.forEach((cart) => {
      cart.refundTo = random.chance(plan.kept) ? destinationOf(cart.market, random) : null
    })
    bank.open()
  }

  /** The desk while shoppers still pay. */
  async meanwhile(): Promise<void> {
    await Promise.all(this.operators.map((operator) => operator.act()))
  }

  /** Most of what was ordered is paid by now, and the desk has its day. */
  async run(carts: readonly Cart[]): Promise<void> {
    const { plan, world, actors } = this
    if (plan === null) {
      return
    }
    const random = actors.random.of("money-out")
    for (const cart of carts.filter(() => random.chance(0.7))) {
      await actors.bank.pay(cart.links.at(-1), "driver", {})
    }
    await this.work()
    for (const [n, pause] of plan.pauses.entries()) {
      await world.rest()
      actors.journal.note("clock", `${pause} seconds go by`)
      await world.advance(pause * SECOND_MS)
      await Promise.all([
        ...this.operators.map((operator) => operator.act()),
        this.errands(random.of(`errands-${n}`)),
      ])
    }
    actors.journal.note("driver", "the desk closes")
  }

  /** Before calm: nothing fails any more, and what waited at the service is decided. */
  async close(): Promise<void> {
    const { plan, bank, actors, world } = this
    await world.tell("refunds", { fail: "0" })
    if (plan === null || bank === null) {
      return
    }
    bank.close(actors.random.of("payout-calm"))
    if (plan.balance.later !== null) {
      bank.fill(plan.balance.later)
    }
    // A final state is not asked about again by itself for long: a notification tells of a change.
    bank.contradicted.forEach((ticket) => world.sandbox.notify(ticket))
  }

  /** What happens beside the desk: the jobs of all processes, the bank, small steps of time. */
  private async errands(random: SeededRandom): Promise<void> {
    for (let n = 0; n < 3; n++) {
      await sleep(random.between(20, 100))
      this.bank?.meddle(random)
      await this.world.advance(random.between(0, STEP_MS))
      await this.work()
    }
  }

  private async work(): Promise<void> {
    const { failed } = await this.actors.jobScheduler.round()
    failed.forEach((message) => this.actors.journal.note("jobs", message))
  }
}
