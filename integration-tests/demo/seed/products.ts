import {
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, Modules, ProductStatus } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { PRODUCTS, type CatalogueProduct } from "./catalogue"

export interface SeededVariant {
  id: string
  product_id: string
  sku: string
  inventory_item_id: string
}

export interface ProductsInput {
  sales_channel_id: string
  shipping_profile_id: string
  stock_location_id: string
  /** Pieces of each variant, written when its inventory level is made. */
  stock: number
  /** Address of a folder with `<handle>.svg`; absent: products carry no picture. */
  image_base_url?: string
}

const variantsSchema = z.array(
  z.object({
    id: z.string(),
    sku: z.string(),
    product_id: z.string(),
    inventory_items: z.array(z.object({ inventory_item_id: z.string() })).nonempty(),
  })
)

/** The catalogue's products with prices in COP and PEN, stocked. Returns the variants by sku. */
export async function seedProducts(
  container: MedusaContainer,
  input: ProductsInput
): Promise<Record<string, SeededVariant>> {
  await createMissing(container, input)
  if (input.image_base_url) {
    await refreshPictures(container, input.image_base_url)
  }
  const variants = await listVariants(container)
  await stockMissing(container, variants, input)
  return Object.fromEntries(variants.map((variant) => [variant.sku, variant]))
}

async function listProducts(container: MedusaContainer) {
  return container
    .resolve(Modules.PRODUCT)
    .listProducts(
      { handle: PRODUCTS.map(({ handle }) => handle) },
      { select: ["id", "handle", "thumbnail"] }
    )
}

async function createMissing(container: MedusaContainer, input: ProductsInput): Promise<void> {
  const existing = new Set((await listProducts(container)).map(({ handle }) => handle))
  const missing = PRODUCTS.filter(({ handle }) => !existing.has(handle))
  if (missing.length === 0) {
    return
  }
  await createProductsWorkflow(container).run({
    input: { products: missing.map((product) => describeProduct(product, input)) },
  })
}

function describeProduct(product: CatalogueProduct, input: ProductsInput) {
  return {
    handle: product.handle,
    title: product.title,
    subtitle: product.subtitle,
    description: product.description,
    metadata: { english: product.english, ...product.plan },
    weight: product.weight,
    status: ProductStatus.PUBLISHED,
    shipping_profile_id: input.shipping_profile_id,
    sales_channels: [{ id: input.sales_channel_id }],
    options: [{ title: product.option, values: product.variants.map(({ option }) => option) }],
    variants: product.variants.map(({ sku, option, prices }) => ({
      title: option,
      sku,
      manage_inventory: true,
      options: { [product.option]: option },
      prices: [
        { currency_code: "cop", amount: prices.cop },
        { currency_code: "pen", amount: prices.pen },
      ],
    })),
  }
}

/** The shop page's port may differ from one start to the next, and pictures name it. */
async function refreshPictures(container: MedusaContainer, base: string): Promise<void> {
  const stale = (await listProducts(container))
    .map(({ id, handle, thumbnail }) => ({ id, thumbnail, wanted: `${base}/${handle}.svg` }))
    .filter(({ thumbnail, wanted }) => thumbnail !== wanted)
  if (stale.length === 0) {
    return
  }
  await updateProductsWorkflow(container).run({
    input: { products: stale.map(({ id, wanted }) => ({ id, thumbnail: wanted })) },
  })
}

async function listVariants(container: MedusaContainer): Promise<SeededVariant[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "product_variant",
    fields: ["id", "sku", "product_id", "inventory_items.inventory_item_id"],
    filters: { sku: PRODUCTS.flatMap(({ variants }) => variants.map(({ sku }) => sku)) },
  })
  return variantsSchema.parse(data).map(({ inventory_items, ...variant }) => ({
    ...variant,
    inventory_item_id: inventory_items[0].inventory_item_id,
  }))
}

async function stockMissing(
  container: MedusaContainer,
  variants: SeededVariant[],
  { stock_location_id, stock }: ProductsInput
): Promise<void> {
  const levels = await container.resolve(Modules.INVENTORY).listInventoryLevels({
    location_id: stock_location_id,
    inventory_item_id: variants.map(({ inventory_item_id }) => inventory_item_id),
  })
  const stocked = new Set(levels.map(({ inventory_item_id }) => inventory_item_id))
  const missing = variants.filter(({ inventory_item_id }) => !stocked.has(inventory_item_id))
  if (missing.length === 0) {
    return
  }
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: missing.map(({ inventory_item_id }) => ({
        inventory_item_id,
        location_id: stock_location_id,
        stocked_quantity: stock,
      })),
    },
  })
}
