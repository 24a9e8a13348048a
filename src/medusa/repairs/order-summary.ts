// Defect: Medusa reads what was paid of an order and writes the sums of its new version later, without a lock. A booking in
// between is in no sum.
// Hazard: docs/medusa.md#lost-sums
// Versions: 2.21.2
// Upstream: none known
// Test: integration-tests/http/order-books.spec.ts `are corrected by the next job when the store's code edited the order and Medusa lost the payment`
// Gone when: that test fails

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaAmount } from "../../domain/row/medusa-row"
import { countedAnew } from "../../domain/order/summary"
import { ORDER_BOOKS_WATCH_DAYS } from "../../domain/time/schedule"
import { inTurns } from "../../tables/in-turns"
import { oldestId } from "../oldest-id"

const amountOf = (name: string) =>
  `coalesce(s.totals -> 'raw_${name}' ->> 'value', s.totals ->> '${name}', '0')`

// A version made by two changes at once has two rows.
const DIFFERING = `
  join order_summary s on s.order_id = o.id and s.version = o.version and s.deleted_at is null
  where o.deleted_at is null and ${amountOf("transaction_total")}::numeric <> (
    select coalesce(sum(t.amount), 0) from order_transaction t
    where t.order_id = o.id and t.deleted_at is null)`

const KEPT = `
  select s.id, ${amountOf("transaction_total")} as transaction_total, ${amountOf("paid_total")} as paid_total,
    ${amountOf("refunded_total")} as refunded_total, ${amountOf("pending_difference")} as pending_difference
  from order_summary s join "order" o on o.id = s.order_id and o.version = s.version
  where o.id = ? and s.deleted_at is null for update of s`

// As Medusa keeps amounts: a number, and beside it its exact text.
const WRITE = `
  update order_summary set updated_at = now(), totals = totals || (
    select jsonb_object_agg(key, value::numeric)
      || jsonb_object_agg('raw_' || key, jsonb_build_object('value', value, 'precision', 20))
    from jsonb_each_text(?::jsonb))
  where id = ?`

const keptRow = z.object({
  id: z.string(),
  transaction_total: medusaAmount,
  paid_total: medusaAmount,
  refunded_total: medusaAmount,
  pending_difference: medusaAmount,
})
const amountRow = z.object({ amount: medusaAmount })

/**
 * Recounts the payment sums of an order's current version from its transactions, where the two
 * differ: a booking made while Medusa wrote that version is in no sum, and the outstanding amount
 * would be paid twice. Safe at any time: a simultaneous write of Medusa is waited for, or
 * overwrites this and is found again.
 *
 * @returns whether something was corrected
 */
export async function recountOrder(container: MedusaContainer, orderId: string): Promise<boolean> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const differing: { rows: unknown[] } = await pg.raw(
    `select o.id from "order" o ${DIFFERING} and o.id = ?`,
    [orderId]
  )
  const written =
    differing.rows.length > 0 && (await pg.transaction((trx) => recountOrderIn(trx, orderId)))
  if (written) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`payin: order ${orderId} did not count all its payments: its books are right now`)
  }
  return written
}

/**
 * The same inside `trx`, which may have written transactions of the order.
 *
 * @returns whether something was corrected
 */
export async function recountOrderIn(trx: Knex.Transaction, orderId: string): Promise<boolean> {
  // Locked before the transactions are read: Medusa writes them and the sums in one transaction.
  const summaries: { rows: unknown[] } = await trx.raw(KEPT, [orderId])
  const transactions: unknown[] = await trx("order_transaction")
    .select(trx.raw("amount::text"))
    .where({ order_id: orderId })
    .whereNull("deleted_at")
  const amounts = transactions.map((row) => amountRow.parse(row))
  let written = false
  for (const row of summaries.rows) {
    const { id, ...kept } = keptRow.parse(row)
    const right = countedAnew(kept, amounts)
    if (right !== null) {
      await trx.raw(WRITE, [JSON.stringify(right), id])
      written = true
    }
  }
  return written
}

// Uncounted payments were booked a moment before or after their order changed.
const LATELY_PAID = `
  select distinct o.id
  from (select distinct order_id from order_transaction where id >= ?) paid
  join "order" o on o.id = paid.order_id ${DIFFERING}
    and exists (
      select 1 from order_payment_collection l
      join payment p on p.payment_collection_id = l.payment_collection_id and p.provider_id = any(?)
      where l.order_id = o.id and l.deleted_at is null)`

/**
 * Recently paid or refunded orders of these providers whose sums miss a payment, a page of them in turn:
 * a store's code changes orders without their lock, and Medusa books without one.
 */
export async function ordersMissingPayments(
  pg: Knex,
  providers: string[],
  limit: number
): Promise<{ id: string }[]> {
  return inTurns<"id", { id: string }>(pg, {
    name: "orders whose sums miss a payment",
    sql: LATELY_PAID,
    bindings: [oldestId("ordtrx", ORDER_BOOKS_WATCH_DAYS), providers],
    key: "id",
    limit,
  })
}
