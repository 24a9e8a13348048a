import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { backoffSeconds, END_BACKOFF_SECONDS, LEASE_SECONDS } from "../../domain/schedule"
import type { PayInStatus } from "../../domain/payin-state"
import { databaseNow } from "../../tables/now"
import type { Lease } from "./lease"

const TABLE = "payin_transaction"
const BUSY_SECONDS = 2

/**
 * Apply outcome: links that ended unpaid and whose end Medusa does not know yet, and the time of
 * the next try.
 */
export class Endings {
  constructor(private readonly pg: Knex) {}

  /**
   * Claims rejected, expired, failed and lapsed pay-ins whose end is due, or one of them. Claiming
   * moves the due time on: another caller at the same moment gets nothing, and the row of a crashed
   * worker becomes due again.
   */
  async claim(which: { limit: number } | { id: string }): Promise<string[]> {
    const due = this.pg(TABLE)
      .select("id")
      .whereNotNull("end_after")
      .where("end_after", "<=", databaseNow(this.pg))
      .whereNull("deleted_at")
      .forUpdate()
      .skipLocked()
    const claimed = "id" in which ? due.where({ id: which.id }) : due.limit(which.limit)
    const rows: { id: string }[] = await this.pg(TABLE)
      .whereIn("id", claimed.orderBy("end_after"))
      .update({
        end_after: databaseNow(this.pg, LEASE_SECONDS),
        end_attempts: this.pg.raw("end_attempts + 1"),
      })
      .returning("id")
    return rows.map((row) => row.id)
  }

  /** Medusa or the service could not be asked, or another link may still be paid: later again. */
  async postpone({ transaction, fence }: Lease): Promise<void> {
    const seconds = backoffSeconds(END_BACKOFF_SECONDS, transaction.end_attempts)
    await this.dueIn(seconds, { id: transaction.id, fence })
  }

  /** The order waits for money until then. */
  async wait({ transaction, fence }: Lease, until: Date): Promise<void> {
    await this.pg(TABLE)
      .where({ id: transaction.id, fence })
      .whereNotNull("end_after")
      .update({ end_after: until, end_attempts: 0 })
  }

  /** Another worker holds a lock: retry soon. */
  async retrySoon(id: string): Promise<void> {
    await this.dueIn(BUSY_SECONDS, { id })
  }

  /**
   * Medusa knows the end in this state. A row that moved meanwhile keeps its new schedule: received
   * money is settled, and another end is applied too.
   */
  async ended({ transaction, fence }: Lease, status: PayInStatus): Promise<void> {
    await this.pg(TABLE)
      .where({ id: transaction.id, fence, status })
      .update({
        ended_at: databaseNow(this.pg),
        end_after: null,
        updated_at: databaseNow(this.pg),
      })
  }

  private async dueIn(seconds: number, where: { id: string; fence?: number }): Promise<void> {
    await this.pg(TABLE)
      .where(where)
      .whereNotNull("end_after")
      .update({ end_after: databaseNow(this.pg, seconds) })
  }
}
