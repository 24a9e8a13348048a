import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"

/** Many times as many as there are connections to the database, and as are worked on at once. */
const SHOPPERS = 24
const MINUTES = 60_000

/**
 * Carts with one piece of the same SKU each, written at once: what a storefront does to fill a cart is not
 * what is tried here.
 */
async function fillCarts(shop: Shop): Promise<{ cart_id: string; collection_id: string }[]> {
  const { container, store } = shop
  const pattern = await shop.cart("co")
  const method = await shop.pg("cart_shipping_method").where({ cart_id: pattern.id }).first()
  const item = await shop.pg("cart_line_item").where({ cart_id: pattern.id }).first()
  const address = { ...CANARY.address, city: "Ciudad", country_code: "co" }
  const carts = await container.resolve(Modules.CART).createCarts(
    Array.from({ length: SHOPPERS }, () => ({
      region_id: store.regions.co,
      sales_channel_id: store.sales_channel_id,
      currency_code: "cop",
      email: CANARY.co.email,
      shipping_address: address,
      billing_address: address,
      items: [
        {
          title: item.title,
          quantity: 1,
          unit_price: 48_000,
          is_tax_inclusive: true,
          requires_shipping: true,
          variant_id: item.variant_id,
          variant_sku: item.variant_sku,
          product_id: item.product_id,
        },
      ],
      shipping_methods: [
        {
          name: method.name,
          amount: 12_000,
          is_tax_inclusive: true,
          shipping_option_id: method.shipping_option_id,
        },
      ],
    }))
  )
  const collections = await container
    .resolve(Modules.PAYMENT)
    .createPaymentCollections(carts.map(() => ({ currency_code: "cop", amount: 60_000 })))
  const pairs = carts.map((cart, index) => ({
    cart_id: cart.id,
    collection_id: collections[index].id,
  }))
  await container.resolve(ContainerRegistrationKeys.LINK).create(
    pairs.map(({ cart_id, collection_id }) => ({
      [Modules.CART]: { cart_id },
      [Modules.PAYMENT]: { payment_collection_id: collection_id },
    }))
  )
  return pairs
}

/** The link of each cart, eight shoppers at a time. */
async function openLinks(shop: Shop, collections: string[]): Promise<string[]> {
  const references: string[] = []
  const waiting = [...collections]
  const shopper = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const { data } = await shop.session(id, "co")
      references.push(String(data.reference))
    }
  }
  await Promise.all(Array.from({ length: 8 }, shopper))
  return references
}

async function count(shop: Shop, table: string): Promise<number> {
  const rows: { count: string }[] = await shop.pg(table).whereNull("deleted_at").count()
  return Number(rows[0].count)
}

withShop("a burst of payments", {}, (shop) => {
  it(
    `makes ${SHOPPERS} orders of ${SHOPPERS} paid notifications for one SKU that come at once`,
    async () => {
      const captured = shop.listen("payment.captured")
      const placed = shop.listen("order.placed")
      const carts = await fillCarts(shop)
      const references = await openLinks(
        shop,
        carts.map(({ collection_id }) => collection_id)
      )
      expect(new Set(references).size).toBe(SHOPPERS)

      references.forEach((reference) => shop.sandbox.settle(reference, { status: "APPROVED" }))

      const settled = () => shop.pg("payin_transaction").whereNotNull("settled_at")
      await shop.until(async () => {
        await shop.sweep()
        return (await settled()).length === SHOPPERS ? true : null
      }, 5 * MINUTES)
      await shop.sandbox.idle()
      await shop.until(async () => {
        const waiting = await shop.pg("payin_event").where({ status: "received" })
        const unseen = await shop.pg("payin_transaction").whereNull("placed_seen_at")
        return waiting.length + unseen.length === 0 ? true : null
      }, 2 * MINUTES)

      const links: { cart_id: string; order_id: string }[] = await shop.pg("order_cart")
      expect(new Set(links.map(({ order_id }) => order_id)).size).toBe(SHOPPERS)
      expect(links.map(({ cart_id }) => cart_id).sort()).toEqual(
        carts.map(({ cart_id }) => cart_id).sort()
      )
      for (const table of [
        "order",
        "payment",
        "capture",
        "order_transaction",
        "reservation_item",
      ]) {
        expect([table, await count(shop, table)]).toEqual([table, SHOPPERS])
      }
      expect(await count(shop, "refund")).toBe(0)
      expect(await shop.pg("payment").whereNotNull("canceled_at")).toEqual([])
      expect(await shop.anomalies()).toEqual([])
      expect(captured.data).toHaveLength(SHOPPERS)
      expect(placed.data).toHaveLength(SHOPPERS)
    },
    8 * MINUTES
  )
})
