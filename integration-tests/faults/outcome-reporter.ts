import { setTimeout as sleep } from "node:timers/promises"
import type { Desk } from "./desk"
import type { Journal } from "./journal"
import type { PayoutBank } from "./payout-bank"
import type { SeededRandom } from "./seeded-random"
import type { World } from "./world"

/** `early`: the service has not decided yet, and may decide either way later. */
const HONESTY = { truthful: 5, false: 3, early: 2 } as const
const PEOPLE = ["user_maker", "user_checker", "user_third"] as const
/** What the service may leave open, and what is in doubt. */
const IN_DOUBT = ["unknown", "pending"]
const DOUBTS = ["contradiction", "never_received", "rejection_doubted"]

interface Row {
  id: string
  reference: string
}

/** Somebody who asks the service's support how payouts ended, and reports it: as it is, wrongly, or too early. */
export class OutcomeReporter {
  constructor(
    private readonly world: World,
    private readonly random: SeededRandom,
    private readonly journal: Journal,
    private readonly desk: Desk,
    private readonly bank: PayoutBank
  ) {}

  async act(): Promise<void> {
    for (let moves = this.random.between(1, 3); moves > 0; moves--) {
      await sleep(this.random.between(0, 60))
      await this.report()
    }
  }

  private async report(): Promise<void> {
    const anyOther = this.random.chance(0.1)
    const rows: Row[] = await this.world
      .pg("payin_payout")
      .whereNotNull("reference")
      .modify((query) => {
        if (!anyOther) {
          void query.whereRaw("(status = any(?) or reason = any(?))", [IN_DOUBT, DOUBTS])
        }
      })
      .select("id", "reference")
      .orderBy("created_at")
    if (rows.length === 0) {
      return
    }
    const { id, reference } = this.random.pick(rows)
    const honesty = this.random.weighted(HONESTY)
    const isPaid =
      honesty === "early"
        ? this.random.chance(0.5)
        : this.bank.askSupport(reference, this.random) !== (honesty === "false")
    const outcome = isPaid ? "paid" : "not_paid"
    const person = this.random.pick(PEOPLE)
    const words = { note: "support said so", proof: "ticket of support 1" }
    const answers = await this.desk.press(
      `reports ${id} as ${outcome}, ${honesty}`,
      `/admin/payin/payouts/${id}/conclude`,
      { outcome, ...words },
      { person }
    )
    if (answers.some(({ status }) => status === 200)) {
      this.journal.fault(`a payout was reported as ${outcome}: ${honesty}`)
    }
  }
}
