import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  createOrUpdateOrderPaymentCollectionWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { compareAmounts, isPositive } from "../../domain/money"
import { isOurProvider } from "../../domain/provider-id"
import { Core } from "../settle/core"
import type { OwingOrder } from "./order"

const one = z.object({ id: z.string() })
// Medusa answers the updated collection, or a list of the made ones.
const made = z.union([one, z.tuple([one]).transform(([first]) => first)])
const system = "pp_system_default"

/**
 * The payment collection for what the order owes, by Medusa's own road after an edit: the unpaid
 * one takes the new amount, else a new one is made.
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
 * A link that was paid after its order grew leaves a collection that asks for more than it got. It
 * is closed at what was paid: the rest goes to a collection of its own, and with both paid Medusa
 * shows the order as captured, not as captured in part for ever (core-flows
 * order/utils/aggregate-status).
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
      await new Core(container).recount({ collection })
    }
  }
}

type OwingPayment = OwingOrder["payment_collections"][number]["payments"][number]

/**
 * Nothing more of it can be captured. A hold of the plugin is captured once, in all or in part
 * (docs/service.md#capture). Another provider may capture the rest of its own later, and only
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
        payment.canceled_at == null && !isTaken(payment) && payment.provider_id !== system
    )
  return held?.provider_id ?? null
}

/** A payment session of ours in place of all others of the collection. Answers its id. */
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
