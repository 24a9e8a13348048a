import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { Warehouse } from "../support/warehouse"
import { withShop } from "../support/shop"

withShop("sellers", { options: { approvalAbove: { COP: 5_000_000 } } }, (shop) => {
  let warehouse: Warehouse
  beforeEach(async () => {
    warehouse = await Warehouse.of(shop)
    warehouse.treasury.fill(10_000_000)
  })

  it("are paid once for a parcel that was delivered, and the payout leads to all it is about", async () => {
    const seller = await warehouse.seller()
    const rule = await warehouse.rule(seller, 80)
    const order = await warehouse.sell({ "CAFE-GRANO": 2 })
    const parcel = await warehouse.pack(order.id)
    await warehouse.ship(order.id, parcel)
    await warehouse.deliver(order.id, parcel)
    const [payout] = await warehouse.paid(order.id)
    expect(payout).toMatchObject({
      source: "rule",
      source_id: `${rule.id}:${parcel}`,
      amount: "76800",
      currency: "COP",
      order_id: order.id,
      fulfillment_id: parcel,
      beneficiary_id: seller.id,
      rule_id: rule.id,
      account_last_four: seller.account_last_four,
    })
    expect(await warehouse.pay(payout)).toMatchObject({ status: "approved" })

    const query = shop.container.resolve(ContainerRegistrationKeys.QUERY)
    const { data } = await query.graph({
      entity: "payin_payout",
      fields: ["id", "order.id", "fulfillment.id", "beneficiary.name"],
    })
    console.log(JSON.stringify(data))
    const orders = await query.graph({ entity: "order", fields: ["id", "payin_payouts.id"], filters: { id: order.id } })
    console.log(JSON.stringify(orders.data))
    const store = await shop.http().get(`/store/orders/${order.id}?fields=id,*payin_payouts,payin_payouts.bank,*fulfillments.order.payin_payouts`)
    console.log(store.status, JSON.stringify(store.body))
    const admin = await shop.admin()
    const a = await admin.get(`/admin/orders/${order.id}?fields=id,payin_payouts.id,payin_payouts.beneficiary.name`)
    console.log(a.status, JSON.stringify(a.body))
    void Modules
  })
})
