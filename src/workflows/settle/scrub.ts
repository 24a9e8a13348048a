import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { providerIdsOf } from "../../domain/provider-id"
import { SCRUB_AFTER_SECONDS } from "../../domain/schedule"
import { databaseNow } from "../../tables/now"
import { servicesOf } from "./index"
import { oldestId } from "../../medusa/oldest-id"

/**
 * Scrub: Medusa stores a storefront's posted data before it calls the plugin
 * (docs/medusa.md#client-data). A crash in between leaves documents or a card token in a session
 * that storefronts can read, so sessions without an answer of the plugin are emptied. Written in
 * SQL, because Medusa has no call that changes a session's data without its provider.
 *
 * @param which `recent` reads the sessions of the last day by their ids; `all` also finds those of a
 *   time in which no worker ran
 */
export async function scrubSessions(
  container: MedusaContainer,
  which: "recent" | "all"
): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { accounts } = servicesOf(container).gateway.options
  const providers = accounts.flatMap(({ id }) => providerIdsOf(id))
  const unanswered = pg("payment_session")
    .whereIn("provider_id", providers)
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
