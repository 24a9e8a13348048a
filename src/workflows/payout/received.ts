import type { MedusaContainer } from "@medusajs/framework/types"
import { addAmounts, ZERO, type MajorAmount } from "../../domain/money/amount"
import { exceedsReceived } from "../../domain/payout/rule"
import { HELD_SECONDS } from "../../domain/time/schedule"
import { wireDecimals } from "../../domain/money/wire-decimals"
import { servicesOf } from "../settle"
import { readOwed } from "../../medusa/order"
import { owedToSellers } from "./clawback"

/** A share of an order that did not bring in what its sellers get. */
export const NOT_RECEIVED = {
  outcome: "wait",
  reason: "payment_not_captured",
  seconds: HELD_SECONDS,
} as const

/**
 * Seller payout: whether the sellers of an order get no more than it brought in, by payments and by
 * credit lines. An order that owes nothing may not have been paid: a requested return lowers what it owes
 * at once, and the goods may never come.
 *
 * @param more a share that is not booked yet
 */
export async function isReceived(
  container: MedusaContainer,
  { order_id, currency }: { order_id: string; currency: string },
  more: MajorAmount = ZERO
): Promise<boolean> {
  const [order, sellers] = await Promise.all([
    readOwed(container, order_id),
    owedToSellers(container, order_id),
  ])
  if (order === null || sellers === null) {
    return false
  }
  const { options } = servicesOf(container).gateway
  return !exceedsReceived({
    owed: addAmounts(sellers.owed, more),
    received: addAmounts(order.owed.counted, sellers.credited),
    decimals: wireDecimals(options, currency),
  })
}
