import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { signedInCustomer } from "../support/people"
import { csvRows } from "../support/csv-rows"
import { withShop } from "../support/shop"
import { plainSubscription } from "../support/subscriber"

withShop("subscriptions", {}, (shop) => {
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

  it("are listed to their own shopper only", async () => {
    const [owner, other] = [
      await signedInCustomer(shop.container),
      await signedInCustomer(shop.container),
    ]
    const own = await plainSubscription(shop, { customer_id: owner.customer_id })
    await shop.http().get("/store/payin/subscriptions").expect(401)
    const seen = await shop
      .http()
      .get("/store/payin/subscriptions")
      .set(bearer(owner.token))
      .expect(200)
    expect(seen.body.subscriptions).toEqual([
      {
        id: own.id,
        status: "active",
        order_id: "order_none",
        latest_order_id: "order_none",
        plan_name: "Café del mes",
        periodicity: "monthly",
        next_date: own.next_date,
        amount: "60000",
        currency_code: "COP",
        last_four: "1111",
        brand: "VISA",
        created_at: own.created_at.toISOString(),
      },
    ])
    const others = await shop
      .http()
      .get("/store/payin/subscriptions")
      .set(bearer(other.token))
      .expect(200)
    expect(others.body).toEqual({ subscriptions: [] })
  })

  it("are ended by their own shopper only, and once when the request is repeated", async () => {
    const [owner, other] = [
      await signedInCustomer(shop.container),
      await signedInCustomer(shop.container),
    ]
    const told = shop.listen("payin.subscription_canceled")
    const { id } = await plainSubscription(shop, { customer_id: owner.customer_id })
    const cancel = (token: string | null, path = id) => {
      const request = shop.http().post(`/store/payin/subscriptions/${path}/cancel`)
      return token === null ? request : request.set(bearer(token))
    }
    await cancel(null).expect(401)
    await cancel(other.token).expect(404)
    await cancel(owner.token, "paysub_unknown").expect(404)
    await cancel(owner.token, "%00").expect(404)
    for (let time = 0; time < 2; time++) {
      const answer = await cancel(owner.token).expect(200)
      expect(answer.body.subscription).toMatchObject({ id, status: "canceled", next_date: null })
    }
    await shop.until(async () => (told.data.length > 0 ? true : null))
    expect(told.data).toEqual([
      { id, status: "canceled", order_id: "order_none", customer_id: owner.customer_id },
    ])
  })

  it("are found, shown and ended by an operator", async () => {
    const { id } = await plainSubscription(shop)
    const admin = await shop.admin()
    const list = async (query: string) => {
      const { body } = await admin.get(`/admin/payin/subscriptions?${query}`).expect(200)
      return body.subscriptions.map((one: { id: string }) => one.id)
    }
    expect(await list("status=active")).toEqual([id])
    expect(await list("status=past_due")).toEqual([])
    expect(await list("order_id=order_none")).toEqual([id])
    expect(await list("q=order_none")).toEqual([id])
    expect(await list("q=order_other")).toEqual([])
    const wrong = await admin.get("/admin/payin/subscriptions?status=paid").expect(400)
    expect(wrong.body).toMatchObject({ type: "invalid_data", field: "status" })
    const csv = await admin.get("/admin/payin/subscriptions?format=csv").expect(200)
    expect(csvRows(csv.text)[1].slice(0, 4)).toEqual([id, "co", "sub_none", "active"])

    const one = await admin.get(`/admin/payin/subscriptions/${id}`).expect(200)
    expect(one.body.subscription).toMatchObject({
      ...{ id, subscription_id: "sub_none", status: "active", customer_id: null },
      ...{ order_id: "order_none", plan_name: "Café del mes", periodicity: "monthly" },
      ...{ amount: "60000", currency_code: "COP", last_four: "1111", cycles: [], holds: [] },
      requests: [],
    })
    await admin.get("/admin/payin/subscriptions/paysub_unknown").expect(404)

    const cancel = () => admin.post(`/admin/payin/subscriptions/${id}/cancel`)
    await cancel().send({ reason: "x" }).expect(400)
    const ended = await cancel().send({}).expect(200)
    expect(ended.body.subscription).toMatchObject({ status: "canceled", next_date: null })
    expect(ended.body.subscription.canceled_by).toMatch(/^user_/)
    await cancel().send({}).expect(200)

    const renew = (key: string) =>
      admin.post(`/admin/payin/subscriptions/${id}/renew`).set("Idempotency-Key", key).send({})
    const missing = await admin.post(`/admin/payin/subscriptions/${id}/renew`).send({}).expect(400)
    expect(missing.body).toMatchObject({ field: "Idempotency-Key" })
    const refused = await renew("after-its-end").expect(409)
    expect(refused.body.message).toBe(
      "This subscription has ended: nothing is charged for it any more."
    )
    const held = await admin
      .post(`/admin/payin/subscriptions/${id}/capture`)
      .set("Idempotency-Key", "nothing-held")
      .send({})
      .expect(409)
    expect(held.body.message).toContain("Nothing is held")
  })

  it("are linked with their first order and customer, and queries find them in both directions", async () => {
    const { customer_id } = await signedInCustomer(shop.container)
    const { cart } = await shop.checkout("co", { payment_method: "EFECTY" })
    const { body } = await shop.complete(cart.id).expect(200)
    const order_id: string = body.order.id
    const { id } = await plainSubscription(shop, { customer_id, order_id })
    const query = shop.container.resolve(ContainerRegistrationKeys.QUERY)
    const found = async (entity: string, fields: string[], of: string) =>
      (await query.graph({ entity, fields: ["id", ...fields], filters: { id: of } })).data

    expect(await found("payin_subscription", ["order.id", "customer.id"], id)).toMatchObject([
      { order: { id: order_id }, customer: { id: customer_id } },
    ])
    const begun = { payin_subscriptions: [{ id }] }
    expect(await found("order", ["payin_subscriptions.id"], order_id)).toMatchObject([begun])
    expect(await found("customer", ["payin_subscriptions.id"], customer_id)).toMatchObject([begun])
  })

  it("cannot be read by a storefront through the customer", async () => {
    const owner = await signedInCustomer(shop.container)
    await plainSubscription(shop, { customer_id: owner.customer_id })
    const answer = await shop
      .http()
      .get("/store/customers/me?fields=id,*payin_subscriptions")
      .set(bearer(owner.token))
    expect(JSON.stringify(answer.body)).not.toContain("paysub_")
  })
})
