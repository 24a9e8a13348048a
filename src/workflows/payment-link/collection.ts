import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  createOrUpdateOrderPaymentCollectionWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { compareAmounts, isPositive } from "../../domain/money/amount"
import { isOurProvider, MANUAL_PROVIDER_ID } from "../../domain/options/provider-id"
import { MedusaCalls } from "../settle/medusa-calls"
import type { OwingOrder } from "../../medusa/owing-order"

const one = z.object({ id: z.string() })
// Medusa returns the updated collection, or a list of the made ones.
const made = z.union([one, z.tuple([one]).transform(([first]) => first)])

/**
 * The payment collection for the order's outstanding amount, made by Medusa's own flow after an
 * edit: the unpaid one takes the new amount, else a new one is made.
 */
export async function collectionForOutstanding(
  container: MedusaContainer,
  order: OwingOrder
): Promise<string> {
  await closePartlyPaid(container, order)
  const { result } = await createOrUpdateOrderPaymentCollectionWorkflow(container).run({
    input: { order_id: order.id },
  })
  const parsed = made.safeParse(result)
  if (!parsed.success) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Medusa made no payment collection for order ${order.id}: try again.`
    )
  }
  return parsed.data.id
}

/**
 * Closes a partly paid collection, left by a link that was paid after its order grew, at the paid
 * amount. The rest goes to a collection of its own. With both paid, Medusa shows the order as
 * captured, not as captured in part for ever (core-flows order/utils/aggregate-status).
 */
async function closePartlyPaid(container: MedusaContainer, order: OwingOrder): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  for (const collection of order.payment_collections) {
    const { captured_amount } = collection
    const live = collection.payments.filter((payment) => payment.canceled_at == null)
    if (
      live.length > 0 &&
      captured_amount != null &&
      isPositive(captured_amount) &&
      compareAmounts(captured_amount, collection.amount) < 0 &&
      live.every(isTaken)
    ) {
      await payments.updatePaymentCollections(collection.id, { amount: captured_amount })
      await new MedusaCalls(container).recountCollection({ collection })
    }
  }
}

type OwingPayment = OwingOrder["payment_collections"][number]["payments"][number]

/**
 * Whether nothing more can be captured of a payment. A hold of the plugin is captured once, in full
 * or in part (docs/service.md#capture). Another provider may capture the rest later, and only
 * `captured_at` says that it captured all.
 */
function isTaken({ provider_id, captured_at, captures }: OwingPayment): boolean {
  return captured_at != null || (isOurProvider(provider_id) && captures.length > 0)
}

/**
 * A payment that another provider holds for this order: Medusa would cancel it to make room for a
 * link.
 */
export function heldElsewhere(order: OwingOrder): string | null {
  const held = order.payment_collections
    .flatMap((collection) => collection.payments)
    .find(
      (payment) =>
        payment.canceled_at == null &&
        !isTaken(payment) &&
        payment.provider_id !== MANUAL_PROVIDER_ID
    )
  return held?.provider_id ?? null
}

/** Replaces all sessions of the collection by one of ours. Returns its id. */
export async function openSession(
  container: MedusaContainer,
  paymentCollectionId: string,
  providerId: string,
  data: Record<string, unknown>
): Promise<string> {
  const { result } = await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: paymentCollectionId, provider_id: providerId, data },
  })
  return result.id
}
