import { createDefaultsWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Market, MarketId } from "./catalogue"
import { seedChannel, type SeededChannel } from "./channel"
import { seedProducts, type SeededVariant } from "./products"
import { seedPromotion } from "./promotion"
import { seedRegions } from "./regions"
import { seedShipping, type SeededShipping } from "./shipping"

export type { Market, MarketId } from "./catalogue"
export { seedAdmin } from "./admin-user"
export type { SeededVariant } from "./products"

export interface SeedOptions {
  /** Pieces of each variant; default 1000. */
  stock?: number
  /** Providers enabled in a market's region; default `pp_payin_<country>` and `pp_system_default`. */
  payment_providers?: (market: Market) => string[]
  /** Address of a folder with `<handle>.svg`, shown in admin and shop. */
  image_base_url?: string
}

export interface SeededStore extends SeededChannel, SeededShipping {
  regions: Record<MarketId, string>
  /** By sku: `CAFE-GRANO`, `CAFE-MOLIDO`, `MOCHILA-DESIERTO`, `MANTA-COCHINILLA`, `CHOCOLATE-90`, `CAFE-MES`. */
  variants: Record<string, SeededVariant>
  promotion_code: string
}

/**
 * Makes a store that sells in Colombia (COP) and Peru (PEN), through Medusa's own workflows only.
 * Every piece is found by its natural key first, so a second run, or a run after one that was
 * interrupted, adds only what is missing.
 */
export async function seedStore(
  container: MedusaContainer,
  options: SeedOptions = {}
): Promise<SeededStore> {
  await createDefaultsWorkflow(container).run()
  const regions = await seedRegions(
    container,
    options.payment_providers ?? ((market) => market.payment_providers)
  )
  const channel = await seedChannel(container)
  const shipping = await seedShipping(container, channel.stock_location_id)
  const variants = await seedProducts(container, {
    ...channel,
    ...shipping,
    stock: options.stock ?? 1000,
    image_base_url: options.image_base_url,
  })
  const promotion_code = await seedPromotion(container)
  return { regions, ...channel, ...shipping, variants, promotion_code }
}
