import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import {
  addShippingMethodToCartWorkflow,
  createCartWorkflow,
  createPaymentCollectionForCartWorkflow,
  refreshPaymentCollectionForCartWorkflow,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { medusaAmount } from "../../domain/medusa-row"
import { sameAmount } from "../../domain/money"
import type { PayInOptions } from "../../domain/options"
import { renewalReason } from "../../domain/renewal-reason"
import type { Cycle, Subscription } from "../../modules/subscriptions/subscription-rows"
import { refusedByMedusa } from "../settle/failures"
import {
  descriptionOf,
  findSource,
  renewingLines,
  type SourceLine,
  type SourceOrder,
} from "./source"

const cartSchema = z.object({
  id: z.string(),
  currency_code: z.string(),
  total: medusaAmount,
  tax_total: medusaAmount,
  payment_collection: z
    .object({
      id: z.string(),
      amount: medusaAmount,
      payment_sessions: z.array(z.object({ id: z.string(), status: z.string() })).nullish(),
    })
    .nullish(),
})

/** A renewal's cart with its payment collection. */
export interface RenewalCart {
  id: string
  currency: string
  total: z.infer<typeof medusaAmount>
  tax: z.infer<typeof medusaAmount>
  collection_id: string
  sessions: { id: string; status: string }[]
}

/**
 * Renewal: makes the cart of a period from its subscription's latest order: the same lines, address
 * and delivery. Stock, taxes and delivery prices are Medusa's current ones, item prices follow
 * option `renewal.prices`. A cart that a crash left unrecorded holds nothing and is never paid.
 */
export async function makeCart(
  container: MedusaContainer,
  { subscription, cycle }: { subscription: Subscription; cycle: Cycle },
  { prices }: PayInOptions["renewal"]
): Promise<string> {
  const source = await sourceOf(container, subscription)
  const items = renewingLines(source, subscription).map((line) =>
    lineOf(line, subscription, prices)
  )
  if (items.length === 0) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      renewalReason("nothing_renews", { order: source.id })
    )
  }
  const { region_id, sales_channel_id, customer_id, email } = source
  try {
    const { result } = await createCartWorkflow(container).run({
      input: {
        ...(region_id && { region_id }),
        ...(sales_channel_id && { sales_channel_id }),
        ...(customer_id && { customer_id }),
        ...(email && { email }),
        currency_code: source.currency_code,
        ...(source.shipping_address && { shipping_address: source.shipping_address }),
        ...(source.billing_address && { billing_address: source.billing_address }),
        items,
        // For a store's own subscribers, which recognise a renewal's order by it.
        metadata: { payin_subscription_id: subscription.id, payin_period: cycle.number },
      },
    })
    await deliver(container, result.id, source)
    return result.id
  } catch (error) {
    throw refusedByMedusa(error)
  }
}

/** The cart with its collection at the current price; null when the cart is gone. */
export async function payableCart(
  container: MedusaContainer,
  cartId: string
): Promise<RenewalCart | null> {
  const found = await findCart(container, cartId)
  if (found === null) {
    return null
  }
  const { payment_collection: there, total } = found
  try {
    if (!there) {
      await createPaymentCollectionForCartWorkflow(container).run({ input: { cart_id: cartId } })
    } else if (!sameAmount(there.amount, total)) {
      await refreshPaymentCollectionForCartWorkflow(container).run({ input: { cart_id: cartId } })
    }
  } catch (error) {
    throw refusedByMedusa(error)
  }
  const cart = await findCart(container, cartId)
  const collection = cart?.payment_collection
  if (!cart || !collection) {
    return null
  }
  return {
    id: cart.id,
    currency: cart.currency_code.toUpperCase(),
    total: cart.total,
    tax: cart.tax_total,
    collection_id: collection.id,
    sessions: collection.payment_sessions ?? [],
  }
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

async function deliver(
  container: MedusaContainer,
  cart_id: string,
  { shipping_methods }: SourceOrder
): Promise<void> {
  const options = shipping_methods.flatMap(({ shipping_option_id, data }) =>
    shipping_option_id ? [{ id: shipping_option_id, data: data ?? {} }] : []
  )
  if (options.length > 0) {
    await addShippingMethodToCartWorkflow(container).run({ input: { cart_id, options } })
  }
}

function lineOf(
  line: SourceLine,
  subscription: Subscription,
  prices: PayInOptions["renewal"]["prices"]
) {
  const { variant_id, quantity, metadata, unit_price, is_tax_inclusive } = line
  // A line without a variant has no other price.
  const kept = (prices === "kept" || !variant_id) &&
    unit_price !== null && {
      unit_price,
      // Medusa treats a price without this field as one before taxes.
      is_tax_inclusive: is_tax_inclusive ?? false,
    }
  const plan = {
    payin_plan_name: subscription.plan_name,
    payin_periodicity: subscription.periodicity,
    payin_every: subscription.every,
  }
  return {
    ...(variant_id ? { variant_id } : descriptionOf(line)),
    quantity,
    // Keeps the line renewing when the product's metadata no longer makes it a subscription.
    metadata: { ...metadata, ...plan },
    ...kept,
  }
}

async function findCart(container: MedusaContainer, id: string) {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart",
    fields: [
      ...["id", "currency_code", "total", "tax_total"],
      ...["payment_collection.id", "payment_collection.amount"],
      ...["payment_collection.payment_sessions.id", "payment_collection.payment_sessions.status"],
    ],
    filters: { id },
  })
  return data.length === 0 ? null : cartSchema.parse(data[0])
}
