import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../domain/error-reason"
import { PLAN_SIGNAL_SECONDS, PLAN_WATCH_DAYS } from "../../domain/schedule"
import { databaseNow } from "../../tables/now"
import { removeLeftTrials } from "../renew/trial-cart"
import { subscribe } from "./start"

const BATCH = 20

/**
 * Catches lost `order.placed` events: orders paid by card whose lines were not read for plans yet,
 * also those whose hold was confirmed later.
 */
export async function sweepSubscribers(container: MedusaContainer): Promise<void> {
  await removeLeftTrials(container)
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const found: { rows: { order_id: string }[] } = await pg.raw(
    `select o.order_id
     from payin_card_transaction t
     join order_payment_collection o on o.payment_collection_id = t.payment_collection_id
     where t.plans_read_at is null and t.cycle_id is null and t.authorized_at is not null
       and t.authorized_at between ? and ? and t.deleted_at is null and o.deleted_at is null
       and t.status not in ('declined', 'error', 'released')
     order by t.authorized_at limit ?`,
    [databaseNow(pg, -PLAN_WATCH_DAYS * 86_400), databaseNow(pg, -PLAN_SIGNAL_SECONDS), BATCH]
  )
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (const { order_id } of found.rows) {
    await subscribe(container, order_id).catch((error: unknown) => {
      logger.error(`payin ${order_id}: no subscription was started: ${reasonOf(error)}`)
    })
  }
}
