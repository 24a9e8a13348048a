import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import type { Actor } from "../../domain/payout/actor"
import type { PayoutDestination } from "../../domain/payout/destination"
import { MANY_REVEALS } from "../../domain/time/schedule"
import { databaseNow } from "../../tables/now"
import type { Announcements } from "./announcements"
import type { Audit } from "./audit"
import type { Destinations } from "./destinations"

const TABLE = "payin_payout_audit"
const ACTION = "revealed"
const countRow = z.object({ count: z.coerce.number() })

/** Whole account numbers that a person looks at: each has an audit line, and many are announced. */
export class Reveals {
  constructor(
    private readonly pg: Knex,
    private readonly audit: Audit,
    private readonly destinations: Destinations,
    private readonly announcements: Announcements
  ) {}

  /** The whole destination; nobody sees it before its audit line is committed. */
  async open(
    table: "payin_payout" | "payin_beneficiary",
    row: { id: string; destination_sealed: string },
    actor: Actor
  ): Promise<PayoutDestination> {
    const count = await this.pg.transaction(async (trx) => {
      // Two at once would each count without the other.
      await trx.raw("select pg_advisory_xact_lock(hashtext(?))", [`payin reveals ${actor.id}`])
      await this.audit.note(trx, { subject_id: row.id, action: ACTION, actor })
      return this.ofLately(trx, actor)
    })
    const destination = this.destinations.open(table, row)
    if (count > MANY_REVEALS.count) {
      await this.announcements.manyReveals(row.id, actor, count)
    }
    return destination
  }

  private async ofLately(trx: Knex, { type, id }: Actor): Promise<number> {
    const found: unknown = await trx(TABLE)
      .where({ action: ACTION, actor_type: type, actor_id: id })
      .where("created_at", ">", databaseNow(trx, -MANY_REVEALS.seconds))
      .whereNull("deleted_at")
      .count({ count: "*" })
      .first()
    return countRow.parse(found).count
  }
}
