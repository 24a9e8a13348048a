import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { CARD_CANCEL_BACKOFF_SECONDS } from "../../domain/time/schedule"
import { Queue } from "../../engine/queue"
import { databaseNow } from "../../tables/now"
import { cardRow, type Card } from "./card-rows"

const TABLE = "payin_card"

/**
 * Cards that the service keeps and that perhaps nobody needs any more: each is checked once it was
 * made, and again when its shopper deletes it or its subscription ends.
 */
export class UnneededCards {
  private readonly queue: Queue<typeof cardRow>

  constructor(private readonly pg: Knex) {
    this.queue = new Queue(pg, {
      table: TABLE,
      row: cardRow,
      due: "cancel_after",
      where: "cancel_after is not null",
      attempts: "cancel_attempts",
      visibility: CARD_CANCEL_BACKOFF_SECONDS[0],
      backoff: CARD_CANCEL_BACKOFF_SECONDS,
    })
  }

  /** Claims due cards. */
  claim(limit: number): Promise<Card[]> {
    return this.queue.claim({ limit })
  }

  /** A card that may be needed no more is looked at soon. */
  async suggest(id: string): Promise<void> {
    await this.pg(TABLE)
      .where({ id, status: "active" })
      .whereNull("saved_at")
      .whereNull("cancel_after")
      .update({ cancel_after: databaseNow(this.pg), cancel_attempts: 0 })
  }

  // Whoever queues a card again counts its attempts from zero: what was read before counts no more.

  /** Money is still held on it, or the service could not be asked. */
  async later({ id, cancel_attempts }: Card): Promise<void> {
    await this.queue.retry({ id, cancel_attempts }, cancel_attempts)
  }

  /**
   * The card stays: its shopper chooses it again, another subscription renews with it, or the
   * service refused.
   */
  async keep({ id, cancel_attempts }: Card): Promise<void> {
    await this.queue.park({ id, cancel_attempts })
  }
}
