import { CardPost } from "../support/card-webhooks"
import { breakWriting } from "../support/gate"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("the sums of a renewal's order", {}, (shop) => {
  const NEVER_LOOKED_AT = { apply_after: null }

  async function transactionsOf(orderId: string): Promise<number[]> {
    const { transactions } = await shop.order(orderId)
    return transactions.map((one: { amount: unknown }) => Number(one.amount))
  }

  async function paymentOf(orderId: string): Promise<{ id: string }> {
    const { payment_collections } = await shop.order(orderId)
    return payment_collections[0].payments[0]
  }

  it("show a capture before its period is paid, even after Medusa rolls back the order transaction", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { hold, order_id } = await club.held(subscription.id)
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    await club.pass(0.01)
    await shop.until(async () => {
      await club.renew()
      const now = await club.period(subscription.id)
      return now?.hold?.status === "captured" ? now : null
    })
    // A look that saw it before Medusa took it back found all well.
    const row = shop.pg("payin_card_transaction").where({ id: hold.id })
    await row.update(NEVER_LOOKED_AT)
    await club.pass(0.01)
    await club.renew(2)
    expect((await club.period(subscription.id))?.cycle.status).toBe("open")
    expect(await transactionsOf(order_id)).toEqual([])

    await broken.mend()
    await club.pass(0.1)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(await transactionsOf(order_id)).toEqual([60_000])
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
    await shop.until(async () => ((await shop.anomalies("open")).length === 0 ? true : null))
  })

  it("show a capture although a killed process left the order without the link to its payments", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { order_id } = await club.held(subscription.id)
    const { payment_collections } = await shop.order(order_id)
    await shop
      .pg("order_payment_collection")
      .where({ order_id, payment_collection_id: payment_collections[0].id })
      .delete()
    await club.pass(0.01)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(await transactionsOf(order_id)).toEqual([60_000])
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
  })

  it("show a capture on the one order although a killed process left it without the link to its cart", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { order_id } = await club.held(subscription.id)
    const orders = async () => shop.pg("order").where({ is_draft_order: false }).pluck("id")
    const made = await orders()
    await shop.pg("order_cart").where({ order_id }).delete()
    await club.pass(0.01)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(await transactionsOf(order_id)).toEqual([60_000])
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
    expect(await orders()).toEqual(made)
  })

  it("show a capture although Medusa marked the payment captured without a Capture row", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { hold, order_id } = await club.held(subscription.id)
    const { id } = await paymentOf(order_id)
    await shop.pg("payment").where({ id }).update({ captured_at: new Date() })
    const { cardMoves } = club.subscriptions
    const amount = { capture_amount: hold.amount, captured_amount: hold.amount }
    await cardMoves.move(hold.id, { to: "capturing", cause: "claimed", values: amount })
    await cardMoves.move(hold.id, { to: "captured", cause: "answered", values: amount })
    await club.pass(0.01)
    await new CardPost(shop).sweep()
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(await transactionsOf(order_id)).toEqual([60_000])
    expect(await shop.anomalies("open")).toEqual([])
  })
})
