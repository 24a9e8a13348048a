import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CANCEL_WATCH_DAYS } from "../../domain/schedule"
import { databaseNow } from "../../tables/now"
import { servicesOf } from "./index"

// Medusa soft-deletes payments with the draft order they paid (docs/medusa.md#deleted-drafts). They
// are few, and Medusa has an index of those alone. A failed deletion takes its mark back.
const VANISHED = `
  select distinct t.id, t.reference
  from payment p
  join payin_transaction t on t.payment_collection_id = p.payment_collection_id
    and t.reference = p.data ->> 'reference'
  where p.deleted_at > ?
    and t.status = 'approved' and t.settled_at is not null and t.deleted_at is null
    and not exists (
      select 1 from payment live
      where live.payment_collection_id = t.payment_collection_id
        and live.data ->> 'reference' = t.reference
        and live.canceled_at is null and live.deleted_at is null)
  limit ?`

const BATCH = 20
const DAY_SECONDS = 86_400

/**
 * Requeues settled money whose payment Medusa deleted since, as it does with a draft order: no
 * order shows it any more. Settling then shows it as `paid_without_order`.
 */
export async function unsettleVanished(container: MedusaContainer): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const found: { rows: { id: string; reference: string }[] } = await pg.raw(VANISHED, [
    databaseNow(pg, -CANCEL_WATCH_DAYS * DAY_SECONDS),
    BATCH,
  ])
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (const { id, reference } of found.rows) {
    await servicesOf(container).ledger.application.unsettle(id)
    logger.warn(`payin ${reference}: its payment was deleted in Medusa: looked at again`)
  }
  return found.rows.length
}
