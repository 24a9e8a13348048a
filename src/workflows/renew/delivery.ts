import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaRows } from "../../domain/row/medusa-row"
import { neededDelivery, type DeliveredLine } from "../../domain/subscription/needed-delivery"
import type { SourceLine, SourceOrder } from "./source"

type SourceMethod = SourceOrder["shipping_methods"][number]

const cartSchema = z.object({
  items: medusaRows(
    z.object({
      requires_shipping: z.boolean(),
      variant: z
        .object({
          product: z.object({ shipping_profile: z.object({ id: z.string() }).nullish() }).nullish(),
        })
        .nullish(),
    })
  ),
})

const optionSchema = z.object({ id: z.string(), shipping_profile_id: z.string().nullish() })

/**
 * The shipping options of an order that the lines of a renewal's cart need. Medusa decides with each
 * cart whether a line requires shipping, so the cart is asked and not the order.
 */
export async function deliveryOfCart(
  container: MedusaContainer,
  cartId: string,
  { shipping_methods }: SourceOrder
): Promise<{ id: string; data: Record<string, unknown> }[]> {
  if (shipping_methods.length === 0) {
    return []
  }
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart",
    fields: ["items.requires_shipping", "items.variant.product.shipping_profile.id"],
    filters: { id: cartId },
  })
  const lines = cartSchema.parse(data[0]).items.map(({ requires_shipping, variant }) => ({
    requires_shipping,
    profile: variant?.product?.shipping_profile?.id ?? null,
  }))
  const needed = await neededMethods(container, lines, shipping_methods)
  return needed.flatMap(({ shipping_option_id: id, data: chosen }) =>
    id ? [{ id, data: chosen ?? {} }] : []
  )
}

/** The deliveries of an order that its renewing lines need, by what is known of the order. */
export async function deliveryOfOrder(
  container: MedusaContainer,
  lines: readonly SourceLine[],
  { shipping_methods }: SourceOrder
): Promise<SourceMethod[]> {
  const delivered = lines.map(({ requires_shipping, variant }) => ({
    requires_shipping: requires_shipping ?? true,
    profile: variant?.product?.shipping_profile?.id ?? null,
  }))
  return neededMethods(container, delivered, shipping_methods)
}

async function neededMethods(
  container: MedusaContainer,
  lines: readonly DeliveredLine[],
  methods: readonly SourceMethod[]
): Promise<SourceMethod[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "shipping_option",
    fields: ["id", "shipping_profile_id"],
    filters: { id: methods.flatMap(({ shipping_option_id: id }) => (id ? [id] : [])) },
  })
  const options = data.map((row) => optionSchema.parse(row))
  const profiles = new Map(options.map((option) => [option.id, option.shipping_profile_id ?? null]))
  const chosen = methods.map((method) => ({
    method,
    profile: profiles.get(method.shipping_option_id ?? "") ?? null,
  }))
  return neededDelivery(lines, chosen).map(({ method }) => method)
}
