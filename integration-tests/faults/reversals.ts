import type { SeededRandom } from "./seeded-random"
import type { Journal } from "./journal"
import type { World } from "./world"

/** How often the service takes back a pay-in that stands, and says approved again of one that it took back. */
export interface ReversalPlan {
  takes: number
  returns: number
}

/** A time in which an approved pay-in did not stand: milliseconds since 1970 of the service's clock. */
export interface Reversal {
  reference: string
  from: number
  /** Null: until the end. */
  until: number | null
}

const REFUSALS = ["REJECTED", "DECLINED", "EXPIRED"] as const
/** What a bank takes back the service may tell nobody: then only the look before a payout finds it. */
const TOLD = 0.4
/** Of what is still taken back when calm comes, this part stands again. */
const RETURNS_AT_LAST = 0.5

/** The service's second thoughts about pay-ins that the store settled: a bank takes money back days later. */
export class Reversals {
  readonly all: Reversal[] = []

  constructor(
    private readonly world: World,
    private readonly plan: ReversalPlan,
    private readonly journal: Journal
  ) {}

  /** Of which pay-ins the service's last word is not the one that was settled. */
  get takenBack(): ReadonlySet<string> {
    return new Set(this.all.filter(({ until }) => until === null).map(({ reference }) => reference))
  }

  async meddle(random: SeededRandom): Promise<void> {
    const rows: { reference: string }[] = await this.world
      .pg("payin_transaction")
      .whereNotNull("settled_at")
      .select("reference")
      .orderBy("created_at")
    for (const { reference } of rows) {
      const open = this.open(reference)
      if (open !== undefined && random.chance(this.plan.returns)) {
        this.restore(open, random.chance(TOLD))
      } else if (open === undefined && random.chance(this.plan.takes)) {
        this.takeBack(reference, random)
      }
    }
  }

  /**
   * The last change of mind, and a notification of each word: approved money is not asked about again by itself. Its
   * body is a new one, because the same body again is no news
   * (docs/decisions/0012-notifications-are-stored-first.md).
   */
  close(random: SeededRandom): void {
    this.all
      .filter(({ until }) => until === null)
      .filter(() => random.chance(RETURNS_AT_LAST))
      .forEach((reversal) => this.restore(reversal, false))
    new Set(this.all.map(({ reference }) => reference)).forEach((reference) =>
      this.world.sandbox.notify(reference, { body: { top_response_message: "Última palabra" } })
    )
  }

  private takeBack(reference: string, random: SeededRandom): void {
    const { sandbox } = this.world
    if (sandbox.transaction(reference)?.status !== "APPROVED") {
      return
    }
    this.journal.fault("an approved pay-in was taken back")
    this.journal.note("bank", `takes ${reference} back`)
    this.all.push({ reference, from: sandbox.now(), until: null })
    sandbox.settle(reference, { status: random.pick(REFUSALS), notify: random.chance(TOLD) })
  }

  private restore(reversal: Reversal, notify: boolean): void {
    const { sandbox } = this.world
    this.journal.fault("a pay-in that was taken back stands again")
    this.journal.note("bank", `says approved again of ${reversal.reference}`)
    sandbox.settle(reversal.reference, { status: "APPROVED", notify })
    reversal.until = sandbox.now()
  }

  private open(reference: string): Reversal | undefined {
    return this.all.find((one) => one.reference === reference && one.until === null)
  }
}
