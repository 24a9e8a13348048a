import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { anomalyReason } from "../../domain/anomaly-reason"
import { reasonOf } from "../../domain/error-reason"
import { isPositive, majorAmount } from "../../domain/money"
import { providerIdsOf } from "../../domain/provider-id"
import { UNQUEUED_AFTER_SECONDS, REFUND_WATCH_DAYS } from "../../domain/schedule"
import { unleasedAt } from "../../engine/lease"
import { databaseNow } from "../../tables/now"
import { bookRefund, type RefundBooked } from "../../settlement/refund-payouts"
import { ACCOUNT } from "../../medusa/reconciliation-entries"
import { refundPayoutDeps, servicesOf } from "../settle"
import { inTurns } from "../../tables/in-turns"
import { oldestId } from "../../medusa/oldest-id"
import { findRefund } from "./medusa-refund"
import { OF_ORDER } from "./eligibility"

/** A Refund of ours without payout and anomaly. */
interface Unbooked {
  refund_id: string
  account: string
  transaction_id: string | null
  order_id: string | null
  reference: string | null
  currency: string
  /** Its money pays an order by another payment. */
  elsewhere: boolean
  /** The part without a payout, in major units; null when it has no payout. */
  unpaid: string | null
}

// Refund ids contain their time. A payout pays its Refund except for rounding. Money excluded by a
// decision about all of it needs no payout of its own, and locked rows are seen the next time.
const UNBOOKED = `
  select r.id as refund_id, ${ACCOUNT} as account,
    t.id as transaction_id, t.order_id, p.data ->> 'reference' as reference,
    upper(p.currency_code) as currency,
    t.settled_at is not null and not (${OF_ORDER}) as elsewhere,
    (r.amount - b.paid)::text as unpaid
  from refund r
  join payment p on p.id = r.payment_id and p.provider_id = any(?)
  cross join lateral (
    select sum(b.amount::numeric) as paid from payin_payout b
    where b.refund_id = r.id and b.status <> 'canceled' and b.deleted_at is null) b
  left join payin_transaction t
    on t.reference = p.data ->> 'reference' and t.deleted_at is null
  where r.id >= ? and r.created_at < ? and r.deleted_at is null
    and ${unleasedAt("t")}
    and (t.excluded_at is null or (${OF_ORDER}))
    and (b.paid is null or r.amount - b.paid >= power(
      10.0, -coalesce((?::jsonb ->> upper(p.currency_code))::int, 0)))
    and not exists (
      select 1 from payin_anomaly a
      where a.kind = 'refund_without_payout' and a.subject = r.id and a.deleted_at is null)`

const BATCH = 50
const NOT_BOOKED = { payout: null, carried_out_by: null, paid_by_payout: null }

/**
 * Books payouts of Refunds that our provider could not book, or whose payouts were canceled by an
 * adoption that then failed. The part that cannot be paid is shown. Safe to run twice at once.
 */
export async function bookUnbookedRefunds(container: MedusaContainer): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { accounts, decimals } = servicesOf(container).gateway.options
  const unbooked = await inTurns<"refund_id", Unbooked>(pg, {
    name: "refunds without payout",
    sql: UNBOOKED,
    bindings: [
      accounts.flatMap(({ id }) => providerIdsOf(id)),
      oldestId("ref", REFUND_WATCH_DAYS),
      databaseNow(pg, -UNQUEUED_AFTER_SECONDS),
      databaseNow(pg),
      JSON.stringify(decimals),
    ],
    key: "refund_id",
    limit: BATCH,
  })
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (const refund of unbooked) {
    try {
      logger.warn(
        `payin: refund ${refund.refund_id} had no payout, or too small a one: it is booked or shown now`
      )
      await bookOrShow(container, refund)
    } catch (error) {
      logger.error(`payin: refund ${refund.refund_id}: ${reasonOf(error)}`)
    }
  }
  return unbooked.length
}

async function bookOrShow(container: MedusaContainer, unbooked: Unbooked): Promise<void> {
  const { refund_id, account, transaction_id, order_id, elsewhere, unpaid, ...facts } = unbooked
  const shown =
    unpaid === null
      ? await book(container, unbooked)
      : { missing: majorAmount(unpaid), carried_out_by: null, paid_by_payout: null }
  if (shown === null) {
    return
  }
  const { missing, carried_out_by, paid_by_payout } = shown
  await servicesOf(container).ledger.anomalies.open({
    kind: "refund_without_payout",
    subject: refund_id,
    account,
    transaction_id,
    order_id,
    facts: {
      ...facts,
      refund_id,
      amount: missing,
      ...(carried_out_by !== null && {
        reason: anomalyReason("refunded_before", { refund: carried_out_by }),
      }),
      ...(paid_by_payout !== null && {
        reason: anomalyReason("paid_for_taken_back", { payout: paid_by_payout }),
      }),
      ...(elsewhere &&
        order_id !== null && { reason: anomalyReason("pays_order", { order: order_id }) }),
    },
  })
}

/** Books the payable part of a refund, and returns the missing part; null without one. */
async function book(
  container: MedusaContainer,
  { refund_id, transaction_id, elsewhere }: Unbooked
): Promise<Pick<RefundBooked, "missing" | "carried_out_by" | "paid_by_payout"> | null> {
  const refund = await findRefund(container, refund_id)
  if (refund === null) {
    return null
  }
  const booked =
    transaction_id === null || elsewhere
      ? null
      : await bookRefund(refundPayoutDeps(container), transaction_id, refund)
  const { payout, ...shown } = booked ?? { ...NOT_BOOKED, missing: refund.amount }
  return payout !== null && !isPositive(shown.missing) ? null : shown
}
