import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { backoffSeconds, CARD_CANCEL_BACKOFF_SECONDS } from "../../domain/schedule"
import { databaseNow } from "../../tables/now"
import { cardRow, type Card } from "./card-rows"

const TABLE = "payin_card"

/**
 * Cards that the service keeps and that perhaps nobody needs any more: each is checked once it was
 * made, and again when its shopper deletes it or its subscription ends.
 */
export class UnneededCards {
  constructor(private readonly pg: Knex) {}

  /** Claims due cards; the due time moves on with the claim, less and less often. */
  async claim(limit: number): Promise<Card[]> {
    const answer: { rows: unknown[] } = await this.pg.raw(
      `update ${TABLE} set cancel_after = ?, cancel_attempts = cancel_attempts + 1
       where id = any(array(
         select id from ${TABLE}
         where cancel_after is not null and cancel_after <= ? and deleted_at is null
         order by cancel_after limit ? for update skip locked))
       returning *`,
      [databaseNow(this.pg, CARD_CANCEL_BACKOFF_SECONDS[0]), databaseNow(this.pg), limit]
    )
    return answer.rows.map((row) => cardRow.parse(row))
  }

  /** A card that may be needed no more is looked at soon. */
  async suggest(id: string): Promise<void> {
    await this.pg(TABLE)
      .where({ id, status: "active" })
      .whereNull("saved_at")
      .whereNull("cancel_after")
      .update({ cancel_after: databaseNow(this.pg), cancel_attempts: 0 })
  }

  /** Money is still held on it, or the service could not be asked. */
  async later(card: Card): Promise<void> {
    const seconds = backoffSeconds(CARD_CANCEL_BACKOFF_SECONDS, card.cancel_attempts)
    await this.due(card).update({ cancel_after: databaseNow(this.pg, seconds) })
  }

  /**
   * The card stays: its shopper chooses it again, another subscription renews with it, or the
   * service refused.
   */
  async keep(card: Card): Promise<void> {
    await this.due(card).update({ cancel_after: null })
  }

  /** Whoever queues a card again counts its attempts from zero: what was read before counts no more. */
  private due({ id, cancel_attempts }: Card): Knex.QueryBuilder {
    return this.pg(TABLE).where({ id, cancel_attempts }).whereNotNull("cancel_after")
  }
}
