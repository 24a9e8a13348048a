import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { backoffSeconds, CARD_CANCEL_BACKOFF_SECONDS } from "../../domain/schedule"
import { databaseNow } from "../../tables/now"
import { cardRow, type Card } from "./card-rows"

const TABLE = "payin_card"

/** Cards that the service keeps for a subscription of ours which ended. */
export class UnneededCards {
  constructor(private readonly pg: Knex) {}

  /** Claims what is due; the due time moves on with the claim, thinning out. */
  async claim(limit: number): Promise<Card[]> {
    const answer: { rows: unknown[] } = await this.pg.raw(
      `update ${TABLE} set cancel_after = ?, cancel_attempts = cancel_attempts + 1
       where id in (
         select id from ${TABLE}
         where cancel_after is not null and cancel_after <= ? and deleted_at is null
         order by cancel_after limit ? for update skip locked)
       returning *`,
      [databaseNow(this.pg, CARD_CANCEL_BACKOFF_SECONDS[0]), databaseNow(this.pg), limit]
    )
    return answer.rows.map((row) => cardRow.parse(row))
  }

  /** Something is still held on it, or the service could not be asked. */
  async later({ id, cancel_attempts }: Card): Promise<void> {
    const seconds = backoffSeconds(CARD_CANCEL_BACKOFF_SECONDS, cancel_attempts)
    await this.due(id).update({ cancel_after: databaseNow(this.pg, seconds) })
  }

  /** It stays: its shopper chooses it again, another subscription renews with it, or the service said no. */
  async keep({ id }: Card): Promise<void> {
    await this.due(id).update({ cancel_after: null })
  }

  private due(id: string): Knex.QueryBuilder {
    return this.pg(TABLE).where({ id }).whereNotNull("cancel_after")
  }
}
