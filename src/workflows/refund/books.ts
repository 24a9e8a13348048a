import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { addAmounts, isPositive, majorAmount, subtractAmounts } from "../../domain/money"
import type { BookedRefund } from "../../settlement/give-back"
import { inOrder, isCounted } from "../settle/booked"
import { Core } from "../settle/core"
import { findPlace } from "../settle/place"

/**
 * Writes what core left out when it failed, or died, behind the Refund: it never takes a Refund back then
 * (core-flows refund-payment step), and its next refund of the payment would give the missing transaction an
 * amount of its own (refund-payment workflow). As core does it: the rest becomes a credit line.
 */
export async function completeBooks(
  container: MedusaContainer,
  paymentCollectionId: string,
  { refund_id, amount }: BookedRefund
): Promise<void> {
  const place = await findPlace(container, paymentCollectionId)
  if (place === null) {
    return
  }
  if (!isCounted(place)) {
    await new Core(container).recount(place)
  }
  const { order, collection } = place
  const payment = collection.payments.find(({ refunds }) =>
    refunds.some(({ id }) => id === refund_id)
  )
  if (payment === undefined || !inOrder(place, payment)) {
    return
  }
  if (order === null || order.transactions.some((one) => one.reference_id === refund_id)) {
    return
  }
  await container.resolve(Modules.ORDER).addOrderTransactions({
    order_id: order.id,
    amount: subtractAmounts(majorAmount(0), amount),
    currency_code: place.collection.currency_code,
    reference: "refund",
    reference_id: refund_id,
  })
  const { outstanding } = order.summary
  const credit = isPositive(outstanding) ? amount : addAmounts(amount, outstanding)
  if (isPositive(credit)) {
    await createOrderCreditLinesWorkflow(container).run({
      input: {
        id: order.id,
        credit_lines: [{ amount: credit, reference: "refund", reference_id: refund_id }],
      },
    })
  }
}
