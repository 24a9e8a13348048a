import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { databaseNow } from "../../domain/clock"
import { isPositive } from "../../domain/money"
import { FORGOTTEN_AFTER_SECONDS, REFUND_WATCH_DAYS } from "../../domain/schedule"
import { ulidBound } from "../../domain/ulid"
import { giveBackRefund } from "../../settlement/give-back"
import { giveBackDeps, roomsOf } from "../settle"
import { reasonOf } from "../settle/failures"
import { findRefund } from "./medusa-refund"
import { OF_ORDER } from "./purpose"

/** A Refund of ours that nobody pays and nobody sees. */
interface Unbooked {
  refund_id: string
  account: string
  transaction_id: string | null
  order_id: string | null
  reference: string | null
  currency: string
  /** The money it is about pays an order by another payment. */
  elsewhere: boolean
}

// Refund ids hold their time. What a decision on all of the money set aside needs no payout of its own, and
// what is worked on right now is seen the next time.
const UNBOOKED = `
  select r.id as refund_id, substr(p.provider_id, length('pp_payin_') + 1) as account,
    t.id as transaction_id, t.order_id, p.data ->> 'reference' as reference,
    upper(p.currency_code) as currency,
    t.settled_at is not null and not (${OF_ORDER}) as elsewhere
  from refund r
  join payment p on p.id = r.payment_id and p.provider_id = any(?)
  left join payin_transaction t
    on t.reference = p.data ->> 'reference' and t.deleted_at is null
  where r.id >= ? and r.created_at < ? and r.deleted_at is null
    and (t.leased_until is null or t.leased_until < ?)
    and (t.set_aside_at is null or (${OF_ORDER}))
    and not exists (
      select 1 from payin_payout b
      where b.refund_id = r.id and b.status <> 'canceled' and b.deleted_at is null)
    and not exists (
      select 1 from payin_anomaly a
      where a.kind = 'refund_without_payout' and a.subject = r.id and a.deleted_at is null)
  order by r.id limit ?`

const BATCH = 50

/**
 * Books the payouts of Refunds that our provider could not book, or that an adoption took back which then
 * came to nothing; what cannot be paid is shown. Safe to run twice at once.
 */
export async function bookUnbookedRefunds(container: MedusaContainer): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { accounts } = roomsOf(container).gateway.options
  // The true clock for ids: a window that moved with a test's offset would pass refunds by.
  const clock: { rows: { now: Date }[] } = await pg.raw("select now()")
  const from = clock.rows[0].now.getTime() - REFUND_WATCH_DAYS * 86_400_000
  const found: { rows: Unbooked[] } = await pg.raw(UNBOOKED, [
    accounts.map(({ id }) => `pp_payin_${id}`),
    `ref_${ulidBound(from)}`,
    databaseNow(pg, -FORGOTTEN_AFTER_SECONDS),
    databaseNow(pg),
    BATCH,
  ])
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (const refund of found.rows) {
    try {
      logger.warn(`payin: refund ${refund.refund_id} had no payout: it is booked or shown now`)
      await bookOrShow(container, refund)
    } catch (error) {
      logger.error(`payin: refund ${refund.refund_id}: ${reasonOf(error)}`)
    }
  }
  return found.rows.length
}

async function bookOrShow(container: MedusaContainer, unbooked: Unbooked): Promise<void> {
  const { refund_id, account, transaction_id, order_id, elsewhere, ...facts } = unbooked
  const refund = await findRefund(container, refund_id)
  if (refund === null) {
    return
  }
  const booked =
    transaction_id === null || elsewhere
      ? null
      : await giveBackRefund(giveBackDeps(container), transaction_id, refund)
  const missing = booked === null ? refund.amount : booked.missing
  if (booked?.payout && !isPositive(missing)) {
    return
  }
  await roomsOf(container).ledger.anomalies.open({
    kind: "refund_without_payout",
    subject: refund_id,
    account,
    transaction_id,
    order_id,
    facts: {
      ...facts,
      refund_id,
      amount: missing,
      ...(elsewhere && { reason: `the money pays order ${order_id}` }),
    },
  })
}
