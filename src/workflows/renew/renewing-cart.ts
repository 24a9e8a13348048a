import type { Context, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { addShippingMethodToCartWorkflow, createCartWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import type { PayInOptions } from "../../domain/options/options"
import type { Subscription } from "../../modules/subscriptions/subscription-rows"
import { deliveryOfCart } from "./delivery"
import { descriptionOf, type SourceLine, type SourceOrder } from "./source"

type Plan = Pick<Subscription, "plan_name" | "periodicity" | "every">
type Prices = PayInOptions["renewal"]["prices"]

const addressesSchema = z.object({
  shipping_address_id: z.string().nullish(),
  billing_address_id: z.string().nullish(),
})

const promotionSchema = z.object({ promotion_id: z.string() })

/** What a period is sold from: an order, and which of its lines renew. */
export interface RenewingCart {
  source: SourceOrder
  lines: readonly SourceLine[]
  plan: Plan
  prices: Prices
  metadata: Record<string, unknown>
  /** Absent: Medusa names the cart. */
  id?: string
}

/**
 * Makes a cart of the renewing lines of an order, to the same address, with the delivery that they
 * need. Stock, taxes and delivery prices are Medusa's current ones, item prices follow option
 * `renewal.prices`. A cart that cannot be delivered is removed again.
 *
 * @param context of Medusa's workflows, for instance to hold back their events
 */
export async function createRenewingCart(
  container: MedusaContainer,
  { source, lines, plan, prices, metadata, id }: RenewingCart,
  context: Context = {}
): Promise<string> {
  const { region_id, sales_channel_id, customer_id, email } = source
  const { result: cart } = await createCartWorkflow(container).run({
    input: {
      ...(id !== undefined && { id }),
      ...(region_id && { region_id }),
      ...(sales_channel_id && { sales_channel_id }),
      ...(customer_id && { customer_id }),
      ...(email && { email }),
      currency_code: source.currency_code,
      ...(source.shipping_address && { shipping_address: source.shipping_address }),
      ...(source.billing_address && { billing_address: source.billing_address }),
      items: lines.map((line) => lineOf(line, plan, prices)),
      metadata,
    },
    context: { ...context },
  })
  try {
    const options = await deliveryOfCart(container, cart.id, source)
    if (options.length > 0) {
      const input = { cart_id: cart.id, options }
      await addShippingMethodToCartWorkflow(container).run({ input, context: { ...context } })
    }
    return cart.id
  } catch (error) {
    await removeCart(container, cart.id)
    throw error
  }
}

/**
 * Removes a cart that was never offered to anybody, with its lines, addresses and links. Medusa
 * deletes a cart alone; the rest goes first, because after a crash only the cart is found again.
 */
export async function removeCart(container: MedusaContainer, id: string): Promise<void> {
  const carts = container.resolve(Modules.CART)
  const select = ["id", "shipping_address_id", "billing_address_id"]
  const [cart] = await carts.listCarts({ id }, { select })
  if (cart === undefined) {
    return
  }
  const { shipping_address_id, billing_address_id } = addressesSchema.parse(cart)
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart_promotion",
    fields: ["promotion_id"],
    filters: { cart_id: id },
  })
  const links = data.map((row) => ({
    [Modules.CART]: { cart_id: id },
    [Modules.PROMOTION]: promotionSchema.parse(row),
  }))
  if (links.length > 0) {
    await container.resolve(ContainerRegistrationKeys.LINK).dismiss(links)
  }
  await carts.deleteAddresses(
    [shipping_address_id, billing_address_id].filter((one) => one != null)
  )
  await carts.deleteCarts([id])
}

function lineOf(line: SourceLine, plan: Plan, prices: Prices) {
  const { variant_id, quantity, metadata, unit_price, is_tax_inclusive } = line
  // A line without a variant has no other price.
  const kept = (prices === "kept" || !variant_id) &&
    unit_price !== null && {
      unit_price,
      // Medusa treats a price without this field as one before taxes.
      is_tax_inclusive: is_tax_inclusive ?? false,
    }
  return {
    ...(variant_id ? { variant_id } : descriptionOf(line)),
    quantity,
    metadata: {
      ...metadata,
      // Keeps the line renewing when the product's metadata no longer makes it a subscription.
      payin_plan_name: plan.plan_name,
      payin_periodicity: plan.periodicity,
      payin_every: plan.every,
    },
    ...kept,
  }
}
