import { setTimeout as sleep } from "node:timers/promises"
import type { Cart } from "./cart"
import type { Actors } from "./actors"
import type { SeededRandom } from "./seeded-random"
import { FulfillmentOperator } from "./fulfillment-operator"
import { Desk, type Press } from "./desk"
import { Accounts, Colleague } from "./colleagues"
import { OutcomeReporter } from "./outcome-reporter"
import { PayoutOperator } from "./payout-operator"
import { PayoutBank } from "./payout-bank"
import { destinationOf } from "./payout-destination"
import type { PayoutPlan } from "./payout-plan"
import { RestPayer } from "./rest-payer"
import { Reversals, type Reversal } from "./reversals"
import type { World } from "./world"

const SECOND_MS = 1_000
/** While something may be under way the clock makes small steps only: a jump would end living leases. */
const STEP_MS = 5_000

interface Person {
  act(): Promise<void>
}

/** The part of a schedule in which money goes out: people at the desk, a bank, the jobs of all processes. */
export class MoneyOut {
  readonly presses: Press[] = []
  private readonly bank: PayoutBank | null
  private readonly reversing: Reversals | null
  private readonly operators: Person[]

  constructor(
    private readonly world: World,
    private readonly plan: PayoutPlan | null,
    private readonly actors: Actors
  ) {
    const { journal } = actors
    this.bank = plan && new PayoutBank(world.sandbox, plan, journal)
    this.reversing = plan?.reversals ? new Reversals(world, plan.reversals, journal) : null
    this.operators = plan === null || this.bank === null ? [] : this.people(plan, this.bank)
  }

  /** References of pay-ins of which the service's last word is not the one that was settled. */
  get takenBack(): ReadonlySet<string> {
    return this.reversing?.takenBack ?? new Set()
  }

  get reversals(): readonly Reversal[] {
    return this.reversing?.all ?? []
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
    this.reversing?.close(actors.random.of("reversals-calm"))
  }

  private people(plan: PayoutPlan, bank: PayoutBank): Person[] {
    const { world, presses } = this
    const { random, journal } = this.actors
    const desk = (name: string) =>
      new Desk(world, random.of(`${name}'s desk`), journal, name, presses)
    const payers = Array.from({ length: plan.operators }, (_, n) => {
      const name = `operator-${n}`
      return new PayoutOperator(world, random.of(name), desk(name))
    })
    const shipper = new FulfillmentOperator(world, random.of("fulfillment-operator"), journal)
    const reporter = new OutcomeReporter(
      world,
      random.of("reporter"),
      journal,
      desk("reporter"),
      bank
    )
    const restPayer = new RestPayer(world, random.of("rest-payer"), journal, desk("rest-payer"))
    const accounts = new Accounts()
    const colleagues = Array.from({ length: plan.colleagues }, (_, n) => {
      const name = `colleague-${n}`
      return new Colleague(world, random.of(name), journal, desk(name), accounts)
    })
    return [
      ...payers,
      ...colleagues,
      ...(plan.packs ? [shipper] : []),
      ...(plan.reports ? [reporter] : []),
      ...(plan.rests ? [restPayer] : []),
    ]
  }

  /** What happens beside the desk: the jobs of all processes, the bank, small steps of time. */
  private async errands(random: SeededRandom): Promise<void> {
    for (let n = 0; n < 3; n++) {
      await sleep(random.between(20, 100))
      this.bank?.meddle(random)
      await this.reversing?.meddle(random.of(`reversals-${n}`))
      await this.world.advance(random.between(0, STEP_MS))
      await this.work()
    }
  }

  private async work(): Promise<void> {
    const { failed } = await this.actors.jobScheduler.round()
    failed.forEach((message) => this.actors.journal.note("jobs", message))
  }
}
