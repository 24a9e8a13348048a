import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { providerIdsOf } from "../../domain/provider-id"
import { UNQUEUED_AFTER_SECONDS, REFUND_WATCH_DAYS } from "../../domain/schedule"
import { databaseNow } from "../../tables/now"
import { servicesOf } from "../settle"
import { eachUnderLock } from "../settle/each-under-lock"
import { inTurns } from "../../tables/in-turns"
import { oldestId } from "../../medusa/oldest-id"
import { completeBooks } from "./books"
import { BOOKED_FOR_ORDER } from "./eligibility"

/** A Refund that its order or its collection does not show. */
interface Unwritten {
  refund_id: string
  collection_id: string
  order_id: string | null
}

// A payment belongs to the order that shows its capture: Refunds of failed completions do not
// concern the later order, even if it shows the canceled payment of one. Medusa's cancel names the payment in its entry, not the Refund.
const UNWRITTEN = `
  select r.id as refund_id, p.payment_collection_id as collection_id, o.order_id
  from refund r
  join payment p on p.id = r.payment_id and p.provider_id = any(?)
  join payment_collection c on c.id = p.payment_collection_id
  left join order_payment_collection o
    on o.payment_collection_id = c.id and o.deleted_at is null
    and exists (
      select 1 from capture k
      join order_transaction t on t.reference_id = k.id and t.deleted_at is null
      where k.payment_id = p.id and t.order_id = o.order_id)
  where r.id >= ? and r.created_at < ? and r.deleted_at is null
    and (
      (o.order_id is not null and ${BOOKED_FOR_ORDER} and not exists (
        select 1 from order_transaction t where t.reference_id = r.id and t.deleted_at is null)
        and (
          select coalesce(sum(-t.amount), 0) from order_transaction t
          where t.order_id = o.order_id and t.reference = 'refund' and t.deleted_at is null
            and (t.reference_id = p.id
              or t.reference_id in (select own.id from refund own where own.payment_id = p.id)))
        < (select sum(own.amount) from refund own
          where own.payment_id = p.id and own.deleted_at is null))
      or coalesce(c.refunded_amount, 0) <> (
        select sum(other.amount) from refund other
        join payment q on q.id = other.payment_id
        where q.payment_collection_id = c.id and other.deleted_at is null))`

const BATCH = 50

/**
 * Completes Medusa's books of Refunds whose process died or failed right after them: Medusa never
 * does, and its next refund of the payment would book them with its own amount. Safe to run twice
 * at once.
 */
export async function completeUnwritten(container: MedusaContainer): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { gateway } = servicesOf(container)
  const unwritten = await inTurns<"refund_id", Unwritten>(pg, {
    name: "refunds half written",
    sql: UNWRITTEN,
    bindings: [
      gateway.options.accounts.flatMap(({ id }) => providerIdsOf(id)),
      oldestId("ref", REFUND_WATCH_DAYS),
      databaseNow(pg, -UNQUEUED_AFTER_SECONDS),
    ],
    key: "refund_id",
    limit: BATCH,
  })
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  await eachUnderLock(
    container,
    unwritten,
    {
      turn: ({ order_id, collection_id }) => order_id ?? collection_id,
      name: ({ refund_id }) => `refund ${refund_id}`,
    },
    async ({ refund_id, collection_id }) => {
      logger.warn(`payin: refund ${refund_id} was left half written: its books are completed now`)
      await completeBooks(container, collection_id, refund_id)
    }
  )
}
