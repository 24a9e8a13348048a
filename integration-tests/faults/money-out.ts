import { setTimeout as sleep } from "node:timers/promises"
import type { Cart } from "./cart"
import type { Cast } from "./cast"
import type { Dice } from "./dice"
import { Packer } from "./packer"
import { Paymaster, type Press } from "./paymaster"
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
  private readonly hands: (Paymaster | Packer)[]

  constructor(
    private readonly world: World,
    private readonly plan: PayoutPlan | null,
    private readonly cast: Cast
  ) {
    const { dice, journal } = cast
    this.bank = plan && new PayoutBank(world.sandbox, plan, journal)
    const paymasters = Array.from({ length: plan?.hands ?? 0 }, (_, n) => {
      const name = `hand-${n}`
      return new Paymaster(world, dice.of(name), journal, name, this.presses)
    })
    const packers = plan?.packs === true ? [new Packer(world, dice.of("packer"), journal)] : []
    this.hands = [...paymasters, ...packers]
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
    const dice = this.cast.dice.of("kept")
    carts.forEach((cart) => {
      cart.refundTo = dice.chance(plan.kept) ? destinationOf(cart.market, dice) : null
    })
    bank.open()
  }

  /** The desk while shoppers still pay. */
  async meanwhile(): Promise<void> {
    await Promise.all(this.hands.map((hand) => hand.act()))
  }

  /** Most of what was ordered is paid by now, and the desk has its day. */
  async run(carts: readonly Cart[]): Promise<void> {
    const { plan, world, cast } = this
    if (plan === null) {
      return
    }
    const dice = cast.dice.of("money-out")
    for (const cart of carts.filter(() => dice.chance(0.7))) {
      await cast.bank.pay(cart.links.at(-1), "driver", {})
    }
    await this.work()
    for (const [n, pause] of plan.pauses.entries()) {
      await world.rest()
      cast.journal.note("clock", `${pause} seconds go by`)
      await world.advance(pause * SECOND_MS)
      await Promise.all([
        ...this.hands.map((hand) => hand.act()),
        this.errands(dice.of(`errands-${n}`)),
      ])
    }
    cast.journal.note("driver", "the desk closes")
  }

  /** Before calm: nothing fails any more, and what waited at the service is decided. */
  async close(): Promise<void> {
    const { plan, bank, cast, world } = this
    await world.tell("refunds", { fail: "0" })
    if (plan === null || bank === null) {
      return
    }
    bank.close(cast.dice.of("payout-calm"))
    if (plan.balance.later !== null) {
      bank.fill(plan.balance.later)
    }
    // A final state is not asked about again by itself for long: a notification tells of a change.
    bank.contradicted.forEach((ticket) => world.sandbox.notify(ticket))
  }

  /** What happens beside the desk: the jobs of all processes, the bank, small steps of time. */
  private async errands(dice: Dice): Promise<void> {
    for (let n = 0; n < 3; n++) {
      await sleep(dice.between(20, 100))
      this.bank?.meddle(dice)
      await this.world.advance(dice.between(0, STEP_MS))
      await this.work()
    }
  }

  private async work(): Promise<void> {
    const { failed } = await this.cast.rota.round()
    failed.forEach((message) => this.cast.journal.note("jobs", message))
  }
}
