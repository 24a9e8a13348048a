import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { databaseNow } from "../../tables/now"

const TABLE = "payin_turn"

/**
 * A crashed holder blocks its collection for this long. The longest initiation looks three older
 * links up or stops at the first that fails, creates one, and does it once more when Medusa takes a
 * failed post back.
 */
const TURN_SECONDS = 90

/**
 * One payment initiation at a time per payment collection, across instances (see models/turn). Once an
 * order stands, its id takes the place of the collection's: it may have several collections, and booking
 * money on it is one of the things that happen one at a time.
 */
export class Turns {
  constructor(private readonly pg: Knex) {}

  /** Takes the turn if it is free; false while another holder has it. */
  async take(paymentCollectionId: string, owner: string): Promise<boolean> {
    const rows: unknown[] = await this.pg(TABLE)
      .insert({
        id: generateEntityId(undefined, "payturn"),
        payment_collection_id: paymentCollectionId,
        owner,
        leased_until: databaseNow(this.pg, TURN_SECONDS),
      })
      .onConflict("payment_collection_id")
      .merge({ owner, leased_until: databaseNow(this.pg, TURN_SECONDS) })
      .where("payin_turn.leased_until", "<", databaseNow(this.pg))
      .returning("id")
    return rows.length > 0
  }

  async give(paymentCollectionId: string, owner: string): Promise<void> {
    await this.pg(TABLE).where({ payment_collection_id: paymentCollectionId, owner }).delete()
  }
}
