// Defect: Medusa stores what a storefront posts as a session's `data` before it calls the provider. A crash in between
// leaves documents or a card token in a session that storefronts can read.
// Hazard: docs/medusa.md#client-data
// Versions: 2.21.2
// Upstream: none known
// Test: integration-tests/http/crash.spec.ts `shopper data posted to a session that got no answer is erased after two minutes`
// Gone when: that test fails

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { SCRUB_AFTER_SECONDS } from "../../domain/time/schedule"
import { databaseNow } from "../../tables/now"
import { oldestId } from "../oldest-id"

/**
 * Empties the data of sessions of these providers that the plugin never answered for. Written in SQL,
 * because Medusa has no call that changes a session's data without its provider.
 *
 * @param which `recent` reads the sessions of the last day by their ids; `all` also finds those of a
 *   time in which no worker ran
 * @returns how many were emptied
 */
export async function emptyUnanswered(
  pg: Knex,
  providers: readonly string[],
  which: "recent" | "all"
): Promise<number> {
  const unanswered = pg("payment_session")
    .whereIn("provider_id", [...providers])
    .whereIn("status", ["pending", "error"])
    .where("created_at", "<", databaseNow(pg, -SCRUB_AFTER_SECONDS))
    .whereRaw("data ->> 'reference' is null")
    .whereRaw("jsonb_typeof(data -> 'fields') is distinct from 'array'")
    .whereRaw("data <> '{}'::jsonb")
  if (which === "recent") {
    // Medusa has no index on age.
    void unanswered.where("id", ">", oldestId("payses", 1))
  }
  return unanswered.update({ data: "{}" })
}
