import { Modules } from "@medusajs/framework/utils"
import { BackOffice } from "../support/back-office"
import { FulfillmentDriver } from "../support/fulfillment-driver"
import { PayoutDesk } from "../support/payout-desk"
import { signedInCustomer } from "../support/people"
import { withShop } from "../support/shop"
import { LOW_LIMIT } from "../support/shop-settings"

withShop("the sellers of an order that brought in less than they would get", LOW_LIMIT, (shop) => {
  let filler: FulfillmentDriver
  let sly: BackOffice
  beforeEach(async () => {
    filler = await FulfillmentDriver.of(shop)
    sly = await BackOffice.of(shop)
    filler.payoutDriver.fill(100_000_000)
    filler.payoutDriver.send(true)
  })

  /** Nobody is noted to have made the share, so whoever arranged it may try to approve it. */
  async function staysHeld(order_id: string): Promise<void> {
    const [{ id }] = await filler.paid(order_id)
    await filler.payoutDriver.runIn(61)
    await (await PayoutDesk.open(shop)).tryApprove(id, sly.http)
    await filler.payoutDriver.runIn(61)
    expect(filler.payoutDriver.taken(id)).toEqual([])
    expect(await filler.payoutDriver.payout(id)).toMatchObject({
      ...{ status: "held", reason: "payment_not_captured" },
    })
  }

  /** A way to send things for nothing, there or back. */
  async function forNothing(rules: object[] = []): Promise<string> {
    const { service_zone_id, shipping_profile_id, provider_id } = await shop.container
      .resolve(Modules.FULFILLMENT)
      .retrieveShippingOption(shop.store.shipping_options.co[0])
    const place = { service_zone_id, shipping_profile_id, provider_id }
    const { body } = await sly.http
      .post("/admin/shipping-options")
      .send({
        ...{ name: "Gratis", price_type: "flat", ...place, rules },
        type: { label: "Gratis", description: "Gratis", code: "free" },
        prices: [{ currency_code: "cop", amount: 0 }],
      })
      .expect(200)
    return body.shipping_option.id
  }

  it("are not paid for goods that nobody paid, while the shopper asks to return them", async () => {
    await filler.rule(await filler.seller(), 80, "order.fulfillment_created")
    const cart = await shop.cart("co", { "CAFE-GRANO": 3 })
    const there = { option_id: await forNothing() }
    await shop.http().post(`/store/carts/${cart.id}/shipping-methods`).send(there).expect(200)
    await shop.session(await shop.collection(cart.id), "co", { payment_method: "EFECTY" })
    const placed = await shop.complete(cart.id).expect(200)
    const order_id: string = placed.body.order.id
    await filler.pack(order_id)
    const [item] = (await sly.shown(order_id)).items
    const returned = { attribute: "is_return", value: "true", operator: "eq" }
    const back = {
      order_id,
      items: [{ id: item.id, quantity: 3 }],
      return_shipping: { option_id: await forNothing([returned]) },
      location_id: shop.store.stock_location_id,
    }
    const { token } = await signedInCustomer(shop.container)
    const asShopper = shop.http().set("Authorization", `Bearer ${token}`)
    await asShopper.post("/store/returns").send(back).expect(200)
    expect((await sly.shown(order_id)).summary.pending_difference).toBeLessThanOrEqual(0)
    await staysHeld(order_id)
  })
})
