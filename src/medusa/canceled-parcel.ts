import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { UNSENT_PAYOUT_STATUSES } from "../domain/payout/state"
import { RULE_WATCH_DAYS } from "../domain/time/schedule"
import { inTurns } from "../tables/in-turns"
import { listed } from "../tables/listed"
import { COVERING } from "./covered-shares"
import { oldestParcel } from "./rules-due"

/** The anomaly that shows a payout which may have left. */
export const CANCELED_PARCEL = "payout_for_canceled_fulfillment"

// States of a payout that may have left and did not come back. A rejected one came back; its retry
// finds at the claim that the fulfillment is gone (eligibility.ts).
const LEFT = listed(["sending", "unknown", "pending", "approved", "paid_elsewhere"])
const UNSENT = listed(UNSENT_PAYOUT_STATUSES)

// Reads Medusa's row, not the event. An anomaly that a person closed is not opened again. What pays
// for the parcel that came in place of the canceled one needs no person.
const CANCELED = `
  select p.id from fulfillment f
  join payin_payout p
    on p.fulfillment_id = f.id and p.source = 'rule' and p.deleted_at is null
  where f.canceled_at is not null
    and (p.status in ${UNSENT}
      or (p.status in ${LEFT} and ${COVERING} < p.amount::numeric and not exists (
        select 1 from payin_anomaly a
        where a.payout_id = p.id and a.kind = '${CANCELED_PARCEL}' and a.deleted_at is null
          and (a.status = 'open' or a.action is distinct from 'settled'))))`

/**
 * The payouts of an order's canceled fulfillments that are to be taken back or shown.
 *
 * @param of the order, or one of its fulfillments, which an earlier payout of the order may have covered
 */
export async function payoutsOfCanceledParcels(
  pg: Knex,
  of: { order_id: string } | { fulfillment_id: string }
): Promise<{ id: string }[]> {
  const found: { rows: { id: string }[] } =
    "order_id" in of
      ? await pg.raw(`${CANCELED} and p.order_id = ?`, [of.order_id])
      : await pg.raw(
          `${CANCELED} and p.order_id in (select q.order_id from payin_payout q where q.fulfillment_id = ?)`,
          [of.fulfillment_id]
        )
  return found.rows
}

/** The same of lately canceled fulfillments, a page of them in turn. */
export async function payoutsOfLatelyCanceled(pg: Knex, limit: number): Promise<{ id: string }[]> {
  return inTurns<"id", { id: string }>(pg, {
    name: "payouts of canceled parcels",
    sql: `${CANCELED} and f.id >= ? and f.canceled_at >= now() - ? * interval '1 day'`,
    bindings: [oldestParcel(), RULE_WATCH_DAYS],
    key: "id",
    limit,
  })
}
