import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { SessionField } from "../../domain/privacy/customer-data"
import { readOne } from "../../tables/rows"
import { sessionRow, type KnownSession } from "./rows"

const TABLE = "payin_session"

export interface SessionRecord {
  session_id: string
  payment_collection_id: string
  account: string
  transaction_id: string | null
  fields: SessionField[] | null
}

/** Every payment session that is or was ours (see models/session). */
export class Sessions {
  constructor(private readonly pg: Knex) {}

  async record(session: SessionRecord, pg: Knex | Knex.Transaction = this.pg): Promise<void> {
    const values = {
      ...session,
      fields: session.fields === null ? null : JSON.stringify(session.fields),
    }
    await pg(TABLE)
      .insert({ id: generateEntityId(undefined, "payses"), ...values })
      .onConflict("session_id")
      .merge({ transaction_id: values.transaction_id, fields: values.fields })
  }

  async find(sessionId: string): Promise<KnownSession | null> {
    return readOne(sessionRow, await this.pg(TABLE).where("session_id", sessionId).first())
  }

  /** The newest session of a payment collection, which the shopper uses now. */
  async newest(paymentCollectionId: string): Promise<KnownSession | null> {
    const row: unknown = await this.pg(TABLE)
      .where("payment_collection_id", paymentCollectionId)
      .whereNull("deleted_at")
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "session_id", order: "desc" },
      ])
      .first()
    return readOne(sessionRow, row)
  }
}
