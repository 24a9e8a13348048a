import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { withoutPersonal } from "../../domain/privacy/personal-data"
import { eventRow } from "./events"

const TABLE = "payin_event"

/** Forgetting: removes personal data from a person's stored notifications. The rows stay. */
export class Forgetting {
  /** `references`: of pay-ins, payouts and card payments. */
  async erase(trx: Knex.Transaction, references: readonly string[]): Promise<void> {
    const rows: unknown[] = await trx(TABLE).whereIn("reference", [...references])
    for (const { id, payload } of rows.map((row) => eventRow.parse(row))) {
      await trx(TABLE)
        .where({ id })
        .update({ payload: JSON.stringify(withoutPersonal(payload)) })
    }
  }
}
