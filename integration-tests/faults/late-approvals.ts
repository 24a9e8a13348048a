import type { Actors } from "./actors"
import type { SeededRandom } from "./seeded-random"
import type { Moment } from "./moments"
import type { MoneyOut } from "./money-out"
import type { World } from "./world"

const DAY_MS = 86_400_000
/** The watch of thirty days begins when the store sees the end: an approval this old is within every watch. */
const WITHIN_DAYS = 29

/** How often the service says "approved" of a link long after its end. */
export interface LatePlan {
  /** When, in days after calm began. */
  days: number[]
  /** Of the links that are not paid by then. */
  share: number
  /** Share of them that a notification tells of. */
  told: number
  /** So often the service denies a link whose creation it did not answer: the store gives such a link up. */
  denies: number
}

const DAYS = [0.01, 0.3, 2, 6, 12, 20, 28] as const

export function latePlanOf(random: SeededRandom): LatePlan | null {
  if (!random.chance(0.6)) {
    return null
  }
  return {
    days: Array.from({ length: random.between(1, 2) }, () => random.pick(DAYS)),
    share: random.pick([0.5, 0.8, 1]),
    told: random.pick([0, 0, 0, 0.5, 1]),
    denies: random.pick([0, 4, 8]),
  }
}

/** Banks and voucher agents that report late: after a rejection, an expiry, or what the store took for a failure. */
export class LateApprovals {
  constructor(
    private readonly world: World,
    private readonly plan: LatePlan,
    private readonly random: SeededRandom,
    private readonly actors: Pick<Actors, "bank" | "journal">,
    /** Of pay-ins that were settled and taken back the service says approved again on its own. */
    private readonly reversals: Pick<MoneyOut, "takenBack">
  ) {}

  /** The service does not know for a while what it took: as calm begins, when nothing else fails any more. */
  async deny(): Promise<void> {
    const { world, plan, actors } = this
    const { journal } = actors
    if (plan.denies === 0) {
      return
    }
    const rows: { reference: string }[] = await world
      .pg("payin_transaction")
      .where({ status: "creating" })
      .select("reference")
      .orderBy("created_at")
    for (const { reference } of rows.filter((row) => this.isAtService(row.reference))) {
      journal.fault("the service denies a link that it made")
      journal.note("service", `denies ${reference}`)
      const fault = { operation: "lookup", kind: "late_visibility", reference } as const
      world.sandbox.injectFault({ ...fault, times: plan.denies })
    }
  }

  get moments(): Moment[] {
    return this.plan.days.map((day) => ({
      at: day * DAY_MS,
      act: () => this.approve(),
      isAwaited: () => this.payable().length > 0,
    }))
  }

  private async approve(): Promise<void> {
    const { plan, random } = this
    const { bank, journal } = this.actors
    for (const reference of this.payable().filter(() => random.chance(plan.share))) {
      const row: { status: string } | undefined = await this.world
        .pg("payin_transaction")
        .where({ reference })
        .first("status")
      const heard = random.chance(plan.told)
      const seen = `${row?.status ?? "unknown"}, ${heard ? "told" : "untold"}`
      journal.fault(`late approval of a pay-in that was ${seen}`)
      await bank.pay(reference, "late bank", { notify: heard })
    }
  }

  /** In the order of their making: that of the sandbox is of no seed. */
  private payable(): string[] {
    const { sandbox } = this.world
    const oldest = sandbox.now() - WITHIN_DAYS * DAY_MS
    return sandbox
      .transactions({ limit: Infinity })
      .filter(({ status, created_at }) => status !== "APPROVED" && Date.parse(created_at) > oldest)
      .map(({ reference }) => reference)
      .filter((reference) => !this.reversals.takenBack.has(reference))
      .reverse()
  }

  private isAtService(reference: string): boolean {
    return this.world.sandbox.transaction(reference) !== null
  }
}
