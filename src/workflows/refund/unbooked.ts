import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { anomalyReason } from "../../domain/anomaly/reason"
import { reasonOf } from "../../domain/error/reason"
import { isPositive, majorAmount } from "../../domain/money/amount"
import { bookRefund, type RefundBooked } from "../../settlement/refund-payouts"
import { unbookedRefunds, type Unbooked } from "../../medusa/repairs/unbooked-refund"
import { ourProviders, refundPayoutDeps, servicesOf } from "../settle"
import { findRefund } from "./medusa-refund"

const BATCH = 50
const NOT_BOOKED = { payout: null, carried_out_by: null, paid_by_payout: null }

/**
 * Books payouts of Refunds that our provider could not book, or whose payouts were canceled by an
 * adoption that then failed. The part that cannot be paid is shown. Safe to run twice at once.
 */
export async function bookUnbookedRefunds(container: MedusaContainer): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { decimals } = servicesOf(container).gateway.options
  const unbooked = await unbookedRefunds(pg, ourProviders(container), { decimals, limit: BATCH })
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
