import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { subtractAmounts, ZERO } from "../../domain/money"
import { providerIdsOf } from "../../domain/provider-id"
import { REFUND_WATCH_DAYS, UNQUEUED_AFTER_SECONDS } from "../../domain/schedule"
import { databaseNow } from "../../tables/now"
import { servicesOf } from "../settle"
import { eachUnderLock } from "../settle/each-under-lock"
import { oldestId } from "../../medusa/oldest-id"
import { countSummary } from "../settle/order-summary"
import { readOwed } from "../../medusa/order"
import { completeBooks } from "./books"
import { readShown, type Shown } from "./shown"

// Orders whose recent entries name no Refund that stands, or show more of a payment than its
// Refunds. Nobody is asked for what is canceled, and there the entry of Medusa's cancel stands for
// what a person gives back afterwards (anomaly `paid_after_canceled`).
const OVERSHOWN = `
  select o.id as order_id
  from (
    select t.order_id, max(t.created_at) as written_at,
      bool_or(r.id is null and q.id is null and t.reference_id ~ '^(ref|pay)_') as nameless
    from order_transaction t
    left join refund r on r.id = t.reference_id and r.deleted_at is null
    left join payment q on q.id = t.reference_id
    where t.id >= ? and t.reference = 'refund' and t.deleted_at is null
    group by t.order_id) lately
  join "order" o on o.id = lately.order_id and o.status <> 'canceled' and o.deleted_at is null
  where o.id > ? and lately.written_at < ?
    and exists (
      select 1 from order_payment_collection l
      join payment p on p.payment_collection_id = l.payment_collection_id and p.provider_id = any(?)
      where l.order_id = o.id and l.deleted_at is null
        and (lately.nameless or (
          select coalesce(sum(-t.amount), 0) from order_transaction t
          where t.order_id = o.id and t.reference = 'refund' and t.deleted_at is null
            and (t.reference_id = p.id
              or t.reference_id in (
                select r.id from refund r where r.payment_id = p.id and r.deleted_at is null)))
        > (select coalesce(sum(r.amount), 0) from refund r
          where r.payment_id = p.id and r.deleted_at is null)))
  order by o.id limit ?`

// Medusa takes the same row locks before it writes a Refund (payment-module refundPayment_).
const LOCK = `
  select p.id from payment p
  where p.provider_id = any(?) and p.payment_collection_id in (
    select l.payment_collection_id from order_payment_collection l
    where l.order_id = ? and l.deleted_at is null)
  order by p.id for update`

const BATCH = 50

/**
 * Removes what orders show as refunded and nobody refunded: Medusa's cancel writes its entry also
 * when its refund failed, and other entries are written twice
 * (docs/medusa.md#refunds-only-on-the-order). Such an order asks its shopper to pay again. An entry
 * that no row proves to be ours is left to a person. Safe to run twice at once.
 */
export async function removeSurplus(container: MedusaContainer): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const providers = providersOf(container)
  let last = ""
  for (;;) {
    const found: { rows: { order_id: string }[] } = await pg.raw(OVERSHOWN, [
      ...[oldestId("ordtrx", REFUND_WATCH_DAYS), last, databaseNow(pg, -UNQUEUED_AFTER_SECONDS)],
      ...[providers, BATCH],
    ])
    await eachUnderLock(
      container,
      found.rows,
      { turn: ({ order_id }) => order_id, name: ({ order_id }) => `order ${order_id}` },
      async ({ order_id }) => correct(container, order_id)
    )
    const end = found.rows.at(BATCH - 1)
    if (end === undefined) {
      return
    }
    last = end.order_id
  }
}

async function correct(container: MedusaContainer, orderId: string): Promise<void> {
  const shown = await remove(container, orderId)
  if (shown === null) {
    return
  }
  const { surplus, doubtful, unwritten } = shown.compared
  if (surplus.length > 0) {
    const names = surplus.map(({ reference_id }) => reference_id).join(", ")
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`payin: order ${orderId} showed refunds that do not exist (${names}): they are removed`)
  }
  for (const { refund_id } of unwritten) {
    const payment = shown.payments.find(({ refunds }) => refunds.some(({ id }) => id === refund_id))
    if (payment !== undefined) {
      await completeBooks(container, payment.payment_collection_id, refund_id)
    }
  }
  if (doubtful.length > 0 && (await readOwed(container, orderId))?.owed.nothing === null) {
    await ask(container, orderId, shown)
  }
}

/**
 * Removes the surplus entries, and counts the order's sums again in the same transaction.
 *
 * @returns what the order showed; null where nothing may be done, because a refund may be in
 * progress
 */
async function remove(container: MedusaContainer, orderId: string): Promise<Shown | null> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  return pg.transaction(async (trx) => {
    await trx.raw(LOCK, [providersOf(container), orderId])
    const shown = await readShown(container, orderId, trx)
    if (shown === null || shown.canceled || shown.young) {
      return null
    }
    const ids = shown.compared.surplus.map(({ id }) => id)
    if (ids.length > 0) {
      await trx("order_transaction")
        .whereIn("id", ids)
        .whereNull("deleted_at")
        .update({ deleted_at: trx.fn.now(), updated_at: trx.fn.now() })
      await countSummary(trx, orderId)
    }
    return shown
  })
}

async function ask(container: MedusaContainer, orderId: string, shown: Shown): Promise<void> {
  const { ledger, gateway } = servicesOf(container)
  const provider = shown.payments.at(0)?.provider_id ?? ""
  const account = gateway.options.accounts.find(({ id }) => providerIdsOf(id).includes(provider))
  for (const { id, reference_id, amount } of shown.compared.doubtful) {
    await ledger.anomalies.open({
      kind: "order_refund_unknown",
      subject: id,
      account: account?.id ?? null,
      order_id: orderId,
      facts: {
        amount: subtractAmounts(ZERO, amount),
        currency: shown.currency,
        order_transaction: id,
        names: reference_id,
      },
    })
  }
}

function providersOf(container: MedusaContainer): string[] {
  return servicesOf(container).gateway.options.accounts.flatMap(({ id }) => providerIdsOf(id))
}
