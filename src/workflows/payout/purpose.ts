import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { databaseNow } from "../../domain/clock"
import { UNBOOKED_KINDS } from "../../domain/anomaly-resolution"
import type { PayoutReason } from "../../domain/payout-reason"
import { HELD_SECONDS, REFUND_YOUNG_SECONDS } from "../../domain/schedule"
import type { Payout } from "../../modules/payouts/rows"
import { roomsOf } from "../settle"

/** Whether what a payout is for still stands outside of it. */
export type Purpose =
  | { outcome: "stands"; order_id?: string }
  /** For ever: nothing is owed any more. */
  | { outcome: "gone"; note: string }
  /** Not yet to be sent. */
  | { outcome: "wait"; reason: PayoutReason; seconds: number }

const STANDS: Purpose = { outcome: "stands" }

/** Looks outside before money leaves; asked when a payout is released and again when it is claimed. */
export async function purposeOf(container: MedusaContainer, payout: Payout): Promise<Purpose> {
  switch (payout.source) {
    case "refund":
      return ofRefund(container, payout)
    case "rule":
      return ofFulfillment(container, payout)
    case "anomaly":
      return ofAnomaly(container, payout)
    default:
      return STANDS
  }
}

/**
 * Core takes its Refund back when its own call fails right after ours (medusa.md H8), and a refund of a
 * failed completion is undone when the money finds its order after all (design.md 5, Adoption). Read in
 * SQL: the age is one by the database's clock.
 */
async function ofRefund(
  container: MedusaContainer,
  { refund_id, transaction_id }: Payout
): Promise<Purpose> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const answer: { rows: { young: boolean; order_id: string | null }[] } = await pg.raw(
    `select r.created_at > ? as young,
       (select o.order_id from order_payment_collection o
          where o.payment_collection_id = p.payment_collection_id and o.deleted_at is null
          limit 1) as order_id
     from refund r join payment p on p.id = r.payment_id
     where r.id = ? and r.deleted_at is null`,
    [databaseNow(pg, -REFUND_YOUNG_SECONDS), refund_id]
  )
  const refund = answer.rows.at(0)
  if (refund === undefined) {
    return { outcome: "gone", note: "Medusa took the refund back." }
  }
  if (refund.young) {
    return { outcome: "wait", reason: "refund_young", seconds: REFUND_YOUNG_SECONDS }
  }
  if (refund.order_id === null && (await mayStillPayAnOrder(container, transaction_id))) {
    return { outcome: "wait", reason: "adoption_pending", seconds: HELD_SECONDS }
  }
  return { outcome: "stands", ...(refund.order_id !== null && { order_id: refund.order_id }) }
}

/** Approved money that no verdict was spoken on is still tried for an order (design.md 5). */
async function mayStillPayAnOrder(
  container: MedusaContainer,
  transactionId: string | null
): Promise<boolean> {
  const { ledger } = roomsOf(container)
  const row = transactionId === null ? null : await ledger.transactions.find(transactionId)
  if (row === null || row.settled_at !== null || row.set_aside_at !== null) {
    return false
  }
  return !(await ledger.anomalies.isOpen(row.id, UNBOOKED_KINDS))
}

async function ofFulfillment(
  container: MedusaContainer,
  { fulfillment_id, order_id }: Payout
): Promise<Purpose> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const answer: { rows: { canceled: boolean; owes: boolean }[] } = await pg.raw(
    `select f.canceled_at is not null or f.deleted_at is not null as canceled,
       not exists (
         select 1 from order_payment_collection o
         join payment p on p.payment_collection_id = o.payment_collection_id
         where o.order_id = ? and o.deleted_at is null and p.captured_at is not null
           and p.canceled_at is null
       ) as owes
     from fulfillment f where f.id = ?`,
    [order_id, fulfillment_id]
  )
  const fulfillment = answer.rows.at(0)
  if (fulfillment === undefined || fulfillment.canceled) {
    return { outcome: "gone", note: "The fulfillment was canceled." }
  }
  return fulfillment.owes
    ? { outcome: "wait", reason: "payment_not_captured", seconds: HELD_SECONDS }
    : STANDS
}

async function ofAnomaly(container: MedusaContainer, { anomaly_id }: Payout): Promise<Purpose> {
  const { ledger } = roomsOf(container)
  const anomaly = anomaly_id === null ? null : await ledger.anomalies.find(anomaly_id)
  return anomaly?.refund_amount == null
    ? { outcome: "gone", note: "The decision to give this money back was taken back." }
    : STANDS
}
