import { subscribe } from "../../src/workflows/subscribe"
import { capture, cardOrder, cardRow } from "../support/card-checkout"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("subscriptions that begin", {}, (shop) => {
  it("are told of on the bus once, with their order", async () => {
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

  it("find their card kept, whatever else lets go of it between the charge and the reading of their order", async () => {
    const club = await CoffeeClub.of(shop)
    const { order, reference, payment_id } = await cardOrder(shop)
    await capture(await shop.admin(), payment_id).expect(200)
    await club.started(order.id)
    await shop.pg("payin_subscription").where({ order_id: order.id }).delete()
    await shop.pg("payin_card_transaction").where({ reference }).update({ plans_read_at: null })
    const { card_id } = await cardRow(shop, reference)
    const { cards } = club.subscriptions
    expect(await cards.retire(card_id, null)).toBe("used")
    await subscribe(shop.container, order.id)
    expect(await club.started(order.id)).toMatchObject({ status: "active" })
  })

  it.each(["canceled", "expired"] as const)(
    "on a card that the service %s before end as they begin: nothing is charged",
    async (status) => {
      const { club, order_id, card_id } = await unread()
      const told = shop.listen("payin.subscription_canceled")
      await club.subscriptions.cards.ended(card_id, status)
      await subscribe(shop.container, order_id)
      const subscription = await club.started(order_id)
      expect(subscription).toMatchObject({ status, next_date: null, due_after: null })
      await shop.until(async () => (told.data.length > 0 ? true : null))
      expect(told.data).toEqual([{ id: subscription.id, status, order_id, customer_id: null }])
    }
  )

  it("while their card is being taken out of use wait for what becomes of it", async () => {
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
