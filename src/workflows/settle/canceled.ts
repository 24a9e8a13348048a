import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CANCEL_WATCH_DAYS } from "../../domain/schedule"
import { databaseNow } from "../../tables/now"
import { eachRow } from "./each-row"
import { inTurns } from "../../tables/in-turns"
import { servicesOf } from "./index"

// Orders that somebody canceled before seeing the payment, while Medusa captured it. Read in SQL,
// because Medusa has no query for a canceled order that holds money. Money that a person decided about
// is booked long after its approval. Card money is checked with its hold.
const CANCELED = `
  select t.id, t.reference, o.id as order_id
  from payin_transaction t
  join "order" o on o.id = t.order_id and o.status = 'canceled'
  join payment p on p.payment_collection_id = t.payment_collection_id
    and p.data ->> 'reference' = t.reference and p.canceled_at is null and p.deleted_at is null
  where t.status = 'approved' and t.settled_at is not null and t.deleted_at is null
    and t.provider_id not like 'pp\\_payin-card\\_%'
    and (t.status_changed_at > ?
      or (t.settled_at > ? and t.settled_at - t.status_changed_at > interval '1 day'))
    and (select coalesce(sum(c.amount), 0) from capture c
           where c.payment_id = p.id and c.deleted_at is null)
      > (select coalesce(sum(r.amount), 0) from refund r
           where r.payment_id = p.id and r.deleted_at is null)`

interface Canceled {
  id: string
  reference: string
  order_id: string
}

const BATCH = 20
const DAY_SECONDS = 86_400

/**
 * Requeues settled money whose order was canceled at the same moment: cancelOrderWorkflow refunds
 * only payments that it sees, and it missed this one. Settling then shows it as
 * `paid_after_canceled`.
 */
export async function unsettleCanceled(container: MedusaContainer): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const since = databaseNow(pg, -CANCEL_WATCH_DAYS * DAY_SECONDS)
  const rows = await inTurns<"id", Canceled>(pg, {
    name: "money of canceled orders",
    sql: CANCELED,
    bindings: [since, since],
    key: "id",
    limit: BATCH,
  })
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const name = ({ reference }: Canceled) => `${reference} of a canceled order not looked at again`
  await eachRow(container, rows, name, async ({ id, reference, order_id }) => {
    await servicesOf(container).ledger.application.unsettle(id)
    logger.warn(
      `payin ${reference}: order ${order_id} was canceled while it was paid: looked at again`
    )
  })
  return rows.length
}
