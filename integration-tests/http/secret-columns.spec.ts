import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { SEALED_TABLES } from "../../src/domain/privacy/sealed-columns"
import { PayoutDriver } from "../support/payout-driver"
import { signedInCustomer } from "../support/people"
import { withShop } from "../support/shop"
import { sold } from "../support/sold"
import { plainSubscription } from "../support/subscriber"

/** Of a column by its name, and of an encrypted text by its form. */
const SECRET = /_sealed|_hash"|sealed_with|v1\.[0-9a-f]{12}\./

withShop("encrypted columns", {}, (shop) => {
  const payoutDriver = new PayoutDriver(shop)

  it("are not shown by Medusa's admin routes, whatever fields they are asked for", async () => {
    const admin = await shop.admin()
    const { order } = await sold(shop)
    await payoutDriver.make(40_000, { order_id: order.id })
    const { customer_id } = await signedInCustomer(shop.container)
    await plainSubscription(shop, { customer_id, order_id: order.id })
    const asked = [
      ...["*payin_payouts", "payin_payouts.destination_sealed", "*payin_payouts.beneficiary"],
      ...["*payin_subscriptions", "payin_subscriptions.card.customer_sealed"],
    ]
    const fields = `fields=id,${asked.join()}`
    const ofOrder = await admin.get(`/admin/orders/${order.id}?${fields}`).expect(200)
    expect(ofOrder.body.order).toMatchObject({
      payin_payouts: [{ amount: "40000", account_last_four: expect.any(String) }],
      payin_subscriptions: [{ customer_id }],
    })
    const list = await admin.get(`/admin/orders?${fields}`).expect(200)
    const customer = `/admin/customers/${customer_id}?fields=id,*payin_subscriptions`
    const ofCustomer = await admin.get(customer).expect(200)
    expect(ofCustomer.body.customer.payin_subscriptions).toHaveLength(1)
    expect(JSON.stringify([ofOrder.body, list.body, ofCustomer.body])).not.toMatch(SECRET)
  })

  it("are not shown by query.graph, of any table that has some", async () => {
    const { order } = await sold(shop)
    await payoutDriver.make(40_000, { order_id: order.id })
    const query = shop.container.resolve(ContainerRegistrationKeys.QUERY)
    let rows = 0
    for (const entity of [...SEALED_TABLES, "payin_destination_link", "payin_event"]) {
      const { data } = await query.graph({ entity, fields: ["*"] })
      expect(JSON.stringify(data)).not.toMatch(SECRET)
      rows += data.length
    }
    expect(rows).toBeGreaterThan(2)
    const transactions = await query.graph({
      entity: "payin_transaction",
      fields: ["id", "reference", "customer_sealed"],
    })
    expect(transactions.data).toEqual([{ id: expect.any(String), reference: expect.any(String) }])
  })
})
