import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { RuleTrigger } from "../domain/payout/rule"
import { PARCEL_DAYS, RULE_SIGNAL_SECONDS, RULE_WATCH_DAYS } from "../domain/time/schedule"
import { databaseNow } from "../tables/now"
import { oldestId } from "./oldest-id"

/** Audit entry: a rule owes nothing for a fulfillment. */
export const NOTHING_DUE = "nothing_due"

/** A fulfillment with due rules. */
export interface Due {
  fulfillment_id: string
  order_id: string
  rule_ids: string[]
}

/** One payout for each rule and fulfillment. */
export function sourceOf(ruleId: string, fulfillmentId: string): string {
  return `${ruleId}:${fulfillmentId}`
}

// Medusa's events write these columns: createOrderFulfillment, createOrderShipment and
// markOrderFulfillmentAsDelivered (core-flows). The columns are read instead of the event, which
// may be lost, come twice, or name a change that was rolled back.
const HAPPENED = `
  case r.trigger
    when 'order.fulfillment_created' then f.created_at
    when 'shipment.created' then f.shipped_at
    when 'delivery.created' then f.delivered_at
  end`

const DUE = `
  select f.id as fulfillment_id, o.order_id, array_agg(r.id order by r.created_at, r.id) as rule_ids
  from payin_payout_rule r
  join fulfillment f on f.location_id = r.stock_location_id
  join order_fulfillment o on o.fulfillment_id = f.id
  where r.deleted_at is null and f.deleted_at is null and f.canceled_at is null
    and o.deleted_at is null and ${HAPPENED} >= r.created_at
    and not exists (
      select 1 from payin_payout p where p.source = 'rule' and p.source_id = r.id || ':' || f.id)
    and not exists (
      select 1 from payin_payout_audit a
      where a.subject_id = r.id || ':' || f.id and a.action = '${NOTHING_DUE}'
        and a.deleted_at is null)`

/**
 * The rules due for one fulfillment; null without any. Medusa marks a fulfillment as delivered,
 * then counts its pieces, and takes the mark back when the count fails
 * (mark-order-fulfillment-as-delivered). So a young mark counts only if
 * `told` names the event that Medusa emits at the end.
 */
export async function ruleDue(
  container: MedusaContainer,
  fulfillmentId: string,
  told: RuleTrigger | null
): Promise<Due | null> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const found: { rows: Due[] } = await pg.raw(
    `${DUE} and f.id = ? and (r.trigger = ? or ${HAPPENED} <= ?)
     group by f.id, o.order_id limit 1`,
    [fulfillmentId, told, databaseNow(pg, -RULE_SIGNAL_SECONDS)]
  )
  return found.rows.at(0) ?? null
}

/**
 * Fulfillments of the last days whose signal was lost, by id, after the given one. Ids contain
 * their time, so that old ones are not read.
 */
export async function rulesDue(
  container: MedusaContainer,
  after: string,
  limit: number
): Promise<string[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const found: { rows: Due[] } = await pg.raw(
    `${DUE} and f.id > ? and f.id >= ?
       and ${HAPPENED} between now() - ? * interval '1 day' and ?
     group by f.id, o.order_id order by f.id limit ?`,
    [after, oldestParcel(), RULE_WATCH_DAYS, databaseNow(pg, -RULE_SIGNAL_SECONDS), limit]
  )
  return found.rows.map(({ fulfillment_id }) => fulfillment_id)
}

/** The id of the oldest fulfillment that a lost signal may be about. */
export function oldestParcel(): string {
  return oldestId("ful", PARCEL_DAYS)
}
