import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { UNSENT_PAYOUT_STATUSES } from "../../domain/payout-state"
import { UNQUEUED_AFTER_SECONDS } from "../../domain/schedule"
import { inTurns } from "../../tables/in-turns"
import { databaseNow } from "../../tables/now"

// A missing Refund never comes back (`refundRows`).
const UNWANTED = `
  select b.id from payin_payout b
  where b.source = 'refund' and b.status = any(?) and b.created_at < ? and b.deleted_at is null
    and not exists (select 1 from refund r where r.id = b.refund_id and r.deleted_at is null)`

/** Payouts that nobody sent yet of Refunds that Medusa took back, a page of them in turn. */
export async function payoutsOfRolledBack(pg: Knex, limit: number): Promise<{ id: string }[]> {
  return inTurns<"id", { id: string }>(pg, {
    name: "payouts of refunds taken back",
    sql: UNWANTED,
    bindings: [[...UNSENT_PAYOUT_STATUSES], databaseNow(pg, -UNQUEUED_AFTER_SECONDS)],
    key: "id",
    limit,
  })
}
