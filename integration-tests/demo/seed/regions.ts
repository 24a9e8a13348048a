import {
  createRegionsWorkflow,
  createTaxRegionsWorkflow,
  updateRegionsWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { MARKETS, type Market, type MarketId } from "./catalogue"

const regionSchema = z
  .object({ id: z.string(), payment_providers: z.array(z.object({ id: z.string() })) })
  .nullable()

/** The store's currencies, one region and one tax region a market. Returns the region ids. */
export async function seedRegions(
  container: MedusaContainer,
  providersOf: (market: Market) => string[]
): Promise<Record<MarketId, string>> {
  await seedCurrencies(container)
  const ids = { co: "", pe: "" }
  for (const market of MARKETS) {
    ids[market.id] = await seedRegion(container, market, providersOf(market))
    await seedTaxRegion(container, market)
  }
  return ids
}

async function seedCurrencies(container: MedusaContainer): Promise<void> {
  const [store] = await container.resolve(Modules.STORE).listStores({})
  if (!store) {
    throw new Error("The database has no store: createDefaultsWorkflow has to run before the seed")
  }
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: store.id },
      update: {
        name: "Cordillera",
        supported_currencies: MARKETS.map(({ currency }, index) => ({
          currency_code: currency,
          is_tax_inclusive: true,
          is_default: index === 0,
        })),
      },
    },
  })
}

async function seedRegion(
  container: MedusaContainer,
  market: Market,
  providers: string[]
): Promise<string> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "region",
    fields: ["id", "payment_providers.id"],
    filters: { name: market.region },
  })
  const existing = regionSchema.parse(data[0] ?? null)
  if (!existing) {
    const { result } = await createRegionsWorkflow(container).run({
      input: {
        regions: [
          {
            name: market.region,
            currency_code: market.currency,
            countries: [market.country],
            payment_providers: providers,
            is_tax_inclusive: true,
          },
        ],
      },
    })
    return result[0].id
  }

  const enabled = new Set(existing.payment_providers.map(({ id }) => id))
  if (providers.some((provider) => !enabled.has(provider))) {
    await updateRegionsWorkflow(container).run({
      input: { selector: { id: existing.id }, update: { payment_providers: providers } },
    })
  }
  return existing.id
}

async function seedTaxRegion(container: MedusaContainer, market: Market): Promise<void> {
  const existing = await container
    .resolve(Modules.TAX)
    .listTaxRegions({ country_code: market.country })
  if (existing.length > 0) {
    return
  }
  await createTaxRegionsWorkflow(container).run({
    input: [
      {
        country_code: market.country,
        provider_id: "tp_system",
        default_tax_rate: market.tax,
      },
    ],
  })
}
