import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { cardRequestRow, type CardRequest } from "./card-rows"

const TABLE = "payin_card_request"
/** Operators look for recent requests. */
const SHOWN = 100

export type NewCardRequest = Omit<CardRequest, "created_at">

/** Requests sent to the card-payment API, each by its `X-Request-ID`. */
export class CardRequests {
  constructor(private readonly pg: Knex) {}

  /**
   * Writes a request that is about to leave. For a step of a hold it is written together with the
   * hold's mark.
   */
  async keep(request: NewCardRequest, sql: Knex = this.pg): Promise<void> {
    await sql(TABLE).insert(request)
  }

  /** The newest 100 of a card. */
  async ofCard(card_id: string): Promise<CardRequest[]> {
    const rows: unknown[] = await this.pg(TABLE)
      .where({ card_id })
      .whereNull("deleted_at")
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(SHOWN)
    return rows.map((row) => cardRequestRow.parse(row))
  }
}
