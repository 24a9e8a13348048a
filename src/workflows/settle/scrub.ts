import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { emptyUnanswered } from "../../medusa/repairs/client-data"
import { ourProviders } from "./index"

/** Scrub: see {@link emptyUnanswered}. */
export async function scrubSessions(
  container: MedusaContainer,
  which: "recent" | "all"
): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  return emptyUnanswered(pg, ourProviders(container), which)
}
