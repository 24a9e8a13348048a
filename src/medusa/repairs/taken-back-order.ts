// Defect: a compensation of a completion takes the order back first and its payment afterwards. A process that dies in
// between leaves the shopper's money held for nothing.
// Hazard: docs/medusa.md#failed-completion
// Versions: 2.21.2
// Upstream: none known
// Test: integration-tests/http/card-completion-failed.spec.ts `voids a hold when Medusa undid its order but not its payment`
// Gone when: no test notices; the test stages what a dying process leaves, so read the code of Medusa

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { inTurns } from "../../tables/in-turns"

/** Holds whose order Medusa deleted since, a page of them in turn. */
export async function holdsOfTakenBack(pg: Knex, limit: number): Promise<{ id: string }[]> {
  return inTurns<"id", { id: string }>(pg, {
    name: "holds of orders taken back",
    sql: `select t.id from payin_card_transaction t
     where t.release_after is not null and t.status = 'authorized' and t.apply_after is null
       and t.release_wanted_at is null and t.cycle_id is null and t.order_id is not null
       and t.deleted_at is null
       and not exists (select 1 from "order" o where o.id = t.order_id and o.deleted_at is null)`,
    bindings: [],
    key: "id",
    limit,
  })
}
