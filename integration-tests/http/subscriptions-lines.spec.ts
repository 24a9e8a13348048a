import { Modules } from "@medusajs/framework/utils"
import { addToCartWorkflow } from "@medusajs/medusa/core-flows"
import { captureNewestHold } from "../../src/workflows/renew/capture-newest-hold"
import { onlySession, postCard, subscriptionsOf } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

const WEEKLY = { payin_plan_name: "Cada semana", payin_periodicity: "weekly" }
const DAILY = { payin_plan_name: "x", payin_periodicity: "daily" }
const CARD = { token: "tok_test_approved", customer_data: CANARY.co }

withShop("subscription lines of a cart", {}, (shop) => {
  /** A cart with one line of this variant that says this of itself, as a storefront posts it. */
  async function cartOf(sku: string, metadata: Record<string, unknown> | null) {
    const cart = await shop.cart("co", { "MANTA-COCHINILLA": 1 })
    const http = shop.http()
    const variant_id = shop.store.variants[sku].id
    const { body } = await http
      .post(`/store/carts/${cart.id}/line-items`)
      .send({ variant_id, quantity: 1, metadata })
      .expect(200)
    const lines: { id: string; variant_id: string }[] = body.cart.items
    const [line] = lines.filter((one) => one.variant_id === variant_id)
    // Core promises no order of them.
    const [blanket] = lines.filter((one) => one.variant_id !== variant_id)
    await http.delete(`/store/carts/${cart.id}/line-items/${blanket.id}`).expect(200)
    return { id: cart.id, line_id: line.id, collection_id: await shop.collection(cart.id) }
  }

  function rewrite({ id, line_id }: { id: string; line_id: string }, metadata: object) {
    return shop
      .http()
      .post(`/store/carts/${id}/line-items/${line_id}`)
      .send({ quantity: 1, metadata })
  }

  async function placed(cartId: string): Promise<string> {
    const { body } = await shop.complete(cartId).expect(200)
    expect(body.type).toBe("order")
    return body.order.id
  }

  it("a plan that the product does not offer is refused: no card is kept, and nothing renews", async () => {
    const cart = await cartOf("CHOCOLATE-90", DAILY)
    const refused = await postCard(shop, cart.collection_id, CARD).expect(400)
    expect(refused.body).toMatchObject({
      type: "invalid_data",
      message: expect.stringMatching(/^payin_plan_name: .* offers/),
    })
    expect(await subscriptionsOf(shop).listPayinCards({})).toEqual([])

    // Written after the card was taken on: the order is placed, and sold once.
    await rewrite(cart, { payin_plan_name: "", payin_periodicity: "" }).expect(200)
    onlySession((await postCard(shop, cart.collection_id, CARD).expect(200)).body)
    await rewrite(cart, DAILY).expect(200)
    const order_id = await placed(cart.id)
    const read = shop.pg("payin_card_transaction").whereNotNull("plans_read_at")
    await shop.until(async () => ((await read.clone()).length > 0 ? true : null))
    expect(await subscriptionsOf(shop).subscriptions.ofOrder(order_id)).toBeNull()
  })

  it("a plan written on a line is refused when its variant was deleted meanwhile", async () => {
    const cart = await cartOf("CHOCOLATE-90", null)
    await shop.pg("cart_line_item").where({ id: cart.line_id }).update({ metadata: DAILY })
    const { id } = shop.store.variants["CHOCOLATE-90"]
    const products = shop.container.resolve(Modules.PRODUCT)
    await products.softDeleteProductVariants([id])
    const refused = await postCard(shop, cart.collection_id, CARD)
    await products.restoreProductVariants([id])
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringMatching(/^payin_plan_name: .* offers/),
    ])
  })

  it("the product's plan applies, even when a shopper writes another one after the card was entered", async () => {
    const club = await CoffeeClub.of(shop)
    const cart = await cartOf("CAFE-GRANO", null)
    await postCard(shop, cart.collection_id, CARD).expect(200)
    await rewrite(cart, { payin_plan_name: "x", payin_periodicity: "custom" }).expect(200)
    expect(await club.started(await placed(cart.id))).toMatchObject({
      ...{ plan_name: "Café del mes", periodicity: "monthly" },
    })
  })

  it("the plan chosen from the product's offers applies, and renews after it is no longer offered", async () => {
    const club = await CoffeeClub.of(shop, {
      ...{ payin_plan_name: null, payin_periodicity: null },
      payin_plans: JSON.stringify([WEEKLY, { ...WEEKLY, payin_periodicity: "yearly" }]),
    })
    const once = await cartOf("CAFE-GRANO", null)
    await postCard(shop, once.collection_id, CARD).expect(200)
    const order = await placed(once.id)

    const cart = await cartOf("CAFE-GRANO", WEEKLY)
    await postCard(shop, cart.collection_id, CARD).expect(200)
    const { id } = await club.started(await placed(cart.id))
    expect(await club.find(id)).toMatchObject({
      ...{ plan_name: "Cada semana", periodicity: "weekly" },
    })
    expect(await subscriptionsOf(shop).subscriptions.ofOrder(order)).toBeNull()

    await club.sell("CAFE-GRANO", { payin_plans: null })
    expect(await captureNewestHold(shop.container, id)).toMatchObject({ done: true })
    for (const period of [1, 2]) {
      await club.untilDue(id)
      await club.until(id, ({ next_number }) => next_number === period + 1)
    }
    expect(await club.orders()).toHaveLength(4)
  })

  it("an order's debt can be paid by another card even when its plan is no longer offered", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { order_id, hold } = await club.held(subscription.id)
    await club.voidHold(hold.id)
    await club.subscriptions.cardWatch.requeue(hold.id)
    await new CardPost(shop).sweep()
    await club.sell("CAFE-GRANO", { payin_plan_name: null, payin_periodicity: null })
    const { payment_collections } = await shop.order(order_id)
    const [{ id: collection_id }] = payment_collections

    const { status, body } = await postCard(shop, collection_id, CARD)

    expect([status, body.message]).toEqual([200, undefined])
  })

  it("a line keeps renewing when its product is sold without a plan later", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join({ items: { "CAFE-GRANO": 1, "CHOCOLATE-90": 1 } })
    await club.sell("CAFE-GRANO", { payin_plan_name: null, payin_periodicity: null })
    for (const period of [1, 2]) {
      await club.untilDue(subscription.id)
      await club.until(subscription.id, ({ next_number }) => next_number === period + 1)
    }
    expect((await club.orders()).map(({ total }) => total)).toEqual([86_500, 60_000, 60_000])
  })

  it("a line bought once does not renew, even when its product gets a plan later", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join({ items: { "CAFE-GRANO": 1, "CHOCOLATE-90": 1 } })
    await club.sell("CHOCOLATE-90", WEEKLY)
    for (const period of [1, 2]) {
      await club.untilDue(subscription.id)
      await club.until(subscription.id, ({ next_number }) => next_number === period + 1)
    }
    expect((await club.orders()).map(({ total }) => total)).toEqual([86_500, 60_000, 60_000])
  })

  it("a subscription without stored lines renews by the plan on its order's line", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription, order_id } = await club.join({
      items: { "CHOCOLATE-90": 1, "CAFE-GRANO": 1 },
    })
    await club.sell("CAFE-GRANO", { payin_plan_name: null, payin_periodicity: null })
    await shop.pg("payin_subscription").update({ first_lines: null })
    const chocolate = shop.store.variants["CHOCOLATE-90"].id
    const [line] = await shop.pg("order_line_item").where({ variant_id: chocolate }).pluck("id")
    await shop
      .pg("order_item")
      .where({ item_id: line })
      .update({ metadata: JSON.stringify(WEEKLY) })
    await club.untilDue(subscription.id)
    const { latest_order_id } = await club.until(
      subscription.id,
      ({ next_number }) => next_number === 2
    )
    expect(latest_order_id).not.toBe(order_id)
    expect((await club.orders()).map(({ total }) => total)).toEqual([86_500, 38_500])
  })

  /**
   * A line that the store's own code made: no route of the store makes one without a variant. Core completes no
   * cart with one that has to be shipped (validate-shipping.js, 2.21.2).
   */
  async function madeToMeasure(metadata: Record<string, unknown>) {
    const cart = await shop.cart("co", { "CHOCOLATE-90": 1 })
    const line = { title: "Caja a la medida", subtitle: "Tres cafés", unit_price: 70_000 }
    await addToCartWorkflow(shop.container).run({
      input: {
        cart_id: cart.id,
        items: [{ ...line, quantity: 2, is_tax_inclusive: true, metadata }],
      },
    })
    const { body } = await shop.http().get(`/store/carts/${cart.id}?fields=*items`).expect(200)
    const lines: { id: string; title: string }[] = body.cart.items
    const [made] = lines.filter(({ title }) => title === line.title)
    return { id: cart.id, line_id: made.id, collection_id: await shop.collection(cart.id) }
  }

  it("a line without a variant renews as the store's own code sold it", async () => {
    const club = await CoffeeClub.of(shop)
    const cart = await madeToMeasure(WEEKLY)
    await postCard(shop, cart.collection_id, CARD).expect(200)
    const { id } = await club.started(await placed(cart.id))
    expect(await captureNewestHold(shop.container, id)).toMatchObject({ done: true })
    for (const period of [1, 2]) {
      await club.untilDue(id)
      await club.until(id, ({ next_number }) => next_number === period + 1)
    }
    expect((await club.orders()).map(({ total }) => total)).toEqual([178_500, 140_000, 140_000])
    const { latest_order_id } = await club.find(id)
    const query = shop.container.resolve("query")
    const { data } = await query.graph({
      entity: "order",
      fields: ["items.*"],
      filters: { id: latest_order_id },
    })
    expect(data[0].items).toEqual([
      expect.objectContaining({
        ...{ title: "Caja a la medida", subtitle: "Tres cafés", unit_price: 70_000, quantity: 2 },
        ...{ is_tax_inclusive: true, requires_shipping: false, variant_id: null },
      }),
    ])
  })

  it("a shopper cannot write a plan on a line without a variant", async () => {
    const cart = await madeToMeasure({ gift: true })
    for (const key of ["payin_plan_name", "payin_periodicity", "payin_every"]) {
      const refused = await rewrite(cart, { [key]: "weekly" }).expect(400)
      expect(refused.body).toMatchObject({ type: "invalid_data", field: `metadata.${key}` })
    }
    await rewrite(cart, { gift: false }).expect(200)
    const beans = await cartOf("CAFE-GRANO", null)
    await rewrite(beans, WEEKLY).expect(200)
  })
})
