import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import {
  createPaymentCollectionForCartWorkflow,
  refreshPaymentCollectionForCartWorkflow,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { medusaAmount } from "../../domain/row/medusa-row"
import { sameAmount } from "../../domain/money/amount"
import type { PayInOptions } from "../../domain/options/options"
import { renewalReason } from "../../domain/renewal/reason"
import type { Cycle, Subscription } from "../../modules/subscriptions/subscription-rows"
import { refusedByMedusa } from "../../medusa/failures"
import { createRenewingCart } from "./renewing-cart"
import { findSource, renewingLines, type SourceOrder } from "./source"

const cartSchema = z.object({
  id: z.string(),
  currency_code: z.string(),
  total: medusaAmount,
  tax_total: medusaAmount,
  payment_collection: z
    .object({
      id: z.string(),
      amount: medusaAmount,
      payment_sessions: z.array(z.object({ id: z.string() })).nullish(),
    })
    .nullish(),
})

/** A renewal's cart as it costs now. */
export interface RenewalCart {
  id: string
  currency: string
  total: z.infer<typeof medusaAmount>
  tax: z.infer<typeof medusaAmount>
  /** Its payment collection; null: it has none yet. */
  collection: { id: string; is_current: boolean; session_ids: string[] } | null
}

/**
 * Renewal: makes the cart of a period from its subscription's latest order. A cart that a crash left
 * unrecorded holds nothing and is never paid.
 */
export async function makeCart(
  container: MedusaContainer,
  { subscription, cycle }: { subscription: Subscription; cycle: Cycle },
  { prices }: PayInOptions["renewal"]
): Promise<string> {
  const source = await sourceOf(container, subscription)
  const lines = renewingLines(source, subscription)
  if (lines.length === 0) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      renewalReason("nothing_renews", { order: source.id })
    )
  }
  try {
    return await createRenewingCart(container, {
      ...{ source, lines, prices, plan: subscription },
      // For a store's own subscribers, which recognise a renewal's order by it.
      metadata: { payin_subscription_id: subscription.id, payin_period: cycle.number },
    })
  } catch (error) {
    throw refusedByMedusa(error)
  }
}

/** Gives a cart a payment collection at its current price. */
export async function priceCart(
  container: MedusaContainer,
  cart_id: string,
  { collection }: { collection: boolean }
): Promise<void> {
  try {
    const input = { cart_id }
    await (collection
      ? refreshPaymentCollectionForCartWorkflow(container).run({ input })
      : createPaymentCollectionForCartWorkflow(container).run({ input }))
  } catch (error) {
    throw refusedByMedusa(error)
  }
}

/** Null when the cart is gone. */
export async function findRenewalCart(
  container: MedusaContainer,
  cartId: string
): Promise<RenewalCart | null> {
  const cart = await findCart(container, cartId)
  const collection = cart?.payment_collection
  return (
    cart && {
      id: cart.id,
      currency: cart.currency_code.toUpperCase(),
      total: cart.total,
      tax: cart.tax_total,
      collection: collection
        ? {
            id: collection.id,
            is_current: sameAmount(collection.amount, cart.total),
            session_ids: (collection.payment_sessions ?? []).map(({ id }) => id),
          }
        : null,
    }
  )
}

async function sourceOf(
  container: MedusaContainer,
  { latest_order_id, id }: Subscription
): Promise<SourceOrder> {
  const source = await findSource(container, latest_order_id)
  if (source === null) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      renewalReason("source_gone", { order: latest_order_id, subscription: id })
    )
  }
  return source
}

async function findCart(container: MedusaContainer, id: string) {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart",
    fields: [
      ...["id", "currency_code", "total", "tax_total"],
      ...["payment_collection.id", "payment_collection.amount"],
      "payment_collection.payment_sessions.id",
    ],
    filters: { id },
  })
  return data.length === 0 ? null : cartSchema.parse(data[0])
}
