import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { APPLY_CHECK_SECONDS } from "../../domain/schedule"
import { hasTransaction } from "../settle/booked"
import { eachRow } from "../settle/each-row"
import { inTurns } from "../../tables/in-turns"
import { servicesOf } from "../settle/index"
import type { Order, Payment } from "../../medusa/payment-snapshot"

/**
 * Medusa writes its Capture before it asks the provider, marks the payment afterwards, and writes
 * the order's transaction last (payment-module.js, capturePayment). A process that dies in between
 * leaves an unfinished Capture that Medusa counts: it refuses every later one as too much
 * (docs/medusa.md#unfinished-captures). Its age is read by the real clock: a clock that a test
 * moved would make a running capture look dead.
 */
const UNFINISHED = `
  c.deleted_at is null and p.deleted_at is null and p.captured_at is null and p.canceled_at is null
  and c.created_at < now() - ? * interval '1 second'
  and not exists (
    select 1 from order_transaction x where x.reference_id = c.id and x.deleted_at is null)`

/** Whether Medusa began a capture and has not finished it; it may be running. */
export function isUnfinished({ captured_at, captures }: Payment, order: Order): boolean {
  return captured_at == null && captures.some(({ id }) => !hasTransaction(order, id))
}

/** The dead captures of a payment: the process that began them died long ago. */
export async function deadCaptures(
  container: MedusaContainer,
  paymentId: string
): Promise<string[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const found: { rows: { id: string }[] } = await pg.raw(
    `select c.id from capture c join payment p on p.id = c.payment_id
     where p.id = ? and ${UNFINISHED}`,
    [paymentId, APPLY_CHECK_SECONDS]
  )
  return found.rows.map(({ id }) => id)
}

/** Requeues holds whose capture died before the card was asked: nothing else would. */
export async function requeueUnfinished(container: MedusaContainer, limit: number): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const rows = await inTurns<"id", { id: string }>(pg, {
    name: "holds whose capture died",
    sql: `select distinct t.id from payin_card_transaction t
     join payment p on p.payment_collection_id = t.payment_collection_id
       and p.provider_id = t.provider_id
     join capture c on c.payment_id = p.id
     where t.release_after is not null and t.status = 'authorized' and t.apply_after is null
       and t.deleted_at is null and ${UNFINISHED}`,
    bindings: [APPLY_CHECK_SECONDS],
    key: "id",
    limit,
  })
  const { cardWatch } = servicesOf(container).subscriptions
  const name = ({ id }: { id: string }) => `hold ${id} whose capture died not looked at again`
  await eachRow(container, rows, name, ({ id }) => cardWatch.requeue(id))
}
