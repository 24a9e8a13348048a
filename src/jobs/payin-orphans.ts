import type { MedusaContainer } from "@medusajs/framework/types"
import { supersedeAllUnowed } from "../workflows/payment-link/unowed"
import { sweepRefunds } from "../workflows/refund/sweep"
import { unsettleCanceled } from "../workflows/settle/canceled"
import { freeCanceled, freeTakenBack } from "../medusa/repairs/left-stock"
import { recountOrders } from "../workflows/settle/summaries"
import { reportOrphans, closeOrphans } from "../workflows/settle/orphans"
import { requeueUndecided } from "../workflows/settle/unqueued"
import { unsettleVanished, unsettleWithoutOrder } from "../workflows/settle/vanished"

/**
 * Shows orders that a killed completion left behind, money and stock on orders canceled at the same
 * moment, money whose payment was deleted, and refunds without payout. Frees the stock of orders
 * that no longer exist, and counts payments that an order misses: see {@link reportOrphans},
 * {@link closeOrphans}, {@link unsettleCanceled}, {@link freeCanceled}, {@link freeTakenBack},
 * {@link unsettleVanished}, {@link unsettleWithoutOrder}, {@link sweepRefunds},
 * {@link recountOrders}, {@link supersedeAllUnowed} and {@link requeueUndecided}.
 */
export default async function payinOrphans(container: MedusaContainer): Promise<void> {
  await Promise.all([
    reportOrphans(container),
    closeOrphans(container),
    unsettleCanceled(container),
    freeCanceled(container),
    freeTakenBack(container),
    unsettleVanished(container),
    unsettleWithoutOrder(container),
    sweepRefunds(container),
    recountOrders(container),
    supersedeAllUnowed(container),
    requeueUndecided(container),
  ])
}

export const config = {
  name: "payin-orphans",
  schedule: { interval: 60_000 },
}
