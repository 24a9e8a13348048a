import {
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
} from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { FULFILLMENT_SET, MARKETS, SHIPPING_PROFILE, type Market, type MarketId } from "./catalogue"

const FULFILLMENT_PROVIDER = "manual_manual"

export interface SeededShipping {
  shipping_profile_id: string
  /** In the order of the catalogue: standard first. */
  shipping_options: Record<MarketId, string[]>
}

/** One profile, one fulfillment set with a zone a country, flat-price options in each zone. */
export async function seedShipping(
  container: MedusaContainer,
  stock_location_id: string
): Promise<SeededShipping> {
  const shipping_profile_id = await seedProfile(container)
  await linkFulfillmentProvider(container, stock_location_id)

  const shipping_options: Record<MarketId, string[]> = { co: [], pe: [] }
  for (const market of MARKETS) {
    const zone = await seedZone(container, market, stock_location_id)
    shipping_options[market.id] = await seedOptions(container, market, zone, shipping_profile_id)
  }
  return { shipping_profile_id, shipping_options }
}

async function seedProfile(container: MedusaContainer): Promise<string> {
  const [existing] = await container
    .resolve(Modules.FULFILLMENT)
    .listShippingProfiles({ name: SHIPPING_PROFILE })
  if (existing) {
    return existing.id
  }
  const { result } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: SHIPPING_PROFILE, type: "default" }] },
  })
  return result[0].id
}

async function linkFulfillmentProvider(
  container: MedusaContainer,
  stock_location_id: string
): Promise<void> {
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: FULFILLMENT_PROVIDER },
  })
}

async function seedZone(
  container: MedusaContainer,
  market: Market,
  stock_location_id: string
): Promise<string> {
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const [found] = await fulfillment.listFulfillmentSets({ name: FULFILLMENT_SET })
  const set =
    found ?? (await fulfillment.createFulfillmentSets({ name: FULFILLMENT_SET, type: "shipping" }))
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  })

  const [existing] = await fulfillment.listServiceZones({
    name: market.region,
    fulfillment_set: { id: set.id },
  })
  if (existing) {
    return existing.id
  }
  const zone = await fulfillment.createServiceZones({
    name: market.region,
    fulfillment_set_id: set.id,
    geo_zones: [{ type: "country", country_code: market.country }],
  })
  return zone.id
}

async function seedOptions(
  container: MedusaContainer,
  market: Market,
  service_zone_id: string,
  shipping_profile_id: string
): Promise<string[]> {
  const ids: string[] = []
  for (const option of market.shipping) {
    const [existing] = await container
      .resolve(Modules.FULFILLMENT)
      .listShippingOptions({ name: option.name, service_zone: { id: service_zone_id } })
    if (existing) {
      ids.push(existing.id)
      continue
    }
    const { result } = await createShippingOptionsWorkflow(container).run({
      input: [
        {
          name: option.name,
          price_type: "flat",
          provider_id: FULFILLMENT_PROVIDER,
          service_zone_id,
          shipping_profile_id,
          type: { label: option.name, description: option.description, code: option.code },
          prices: [{ currency_code: market.currency, amount: option.amount }],
          rules: [
            { attribute: "enabled_in_store", value: "true", operator: "eq" },
            { attribute: "is_return", value: "false", operator: "eq" },
          ],
        },
      ],
    })
    ids.push(result[0].id)
  }
  return ids
}
