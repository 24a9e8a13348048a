import { BackOffice } from "../support/back-office"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("renewals that an operator collected while their hold stood", {}, (shop) => {
  /** The card holds the money of the next period, its order stands, and nothing is taken yet. */
  async function held() {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { order_id } = await club.held(subscription.id)
    const office = await BackOffice.of(shop)
    const { total } = await office.shown(order_id)
    return { club, id: subscription.id, order_id, office, total }
  }

  it("capture nothing: the hold is released, the period is paid, and the next one renews", async () => {
    const { club, id, order_id, office, total } = await held()
    await office.markAsPaid(order_id)

    await shop.until(async () => {
      await club.work()
      await club.pass(0.1)
      return (await club.period(id))?.cycle.status === "paid" ? true : null
    })

    expect(shop.sandbox.cards.captures()).toHaveLength(1)
    expect(shop.sandbox.cards.authorizations()).toHaveLength(2)
    const period = await club.period(id)
    expect(period).toMatchObject({ cycle: { order_id }, hold: { status: "released" } })
    expect(await office.shown(order_id)).toMatchObject({
      summary: { paid_total: total, pending_difference: 0 },
    })
    expect((await club.orders()).map(({ status }) => status)).toEqual(["pending", "pending"])

    await club.untilDue(id)
    await club.until(id, ({ next_number }) => next_number === 3)
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
    // What the hold was linked to was canceled with it (docs/service.md#renewal): the next one
    // begins anew.
    expect(shop.sandbox.cards.authorizations()[0]).toMatchObject({
      transaction_type: "PRE_AUTH_TRANSACTION",
    })
  })

  it("capture nothing when less than a cent is left to pay, and make no further hold or order", async () => {
    const { club, id, order_id, office, total } = await held()
    await office.credit(order_id, total - 0.004)

    await shop.until(async () => {
      await club.work()
      await club.pass(0.1)
      return (await club.period(id))?.cycle.status === "paid" ? true : null
    })

    expect(await club.period(id)).toMatchObject({
      cycle: { order_id },
      hold: { status: "released" },
    })
    expect((await club.orders()).map(({ status }) => status)).toEqual(["pending", "pending"])
    expect(shop.sandbox.cards.authorizations()).toHaveLength(2)
    expect(shop.sandbox.cards.captures()).toHaveLength(1)
  })

  it("capture no more than their order still owes", async () => {
    const { club, id, order_id, office, total } = await held()
    await office.credit(order_id, 15_000)

    await club.pass(0.1)
    await club.until(id, ({ next_number }) => next_number === 2)

    const [taken] = shop.sandbox.cards.captures()
    expect(taken).toMatchObject({ amount: total - 15_000 })
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
    expect(await office.shown(order_id)).toMatchObject({
      summary: { paid_total: total - 15_000, pending_difference: 0 },
    })
    expect(await club.period(id)).toMatchObject({ cycle: { status: "paid", order_id } })
  })
})
