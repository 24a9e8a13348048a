import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { providerIdsOf } from "../../domain/provider-id"
import { SCRUB_AFTER_SECONDS } from "../../domain/schedule"
import { databaseNow } from "../../tables/now"
import { servicesOf } from "./index"

const DAY_SECONDS = 86_400

/**
 * Scrub: Medusa stores a storefront's posted data before it calls the plugin
 * (docs/medusa.md#client-data). A crash in between leaves documents or a card token in a session
 * that storefronts can read, so sessions without an answer of the plugin are emptied. Written in
 * SQL, because Medusa has no call that changes a session's data without its provider.
 */
export async function scrubSessions(container: MedusaContainer): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { accounts } = servicesOf(container).gateway.options
  const providers = accounts.flatMap(({ id }) => providerIdsOf(id))
  return (
    pg("payment_session")
      .whereIn("provider_id", providers)
      .whereIn("status", ["pending", "error"])
      .where("created_at", "<", databaseNow(pg, -SCRUB_AFTER_SECONDS))
      // Medusa has no index on age: older sessions were seen by an earlier run.
      .where("created_at", ">", databaseNow(pg, -DAY_SECONDS))
      .whereRaw("data ->> 'reference' is null")
      .whereRaw("jsonb_typeof(data -> 'fields') is distinct from 'array'")
      .whereRaw("data <> '{}'::jsonb")
      .update({ data: "{}" })
  )
}
