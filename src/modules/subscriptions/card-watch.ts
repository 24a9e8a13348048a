import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { clockOffsetMs } from "../../domain/time/clock"
import { APPLY_BACKOFF_SECONDS, APPLY_CHECK_SECONDS } from "../../domain/time/schedule"
import { Queue } from "../../engine/queue"
import { databaseNow } from "../../tables/now"
import { askCount, asking, type Sql } from "../../tables/page"
import { cardTransactionRow, type CardTransaction } from "./card-rows"

const TABLE = "payin_card_transaction"

/** A claimed row becomes due again after this long if its worker dies. */
const CLAIM_SECONDS = 150

const DAY_MS = 86_400_000

/** The remaining work on card holds, and its schedule. */
export class CardWatch {
  private readonly applying: Queue<typeof cardTransactionRow>
  private readonly releasing: Queue<typeof cardTransactionRow>

  constructor(private readonly pg: Knex) {
    const claims = {
      table: TABLE,
      row: cardTransactionRow,
      fenced: true,
      visibility: CLAIM_SECONDS,
    } as const
    this.applying = new Queue(pg, {
      ...claims,
      due: "apply_after",
      attempts: "apply_attempts",
      backoff: APPLY_BACKOFF_SECONDS,
    })
    this.releasing = new Queue(pg, {
      ...claims,
      due: "release_after",
      where: "status = 'authorized'",
    })
  }

  /** Claims rows whose update of Medusa is due, or one of them. */
  claimToApply(which: { id: string } | { limit: number }): Promise<CardTransaction[]> {
    return this.applying.claim(which)
  }

  /** Medusa shows the row's state. A row that moved meanwhile stays due. */
  async applied({ id, fence, status, apply_after }: CardTransaction): Promise<void> {
    const written = { apply_error: null, updated_at: databaseNow(this.pg) }
    await this.applying.park({ id, fence, status }, written, apply_after)
  }

  /** Not yet; `error` says why, for a person. A row that moved meanwhile has a schedule of its own. */
  async postpone(row: CardTransaction, error: string): Promise<void> {
    const { id, fence, status, apply_attempts } = row
    const written = { apply_error: error, updated_at: databaseNow(this.pg) }
    await this.applying.retry({ id, fence, status }, apply_attempts, written)
  }

  /** Parks the row until a webhook or a person moves it. */
  async park({ id, fence, status, apply_after }: CardTransaction): Promise<void> {
    const written = { updated_at: databaseNow(this.pg) }
    await this.applying.park({ id, fence, status }, written, apply_after)
  }

  /** Requeues the row for a person or a signal. */
  async requeue(id: string): Promise<void> {
    await this.applying.requeue({ id })
  }

  /**
   * Schedules one more update of Medusa: another completion asks for a payment that Medusa had
   * already shown in an earlier one and took back. If that completion dies too, the later check
   * finds it.
   */
  async shownAgain(id: string): Promise<void> {
    await this.pg(TABLE)
      .where({ id })
      .whereNull("apply_after")
      .update({ apply_after: databaseNow(this.pg, APPLY_CHECK_SECONDS), apply_attempts: 0 })
  }

  /** Notes the order of its payment; a new one if Medusa took the earlier one back. */
  async placed({ id }: Pick<CardTransaction, "id">, order_id: string): Promise<void> {
    await this.pg(TABLE)
      .where({ id })
      .whereRaw("order_id is distinct from ?", [order_id])
      .update({ order_id })
  }

  /** Claims holds that are due to be voided. */
  claimToRelease(limit: number): Promise<CardTransaction[]> {
    return this.releasing.claim({ limit })
  }

  /** The hold is gone, or a person is asked about it: nothing is voided by itself any more. */
  async releaseOver({ id, fence }: CardTransaction): Promise<void> {
    await this.pg(TABLE).where({ id, fence }).update({ release_after: null })
  }

  /**
   * Nothing was held when it should be voided. If the bank refused a capture since, the money is
   * held again, and is voided.
   */
  async notHeld({ id, fence }: CardTransaction): Promise<void> {
    await this.pg(TABLE)
      .where({ id, fence })
      .whereNot({ status: "authorized" })
      .update({ release_after: null })
  }

  async releaseLater({ id, fence }: CardTransaction, seconds: number): Promise<void> {
    await this.releasing.sleep({ id, fence }, seconds)
  }

  async findMany(ids: readonly string[]): Promise<CardTransaction[]> {
    const rows: unknown[] = await this.pg(TABLE).whereIn("id", [...ids])
    return rows.map((row) => cardTransactionRow.parse(row))
  }

  /**
   * Counts of holds, of holds to be voided within a day, and of unknown outcomes; each at most
   * 10,000.
   */
  async depths(): Promise<{ held: number; to_release: number; unknown: number }> {
    const [held, to_release, unknown] = await Promise.all([
      this.count({
        text: "release_after is not null and status = 'authorized'",
        values: [],
      }),
      this.count({
        text: "release_after <= now() + ? * interval '1 millisecond' and status = 'authorized'",
        values: [clockOffsetMs() + DAY_MS],
      }),
      this.count({ text: "status in ('unknown', 'capture_unknown')", values: [] }),
    ])
    return { held, to_release, unknown }
  }

  private count(where: Sql): Promise<number> {
    return askCount(asking(this.pg), TABLE, [where])
  }

  /**
   * Active subscriptions of which this transaction paid a period, the first one included, however
   * long ago. Not for a payment of a later edit of the first order, nor for a period whose money a
   * person refunded.
   */
  async paidBy({ id, cycle_id, order_id }: CardTransaction): Promise<string[]> {
    const renewed = this.pg("payin_cycle")
      .where({ id: cycle_id })
      .whereNot({ status: "failed" })
      .select("payin_subscription_id")
    const first = this.pg(TABLE)
      .where({ order_id })
      .whereNull("cycle_id")
      .where({ status: "captured" })
      .orderBy("captured_at")
      .limit(1)
      .select("id")
    const rows: { id: string }[] = await this.pg("payin_subscription")
      .where((paid) =>
        cycle_id === null
          ? paid.where({ order_id }).where(this.pg.raw("? = (?)", [id, first]))
          : paid.whereIn("id", renewed)
      )
      .whereIn("status", ["active", "past_due"])
      .whereNull("deleted_at")
      .select("id")
    return rows.map((row) => row.id)
  }
}
