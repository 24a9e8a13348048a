import type { MedusaContainer } from "@medusajs/framework/types"
import { addAmounts, ZERO, type MajorAmount } from "../../domain/money/amount"
import { exceedsReceived } from "../../domain/payout/rule"
import { HELD_SECONDS } from "../../domain/time/schedule"
import { wireDecimals } from "../../domain/money/wire-decimals"
import { servicesOf } from "../settle"
import { readOwed } from "../../medusa/order"
import { owedToSellers } from "./clawback"
import { lacksPayment } from "./order-makers"

/** A share of an order that did not bring in what its sellers get. */
export const NOT_RECEIVED = {
  outcome: "wait",
  reason: "payment_not_captured",
  seconds: HELD_SECONDS,
} as const

/** The order of a share, in its currency. */
interface Brought {
  order_id: string
  currency: string
}

/**
 * Seller payout: whether the sellers of an order get no more than it brought in, by payments and by
 * credit lines. An order that owes nothing may not have been paid: a requested return lowers what it owes
 * at once, and the goods may never come.
 *
 * @param more a share that is not booked yet
 */
export function isReceived(
  container: MedusaContainer,
  brought: Brought,
  more: MajorAmount = ZERO
): Promise<boolean> {
  return isWithin(container, brought, { more, what: "owed" })
}

/**
 * Four eyes: whether the money that a share pays was not paid here, or not all of it: no provider
 * received the price of its order, or the sellers of the order get more than it brought in, together
 * with what left for goods that were packed anew or came back.
 *
 * @param more what a share pays that is not booked yet
 */
export async function isNotPaidHere(
  container: MedusaContainer,
  { order_id, currency }: { order_id: string | null; currency: string },
  more: MajorAmount = ZERO
): Promise<boolean> {
  return (
    (await lacksPayment(container, order_id)) ||
    (order_id !== null &&
      !(await isWithin(container, { order_id, currency }, { more, what: "spent" })))
  )
}

async function isWithin(
  container: MedusaContainer,
  { order_id, currency }: Brought,
  { more, what }: { more: MajorAmount; what: "owed" | "spent" }
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
    owed: addAmounts(sellers[what], more),
    received: addAmounts(order.owed.counted, sellers.credited),
    decimals: wireDecimals(options, currency),
  })
}
