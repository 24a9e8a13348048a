import type { Sandbox } from "../../src/sandbox"
import type { Bank } from "../faults/bank"
import { cardFault } from "../faults/card-plan"
import type { SeededRandom } from "../faults/seeded-random"
import type { Journal } from "../faults/journal"
import type { PayoutBank } from "../faults/payout-bank"
import { payoutFault } from "../faults/payout-plan"
import { serviceFault } from "../faults/plan"
import { proxyFault } from "../faults/proxy"
import type { World } from "../faults/world"

const FAIR = 0.35
/** In sales. */
const LASTS = [2, 7] as const
const AMPLE = 500_000_000
const PROMPT = { lose: false, hold: false, copies: 1, delayMs: 0 }
const PAYOUTS = { outcome: "approve", resultAfterMs: 1_500, lowBalance: "refuse" } as const

/** What may go wrong for a while, as often as the weights say. */
const FOUL = {
  service: 5,
  payouts: 3,
  cards: 3,
  notifications: 3,
  webhooks: 2,
  bank: 2,
  low_balance: 0.5,
  signals: 1,
  rollbacks: 1,
  forgeries: 2,
  proxy: 2,
} as const

/** Faults that come and go at random: some sales long this, some that, some none. */
export class FaultScheduler {
  private next = 0
  private met: ReturnType<Sandbox["injectFault"]>[] = []

  constructor(
    private readonly world: World,
    private readonly bank: Bank,
    private readonly payoutBank: PayoutBank,
    private readonly random: SeededRandom,
    private readonly journal: Journal
  ) {}

  /** Called as each sale begins: changes after some. */
  async at(sale: number): Promise<void> {
    if (sale < this.next) {
      return
    }
    this.next = sale + this.random.between(...LASTS)
    await this.clear()
    if (this.random.chance(FAIR)) {
      return
    }
    const kinds = Array.from({ length: this.random.between(1, 3) }, () =>
      this.random.weighted(FOUL)
    )
    for (const kind of new Set(kinds)) {
      await this.begin(kind)
    }
  }

  private async begin(kind: keyof typeof FOUL): Promise<void> {
    const { world, random, journal } = this
    const { sandbox } = world
    journal.note("fault-scheduler", kind)
    switch (kind) {
      case "service":
        this.inject(serviceFault(random))
        return
      case "proxy":
        this.inject(proxyFault(random))
        return
      case "payouts":
        this.inject(payoutFault(random))
        return
      case "cards":
        this.inject(cardFault(random))
        return
      case "notifications":
        sandbox.configure({ notifications: this.delivery("notifications") })
        return
      case "webhooks":
        sandbox.configure({ webhooks: this.delivery("webhooks") })
        return
      case "bank": {
        const outcome = random.pick(["reject", "wait", "wait"] as const)
        journal.fault(`the bank: ${outcome}`)
        sandbox.configure({ payouts: { ...PAYOUTS, outcome } })
        return
      }
      case "low_balance":
        journal.fault("the balance is low")
        sandbox.configure({
          payouts: { ...PAYOUTS, lowBalance: random.pick(["refuse", "reject"] as const) },
        })
        this.payoutBank.fill(random.pick([0, 60_000]))
        return
      case "signals":
        journal.fault("signals on the event bus lost")
        return world.loseSignals(true)
      case "rollbacks":
        journal.fault("Medusa takes refunds back")
        return world.tell("refunds", { fail: "1" })
      case "forgeries":
        for (let n = random.between(1, 3); n > 0; n--) {
          this.bank.forge(random)
        }
    }
  }

  /** Fair fault scheduler: what was held comes, in any order. */
  async clear(): Promise<void> {
    const { sandbox } = this.world
    this.met
      .filter(({ met }) => met > 0)
      .forEach(({ operation, kind, met }) => this.journal.fault(`${operation}: ${kind}`, met))
    this.met = []
    sandbox.clearFaults()
    sandbox.configure({ notifications: PROMPT, webhooks: PROMPT, payouts: PAYOUTS })
    this.payoutBank.fill(AMPLE)
    this.payoutBank.meddle(this.random)
    await this.world.loseSignals(false)
    await this.world.tell("refunds", { fail: "0" })
    const seed = this.random.between(1, 9_999)
    await sandbox.releaseNotifications("shuffled", seed)
    await sandbox.cards.releaseWebhooks("shuffled", seed)
  }

  private inject(fault: Parameters<Sandbox["injectFault"]>[0]): void {
    this.met.push(this.world.sandbox.injectFault(fault))
  }

  private delivery(what: string) {
    const { random } = this
    const kind = random.pick(["lost", "held", "copied", "late"] as const)
    this.journal.fault(`${what} ${kind}`)
    return {
      lost: { ...PROMPT, lose: true },
      held: { ...PROMPT, hold: true },
      copied: { ...PROMPT, copies: random.between(2, 4), delayMs: random.pick([0, 50]) },
      late: { ...PROMPT, delayMs: random.pick([1_000, 20_000]) },
    }[kind]
  }
}
