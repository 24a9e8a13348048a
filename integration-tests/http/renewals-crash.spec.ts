import { breakWriting } from "../support/gate"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("interrupted renewals", {}, (shop) => {
  /** Every place at which a worker may die, as a writing that fails. */
  const DEATHS = [
    ["making its cart", { table: "payin_cycle", when: "NEW.cart_id is not null" }],
    ["preparing its hold", { table: "payin_card_transaction", event: "insert" }],
    ["binding its hold", { table: "payin_card_transaction", when: "NEW.sent_at is not null" }],
    ["its order", { table: "payin_cycle", when: "NEW.order_id is not null" }],
    ["its hold", { table: "payin_card_transaction", when: "NEW.status = 'capturing'" }],
    ["its capture", { table: "payin_cycle", when: "NEW.status = 'paid'" }],
  ] as const

  it.each(DEATHS)(
    "go on where they stopped when nothing could be written after %s: one order, held and taken once",
    async (_place, writing) => {
      const club = await CoffeeClub.of(shop)
      const { subscription } = await club.join()
      const broken = await breakWriting(shop.pg, { event: "update", ...writing })
      await club.untilDue(subscription.id)
      const [stopped] = await shop.until(async () => {
        await club.renew()
        const cycles = await club.cycles(subscription.id)
        return cycles.at(0)?.last_error ? cycles : null
      })
      expect(stopped.status).toBe("open")
      await broken.mend()
      await club.pass(0.01)
      await club.until(subscription.id, ({ next_number }) => next_number === 2)
      await club.renew(2)
      const orders = await club.orders()
      expect(orders.filter(({ status }) => status !== "canceled")).toHaveLength(2)
      const holds = shop.sandbox.cards.authorizations()
      expect(holds).toHaveLength(2)
      expect(shop.sandbox.cards.captures()).toHaveLength(2)
      expect(await shop.anomalies()).toEqual([])
    }
  )

  it("keep the price of the last order, and the service forgets the card when a guest's subscription ends", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    await club.price("CAFE-GRANO", 99_000)
    await club.untilDue(subscription.id)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect((await club.orders()).map(({ total }) => total)).toEqual([60_000, 60_000])

    const admin = await shop.admin()
    await admin.post(`/admin/payin/subscriptions/${subscription.id}/cancel`).send({}).expect(200)
    await shop.run("payin-renew")
    expect(shop.sandbox.cards.subscriptions()).toMatchObject([{ status: "CANCELLED" }])
  })
})
