import { subscribe } from "../../src/workflows/subscribe"
import { cardOrder, cardRow } from "../support/card-checkout"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("subscriptions that begin", {}, (shop) => {
  it("are published once, with their order", async () => {
    const club = await CoffeeClub.of(shop)
    const told = shop.listen("payin.subscription_created")
    const { order } = await cardOrder(shop)
    const { id } = await club.started(order.id)
    await subscribe(shop.container, order.id)
    await shop.until(async () => (told.data.length > 0 ? true : null))
    expect(told.data).toEqual([{ id, status: "active", order_id: order.id, customer_id: null }])
  })

  /** An order whose card holds its money, and which nobody read for plans yet. */
  async function unread() {
    const club = await CoffeeClub.of(shop)
    const { order, reference } = await cardOrder(shop)
    await club.started(order.id)
    await shop.pg("payin_subscription").where({ order_id: order.id }).delete()
    const { card_id } = await cardRow(shop, reference)
    return { club, order_id: order.id, card_id }
  }

  it("are a problem of the status an hour after the payment while they cannot be started, also when nobody tries any more", async () => {
    const { order_id } = await unread()
    const admin = await shop.admin()
    const problems = async () => {
      const { body } = await admin.get("/admin/payin/status").expect(200)
      return body.problems.filter(
        ({ code }: { code: string }) => code === "subscription_not_started"
      )
    }
    const unreadSince = (days: number) =>
      shop.pg("payin_card_transaction").update({
        plans_read_at: null,
        authorized_at: shop.pg.raw("now() - ? * interval '1 day'", [days]),
      })
    await unreadSince(0)
    expect(await problems()).toEqual([])
    for (const days of [0.5, 30]) {
      await unreadSince(days)
      expect(await problems()).toMatchObject([
        { message: expect.stringContaining(order_id), values: { orders: order_id, count: 1 } },
      ])
    }
    await subscribe(shop.container, order_id)
    expect(await problems()).toEqual([])
  })

  it("wait while their card is being canceled, and then are canceled with it", async () => {
    const { club, order_id, card_id } = await unread()
    const ending = await shop.pg.transaction()
    await ending("payin_card").where({ id: card_id }).update({ status: "canceled" })
    const begun = subscribe(shop.container, order_id)
    await shop.until(async () => {
      const { rows } = await shop.pg.raw(
        "select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')"
      )
      return rows.length > 0 ? true : null
    })
    await ending.commit()
    await begun
    expect(await club.started(order_id)).toMatchObject({ status: "canceled", due_after: null })
  })
})
