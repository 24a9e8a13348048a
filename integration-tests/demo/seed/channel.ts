import {
  createApiKeysWorkflow,
  createSalesChannelsWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { PUBLISHABLE_KEY_TITLE, SALES_CHANNEL, STOCK_LOCATION } from "./catalogue"

export interface SeededChannel {
  sales_channel_id: string
  publishable_key: string
  stock_location_id: string
}

/** Sales channel, the storefront's publishable key and the one stock location, tied together. */
export async function seedChannel(container: MedusaContainer): Promise<SeededChannel> {
  const sales_channel_id = await seedSalesChannel(container)
  const key = await seedPublishableKey(container)
  const stock_location_id = await seedStockLocation(container)

  // Links are upserts: running them again changes nothing.
  await linkSalesChannelsToApiKeyWorkflow(container).run({
    input: { id: key.id, add: [sales_channel_id] },
  })
  await linkSalesChannelsToStockLocationWorkflow(container).run({
    input: { id: stock_location_id, add: [sales_channel_id] },
  })
  return { sales_channel_id, publishable_key: key.token, stock_location_id }
}

async function seedSalesChannel(container: MedusaContainer): Promise<string> {
  const [existing] = await container
    .resolve(Modules.SALES_CHANNEL)
    .listSalesChannels({ name: SALES_CHANNEL })
  if (existing) {
    return existing.id
  }
  const { result } = await createSalesChannelsWorkflow(container).run({
    input: {
      salesChannelsData: [{ name: SALES_CHANNEL, description: "The demo's shop page" }],
    },
  })
  return result[0].id
}

async function seedPublishableKey(
  container: MedusaContainer
): Promise<{ id: string; token: string }> {
  const [existing] = await container
    .resolve(Modules.API_KEY)
    .listApiKeys({ title: PUBLISHABLE_KEY_TITLE, type: "publishable" })
  if (existing) {
    return existing
  }
  const { result } = await createApiKeysWorkflow(container).run({
    input: { api_keys: [{ title: PUBLISHABLE_KEY_TITLE, type: "publishable", created_by: "" }] },
  })
  return result[0]
}

async function seedStockLocation(container: MedusaContainer): Promise<string> {
  const [existing] = await container
    .resolve(Modules.STOCK_LOCATION)
    .listStockLocations({ name: STOCK_LOCATION })
  if (existing) {
    return existing.id
  }
  const { result } = await createStockLocationsWorkflow(container).run({
    input: {
      locations: [
        {
          name: STOCK_LOCATION,
          address: { address_1: "Calle de ejemplo 1", city: "Bogotá", country_code: "CO" },
        },
      ],
    },
  })
  return result[0].id
}
