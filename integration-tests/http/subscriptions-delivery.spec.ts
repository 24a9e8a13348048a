import {
  createPromotionsWorkflow,
  createShippingOptionsWorkflow,
  type CreateShippingOptionsWorkflowInput,
  createShippingProfilesWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import type { CreatePromotionRuleDTO } from "@medusajs/framework/types"
import { subscribe } from "../../src/workflows/subscribe"
import { TRIAL_CART_SECONDS } from "../../src/domain/time/schedule"
import { capture, postCard } from "../support/card-checkout"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

const COFFEE = 48_000
const CHOCOLATE = 26_500
const STANDARD = 12_000
const COLD = 20_000
const CARD = { token: "tok_test_approved", customer_data: CANARY.co }

type Wanted = Extract<CreateShippingOptionsWorkflowInput[number], { price_type: "flat" }>

withShop("delivery of what renews", {}, (shop) => {
  /** A further shipping option of the country, as the standard one unless said otherwise. */
  async function option(changed: Partial<Wanted> & { amount?: number }) {
    const [standard] = shop.store.shipping_options.co
    const { service_zone_id, shipping_profile_id, provider_id } = await shop.container
      .resolve(Modules.FULFILLMENT)
      .retrieveShippingOption(standard)
    const { amount = STANDARD, ...more } = changed
    const { result } = await createShippingOptionsWorkflow(shop.container).run({
      input: [
        {
          ...{ name: "Otro", service_zone_id, shipping_profile_id, provider_id },
          ...{ price_type: "flat", prices: [{ currency_code: "cop", amount }] },
          type: { label: "Otro", description: "Otro", code: "otro" },
          rules: [
            { attribute: "enabled_in_store", value: "true", operator: "eq" },
            { attribute: "is_return", value: "false", operator: "eq" },
          ],
          ...more,
        },
      ],
    })
    return result[0].id
  }

  /** The product is sent cooled, by an option and a profile of its own. */
  async function cooled(sku: string): Promise<string> {
    const { result } = await createShippingProfilesWorkflow(shop.container).run({
      input: { data: [{ name: "Frío", type: "cold" }] },
    })
    const [{ id: shipping_profile_id }] = result
    await ship(sku, shipping_profile_id)
    return option({ name: "Frío", amount: COLD, shipping_profile_id })
  }

  async function ship(sku: string, shipping_profile_id: string | null): Promise<void> {
    const { product_id: id } = shop.store.variants[sku]
    await updateProductsWorkflow(shop.container).run({
      input: { products: [{ id, shipping_profile_id }] },
    })
  }

  /** Nothing of it is sent. */
  async function digital(sku: string): Promise<void> {
    await ship(sku, null)
    const { inventory_item_id: id } = shop.store.variants[sku]
    await shop.container
      .resolve(Modules.INVENTORY)
      .updateInventoryItems({ id, requires_shipping: false })
  }

  /** A cart with coffee that renews and chocolate that does not, sent by these options. */
  async function filled(options: string[], items = { "CAFE-GRANO": 1, "CHOCOLATE-90": 1 }) {
    const cart = await shop.cart("co", items)
    for (const option_id of options) {
      await shop
        .http()
        .post(`/store/carts/${cart.id}/shipping-methods`)
        .send({ option_id })
        .expect(200)
    }
    return { id: cart.id, collection_id: await shop.collection(cart.id) }
  }

  /** The order of a cart, paid by card. */
  async function paid({ id, collection_id }: { id: string; collection_id: string }) {
    await postCard(shop, collection_id, CARD).expect(200)
    const { body } = await shop.complete(id).expect(200)
    expect(body.type).toBe("order")
    const order = await shop.order(body.order.id)
    const [payment] = order.payment_collections[0].payments
    await capture(await shop.admin(), String(payment?.id)).expect(200)
    return String(order.id)
  }

  /** What was paid for the first order and two periods, and what the shopper was told before each. */
  async function renewed(club: CoffeeClub, orderId: string) {
    const { id, amount } = await club.started(orderId)
    const told = [Number(amount)]
    for (const period of [1, 2]) {
      await club.untilDue(id)
      const row = await club.until(id, ({ next_number }) => next_number === period + 1)
      told.push(Number(row.amount))
    }
    return { totals: (await club.orders()).map(({ total }) => total), told: told.slice(0, 2) }
  }

  it("is charged by a renewal, and that of goods bought once is not", async () => {
    const club = await CoffeeClub.of(shop)
    const [standard] = shop.store.shipping_options.co
    const cold = await cooled("CHOCOLATE-90")
    const order = await paid(await filled([standard, cold]))
    expect(await renewed(club, order)).toEqual({
      totals: [COFFEE + CHOCOLATE + STANDARD + COLD, COFFEE + STANDARD, COFFEE + STANDARD],
      told: [COFFEE + STANDARD, COFFEE + STANDARD],
    })
  })

  it("is charged when it was chosen for goods bought once, too", async () => {
    const club = await CoffeeClub.of(shop)
    const order = await paid(await filled([]))
    expect(await renewed(club, order)).toEqual({
      totals: [COFFEE + CHOCOLATE + STANDARD, COFFEE + STANDARD, COFFEE + STANDARD],
      told: [COFFEE + STANDARD, COFFEE + STANDARD],
    })
  })

  it("is none of a plan that is not sent at all", async () => {
    const club = await CoffeeClub.of(shop)
    await digital("CAFE-GRANO")
    const order = await paid(await filled([]))
    expect(await renewed(club, order)).toEqual({
      totals: [COFFEE + CHOCOLATE + STANDARD, COFFEE, COFFEE],
      told: [COFFEE, COFFEE],
    })
    expect(await shop.pg("order_shipping")).toHaveLength(1)
  })

  it("costs what a renewal costs, when goods bought once had made it free", async () => {
    const club = await CoffeeClub.of(shop)
    const rules = [{ attribute: "item_total", operator: "gte" as const, value: 60_000 }]
    const free = await option({
      prices: [
        { currency_code: "cop", amount: STANDARD },
        { currency_code: "cop", amount: 0, rules },
      ],
    })
    const order = await paid(await filled([free]))
    expect(await renewed(club, order)).toEqual({
      totals: [COFFEE + CHOCOLATE, COFFEE + STANDARD, COFFEE + STANDARD],
      told: [COFFEE + STANDARD, COFFEE + STANDARD],
    })
  })

  it("is told with the promotions that a renewal has by itself, and without those of the first order", async () => {
    const club = await CoffeeClub.of(shop)
    const promotion = (code: string, value: number, rules: CreatePromotionRuleDTO[]) => ({
      ...{ code, type: "standard" as const, status: "active" as const, is_automatic: true },
      ...{ is_tax_inclusive: true, rules },
      application_method: {
        ...{ type: "percentage" as const, target_type: "items" as const, value },
        allocation: "across" as const,
      },
    })
    const large = [{ attribute: "item_total", operator: "gte" as const, values: ["60000"] }]
    await createPromotionsWorkflow(shop.container).run({
      input: { promotionsData: [promotion("SIEMPRE", 25, []), promotion("GRANDE", 50, large)] },
    })
    const order = await paid(await filled([]))
    const { totals, told } = await renewed(club, order)
    expect(told).toEqual(totals.slice(1))
    expect(told).toEqual([COFFEE * 0.75 + STANDARD, COFFEE * 0.75 + STANDARD])
  })

  /** Everything that Medusa keeps of carts. */
  async function cartRows() {
    const { rows } = await shop.pg.raw(
      `select relname from pg_class where relkind = 'r' and relname ~ '^cart' order by relname`
    )
    const counted = rows.map(async ({ relname }: { relname: string }) => {
      const [{ count }] = await shop.pg(relname).count()
      return [relname, Number(count)]
    })
    return Object.fromEntries(await Promise.all(counted))
  }

  it("is asked of Medusa by a cart of which nothing stays and nobody hears", async () => {
    const club = await CoffeeClub.of(shop)
    await createPromotionsWorkflow(shop.container).run({
      input: {
        promotionsData: [
          {
            ...{ code: "SIEMPRE", type: "standard", status: "active", is_automatic: true },
            application_method: {
              ...{ type: "percentage", target_type: "items", value: 25, allocation: "across" },
            },
          },
        ],
      },
    })
    const order = await paid(await filled([]))
    const { id } = await club.started(order)
    await shop.pg("payin_subscription").where({ id }).delete()
    await shop.pg("payin_card_transaction").update({ plans_read_at: null })
    const before = await cartRows()
    const heard: { name: string; data: unknown }[] = []
    const bus = shop.container.resolve(Modules.EVENT_BUS)
    const listen = async (event: { name: string; data: unknown }) => {
      heard.push({ name: event.name, data: event.data })
    }
    bus.subscribe("*", listen, { subscriberId: "test-all" })
    await subscribe(shop.container, order)
    const { id: again, amount } = await club.started(order)
    await shop.until(async () =>
      heard.some(({ name }) => name === "payin.subscription_created") ? true : null
    )
    bus.unsubscribe("*", listen, { subscriberId: "test-all" })
    expect(again).not.toBe(id)
    expect(amount).toBe("48000")
    expect(await cartRows()).toEqual(before)
    const links = shop.pg("cart_promotion").whereNull("deleted_at")
    expect(await links.where("cart_id", "like", "cart_trial_%")).toEqual([])
    // Medusa's modules tell of what is removed. Nothing tells of a cart that is there.
    const told = heard.filter(({ name }) => /cart|line_item|address|link/i.test(name))
    expect(told.filter(({ name }) => !/\.(?:deleted|detached)$/.test(name))).toEqual([])
  })

  it("is estimated by the first order when Medusa makes no such cart, and the subscription starts", async () => {
    const club = await CoffeeClub.of(shop)
    const [standard] = shop.store.shipping_options.co
    const cold = await cooled("CHOCOLATE-90")
    const cart = await filled([standard, cold])
    await shop.stock("CAFE-GRANO", 1)
    const { amount } = await club.started(await paid(cart))
    expect(Number(amount)).toBe(COFFEE + STANDARD)
    expect(await shop.pg("cart").where("id", "like", "cart_trial_%")).toEqual([])
  })

  /** A process was killed while it had the trial cart of a fresh order. */
  async function killed(club: CoffeeClub) {
    const order = await paid(await filled([]))
    await club.started(order)
    await shop.pg("payin_subscription").delete()
    await shop.pg("payin_card_transaction").update({ plans_read_at: null })
    const { region_id } = await shop.cart()
    const address = { first_name: "x", country_code: "co" }
    const carts = shop.container.resolve(Modules.CART)
    const left = { id: `cart_trial_${order}`, region_id, currency_code: "cop" }
    await carts.createCarts([{ ...left, shipping_address: address }])
    return order
  }

  it("waits while another worker has its cart, which is removed when that worker was killed", async () => {
    const club = await CoffeeClub.of(shop)
    const order = await killed(club)
    await expect(subscribe(shop.container, order)).rejects.toThrow("another worker")
    expect(await club.subscriptions.subscriptions.ofOrder(order)).toBeNull()
    shop.advanceClock((TRIAL_CART_SECONDS + 1) * 1000)
    await shop.run("payin-renew")
    expect(Number((await club.started(order)).amount)).toBe(COFFEE + STANDARD)
    expect(await shop.pg("cart").where("id", "like", "cart_trial_%")).toEqual([])
    expect(await shop.pg("cart_address").where({ first_name: "x" })).toEqual([])
  })

  it("leaves no cart of an order that was canceled after its worker was killed", async () => {
    const club = await CoffeeClub.of(shop)
    const order = await killed(club)
    await (await shop.admin()).post(`/admin/orders/${order}/cancel`).expect(200)
    shop.advanceClock((TRIAL_CART_SECONDS + 1) * 1000)
    await shop.run("payin-renew")
    expect(await shop.pg("cart").where("id", "like", "cart_trial_%")).toEqual([])
    expect(await club.subscriptions.subscriptions.ofOrder(order)).toBeNull()
  })

  it("is computed once by workers that start a subscription at the same moment", async () => {
    const club = await CoffeeClub.of(shop)
    const order = await killed(club)
    await shop
      .pg("cart")
      .where({ id: `cart_trial_${order}` })
      .delete()
    await Promise.allSettled([1, 2, 3].map(() => subscribe(shop.container, order)))
    await subscribe(shop.container, order)
    expect(Number((await club.started(order)).amount)).toBe(COFFEE + STANDARD)
    expect(await shop.pg("payin_subscription")).toHaveLength(1)
    expect(await shop.pg("cart").where("id", "like", "cart_trial_%")).toEqual([])
  })
})
