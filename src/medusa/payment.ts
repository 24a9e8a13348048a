import type { Knex } from "@medusajs/framework/mikro-orm/knex"

const SHOWS_MONEY = `(canceled_at is null or exists (
  select 1 from refund r where r.payment_id = payment.id and r.deleted_at is null))`

/** Whether a payment of the collection shows this money: a live one, or one that was taken back and refunded. */
export async function isInPayment(
  pg: Knex,
  { reference, payment_collection_id }: { reference: string; payment_collection_id: string }
): Promise<boolean> {
  const payment: unknown = await pg("payment")
    .where({ payment_collection_id })
    .whereNull("deleted_at")
    .whereRaw("data ->> 'reference' = ?", [reference])
    .whereRaw(SHOWS_MONEY)
    .first("id")
  return payment !== undefined
}

/**
 * SQL: whether an order shows the capture of payment `p`, also by a payment that Medusa canceled before
 * (docs/medusa.md#canceled-payments). Payments of failed completions are not the order's.
 */
export const SHOWN_BY_ORDER = `
  exists (
    select 1 from order_payment_collection o
      join order_transaction t
        on t.order_id = o.order_id and t.reference = 'capture' and t.deleted_at is null
      join capture c on c.id = t.reference_id and c.payment_id = p.id and c.deleted_at is null
    where o.payment_collection_id = p.payment_collection_id and o.deleted_at is null)`

/**
 * SQL: whether Refund `r` of payment `p` was booked for an order and not to undo a failed completion. One of
 * a canceled payment was, if a person asked for it, or an order transaction names the Refund or its payment.
 * Medusa names nobody in the Refund with which it undoes a completion (core-flows
 * refund-payment-recreate-payment-session).
 */
export const BOOKED_FOR_ORDER = `
  (p.canceled_at is null or r.created_by is not null or exists (
    select 1 from order_transaction n
    where n.reference_id in (r.id, p.id) and n.reference = 'refund' and n.deleted_at is null))`

/**
 * SQL: whether Refund `r` of payment `p` belongs to an order, which shows the payment's capture. Otherwise
 * a cart completion failed, and Medusa booked the Refund to undo its own capture.
 */
export const OF_ORDER = `${SHOWN_BY_ORDER} and ${BOOKED_FOR_ORDER}`

/** SQL: whether payment `p` is canceled, and its order too. It pays nothing any more: all of it goes back. */
export const OF_CANCELED_ORDER = `
  p.canceled_at is not null and exists (
    select 1 from order_payment_collection l
      join "order" e on e.id = l.order_id and e.status = 'canceled'
    where l.payment_collection_id = p.payment_collection_id and l.deleted_at is null)`

/**
 * Whether an order shows the capture of a payment. Medusa marks the payment first and writes the order's
 * transaction last, and removes only that transaction when it fails in between.
 */
export async function isCaptureShown(pg: Knex, paymentId: string): Promise<boolean> {
  const found: { rows: unknown[] } = await pg.raw(
    `select 1 from capture c join order_transaction x on x.reference_id = c.id
     where c.payment_id = ? and c.deleted_at is null and x.deleted_at is null limit 1`,
    [paymentId]
  )
  return found.rows.length > 0
}

/** SQL: the account of a payment `p` of ours, by a link or by card. */
export const ACCOUNT = `regexp_replace(p.provider_id, '^pp_payin(-card|)_', '')`
