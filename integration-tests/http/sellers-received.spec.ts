import { Modules } from "@medusajs/framework/utils"
import { AfterSales } from "../support/after-sales"
import { BackOffice } from "../support/back-office"
import { FulfillmentDriver } from "../support/fulfillment-driver"
import { PayoutDesk } from "../support/payout-desk"
import { signedInCustomer } from "../support/people"
import { withShop } from "../support/shop"
import { LOW_LIMIT } from "../support/shop-settings"
import { waitingOrder } from "../support/voucher"

const GRAIN = 48_000

withShop("the sellers of an order that brought in less than they would get", LOW_LIMIT, (shop) => {
  let filler: FulfillmentDriver
  let sly: BackOffice
  beforeEach(async () => {
    filler = await FulfillmentDriver.of(shop)
    sly = await BackOffice.of(shop)
    filler.payoutDriver.fill(100_000_000)
    filler.payoutDriver.send(true)
    await filler.rule(await filler.seller(), 80, "order.fulfillment_created")
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

  /** A way to send things that an admin made, at a price below zero. */
  async function paidDelivery(amount: number): Promise<string> {
    const { service_zone_id, shipping_profile_id, provider_id } = await shop.container
      .resolve(Modules.FULFILLMENT)
      .retrieveShippingOption(shop.store.shipping_options.co[0])
    const { body } = await sly.http
      .post("/admin/shipping-options")
      .send({
        ...{
          name: "Regalo",
          price_type: "flat",
          service_zone_id,
          shipping_profile_id,
          provider_id,
        },
        type: { label: "Regalo", description: "Regalo", code: "gift" },
        prices: [{ currency_code: "cop", amount }],
      })
      .expect(200)
    return body.shipping_option.id
  }

  it("are not paid for goods that a delivery below zero paid for", async () => {
    const option_id = await paidDelivery(-2 * GRAIN)
    const { id } = await shop.cart("co", { "CAFE-GRANO": 3 })
    const path = `/store/carts/${id}/shipping-methods`
    const { body } = await shop.http().post(path).send({ option_id }).expect(200)
    expect(body.cart.total).toBe(GRAIN)
    const { data } = await shop.session(await shop.collection(id), "co")
    shop.sandbox.settle(String(data.reference), { status: "APPROVED" })
    const order = await shop.captured(id)
    await filler.pack(order.id)
    await staysHeld(order.id)
  })

  it("are not paid for goods that nobody paid, while the shopper asks to return them", async () => {
    const { order_id } = await waitingOrder(shop, { "CAFE-GRANO": 3 })
    await filler.deliver(order_id, await filler.pack(order_id))
    const [item] = (await sly.shown(order_id)).items
    const back = {
      order_id,
      items: [{ id: item.id, quantity: 3 }],
      return_shipping: { option_id: await (await AfterSales.of(shop)).wayBack() },
      location_id: shop.store.stock_location_id,
    }
    const { token } = await signedInCustomer(shop.container)
    const asShopper = shop.http().set("Authorization", `Bearer ${token}`)
    await asShopper.post("/store/returns").send(back).expect(200)
    await staysHeld(order_id)
  })
})
