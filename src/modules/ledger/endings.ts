import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { END_BACKOFF_SECONDS, LEASE_SECONDS } from "../../domain/time/schedule"
import type { PayInStatus } from "../../domain/payin/state"
import { Queue } from "../../engine/queue"
import { databaseNow } from "../../tables/now"
import type { Lease } from "./lease"
import { idRow } from "./rows"

const TABLE = "payin_transaction"
const BUSY_SECONDS = 2

/**
 * Apply outcome: links that ended unpaid and whose end Medusa does not know yet, and the time of
 * the next try.
 */
export class Endings {
  private readonly queue: Queue<typeof idRow>

  constructor(private readonly pg: Knex) {
    this.queue = new Queue(pg, {
      table: TABLE,
      row: idRow,
      due: "end_after",
      where: "end_after is not null",
      attempts: "end_attempts",
      visibility: LEASE_SECONDS,
      backoff: END_BACKOFF_SECONDS,
    })
  }

  /** Claims rejected, expired, failed and lapsed pay-ins whose end is due, or one of them. */
  async claim(which: { limit: number } | { id: string }): Promise<string[]> {
    return (await this.queue.claim(which)).map(({ id }) => id)
  }

  /** Medusa or the service could not be asked, or another link may still be paid: later again. */
  async postpone({ transaction, fence }: Lease): Promise<void> {
    await this.queue.retry({ id: transaction.id, fence }, transaction.end_attempts)
  }

  /** The order waits for money until then. */
  async wait({ transaction, fence }: Lease, until: Date): Promise<void> {
    await this.queue.sleep({ id: transaction.id, fence }, until, { end_attempts: 0 })
  }

  /** Another worker holds a lock: retry soon. */
  async retrySoon(id: string): Promise<void> {
    await this.queue.sleep({ id }, BUSY_SECONDS)
  }

  /** Money arrived that nobody excluded: the link has no end any more. */
  async leave({ transaction, fence }: Lease): Promise<void> {
    await this.pg(TABLE)
      .where({ id: transaction.id, fence, status: "approved", excluded_at: null })
      .update({ end_after: null, updated_at: databaseNow(this.pg) })
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
}
