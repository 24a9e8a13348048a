import { setTimeout as sleep } from "node:timers/promises"
import type { Desk } from "./desk"
import type { Journal } from "./journal"
import type { SeededRandom } from "./seeded-random"
import type { World } from "./world"

const MOVES = { pay_rest: 5, look: 3, approve: 4 } as const
/** Whoever orders a rest may try to approve it, too. */
const PEOPLE = ["user_maker", "user_checker", "user_third"] as const

interface Row {
  id: string
  version: number
}

/**
 * Somebody who orders what the service left unpaid: twice, at once, of what they saw before it changed, and
 * of what nobody paid. Sellers' shares are left alone, of which others keep the books.
 */
export class RestPayer {
  constructor(
    private readonly world: World,
    private readonly random: SeededRandom,
    private readonly journal: Journal,
    private readonly desk: Desk
  ) {}

  async act(): Promise<void> {
    for (let moves = this.random.between(3, 6); moves > 0; moves--) {
      await sleep(this.random.between(0, 60))
      await this.move(this.random.weighted(MOVES))
    }
  }

  private async move(move: keyof typeof MOVES): Promise<void> {
    switch (move) {
      case "pay_rest":
        return this.payRest()
      case "look":
        return this.lookAtAmounts()
      case "approve":
        return this.approve()
    }
  }

  private async payRest(): Promise<void> {
    const anyOther = this.random.chance(0.1)
    const short =
      "status = 'approved' and paid_amount is not null and paid_amount::numeric < amount::numeric"
    const row = await this.any(anyOther ? "status <> 'held'" : short)
    if (row === null) {
      return
    }
    const seen = this.random.chance(0.1) ? Math.max(1, row.version - 1) : row.version
    const answers = await this.desk.press(
      `pays the rest of ${row.id}`,
      `/admin/payin/payouts/${row.id}/pay-rest`,
      { version: seen },
      { person: this.random.pick(PEOPLE), makes: "rest" }
    )
    if (answers.some(({ status }) => status === 200)) {
      this.journal.fault("a rest was ordered")
    }
  }

  /** Until somebody looked, nothing of the account leaves. */
  private async lookAtAmounts(): Promise<void> {
    const rows: { id: string }[] = await this.world
      .pg("payin_anomaly")
      .where({ status: "open", kind: "payout_amount_mismatch" })
      .select("id")
      .orderBy("created_at")
    if (rows.length > 0) {
      const { id } = this.random.pick(rows)
      const body = { action: "ignore", note: "the rest is ordered" }
      const path = `/admin/payin/anomalies/${id}/resolve`
      await this.desk.press(`looks at ${id}`, path, body, { person: this.random.pick(PEOPLE) })
    }
  }

  private async approve(): Promise<void> {
    const row = await this.any("status = 'awaiting_approval' and rest_of is not null")
    if (row !== null) {
      await this.desk.press(
        `approves the rest ${row.id}`,
        `/admin/payin/payouts/${row.id}/approve`,
        { version: row.version },
        { person: this.random.pick(PEOPLE) }
      )
    }
  }

  private async any(where: string): Promise<Row | null> {
    const rows: Row[] = await this.world
      .pg("payin_payout")
      .whereNull("rule_id")
      .whereRaw(where)
      .select("id", "version")
      .orderBy("created_at")
    return rows.length === 0 ? null : this.random.pick(rows)
  }
}
