import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { majorAmount, subtractAmounts } from "../../domain/money/amount"
import { inOrder, isCounted } from "../settle/booked"
import { MedusaCalls } from "../settle/medusa-calls"
import { ourProviders } from "../settle"
import { recountOrder } from "../../medusa/repairs/order-summary"
import { findSnapshot, type Payment } from "../../medusa/payment-snapshot"
import { completeCredits } from "./credits"
import { readShown } from "../../medusa/order-refunds"

/**
 * Completes Medusa's books when Medusa failed, or died, after writing the Refund
 * (docs/medusa.md#half-written-refunds). Medusa never takes such a Refund back (core-flows
 * refund-payment step), and its next refund of the payment would write the missing transaction with
 * an amount of its own (refund-payment workflow). As in Medusa, the rest becomes a credit line.
 * Call it under the order's lock. Safe to repeat.
 *
 * @returns false while somebody changes the order: the credit line has to wait for the end of that
 * change
 */
export async function completeBooks(
  container: MedusaContainer,
  paymentCollectionId: string,
  refundId: string
): Promise<boolean> {
  const place = await findSnapshot(container, paymentCollectionId)
  if (place === null) {
    return true
  }
  if (!isCounted(place)) {
    await new MedusaCalls(container).recountCollection(place)
  }
  const { order, collection } = place
  const payment = collection.payments.find((one) => isOf(one, refundId))
  if (payment === undefined || order === null || !inOrder(place, payment)) {
    return true
  }
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const shown = await readShown(pg, ourProviders(container), order.id)
  const unwritten = shown?.compared.unwritten ?? []
  for (const { refund_id, amount } of unwritten.filter((one) => isOf(payment, one.refund_id))) {
    await container.resolve(Modules.ORDER).addOrderTransactions({
      order_id: order.id,
      amount: subtractAmounts(majorAmount(0), amount),
      currency_code: collection.currency_code,
      reference: "refund",
      reference_id: refund_id,
    })
  }
  await recountOrder(container, order.id)
  return completeCredits(container, order.id)
}

function isOf({ refunds }: Pick<Payment, "refunds">, refundId: string): boolean {
  return refunds.some(({ id }) => id === refundId)
}

/**
 * Completes half-written books of earlier refunds of a payment, however young: Medusa's next refund
 * would book them with its own amount. Call it under the order's lock, while nobody else is writing
 * them.
 */
export async function completeEarlier(
  container: MedusaContainer,
  {
    payment_collection_id,
    refunds: [earlier],
  }: { payment_collection_id: string; refunds: readonly { id: string }[] }
): Promise<void> {
  if (earlier !== undefined) {
    await completeBooks(container, payment_collection_id, earlier.id)
  }
}
