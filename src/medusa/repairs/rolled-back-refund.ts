// Defect: Medusa deletes a Refund when a later step fails, after the provider booked it.
// Hazard: docs/medusa.md#new-key-per-retry
// Versions: 2.21.2
// Upstream: medusajs/medusa#16466 (closed)
// Test: integration-tests/http/refunds.spec.ts `that Medusa rolls back without another try are never sent`
// Gone when: that test fails

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { UNSENT_PAYOUT_STATUSES } from "../../domain/payout/state"
import { UNQUEUED_AFTER_SECONDS } from "../../domain/time/schedule"
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
