import { breakWriting } from "../support/gate"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"
import { FulfillmentDriver } from "../support/fulfillment-driver"

withShop("renewals whose order an operator canceled", {}, (shop) => {
  async function cancel(order_id: string): Promise<void> {
    const admin = await shop.admin()
    await admin.post(`/admin/orders/${order_id}/cancel`).expect(200)
  }

  const asked = () => [
    shop.sandbox.cards.captures().length,
    shop.sandbox.cards.authorizations().length,
  ]

  /** The period is over, and says why: nobody was charged for it, and the subscription goes on. */
  async function expectOver(club: CoffeeClub, id: string, order_id: string) {
    const before = asked()
    const { latest_order_id } = await club.find(id)
    const over = await club.until(id, ({ next_number }) => next_number === 2)
    expect(over).toMatchObject({ status: "active", latest_order_id })
    const [cycle] = await club.cycles(id)
    expect(cycle).toMatchObject({ status: "failed", next_try: null })
    expect(cycle.last_error).toBe(
      `Order ${order_id} was canceled before it was paid. Nothing is charged for its period.`
    )
    expect(asked()).toEqual(before)
    expect((await club.orders()).map(({ status }) => status)).toEqual(["pending", "canceled"])
  }

  it("after a refused capture are over: no second order is made for their period and nothing is charged", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    shop.sandbox.injectFault({ operation: "card_capture", kind: "declined", times: 1 })
    await club.untilDue(subscription.id)
    await club.until(subscription.id, ({ status }) => status === "past_due")
    const [, order] = await club.orders()
    await cancel(order.id)
    await club.pass(0.1)
    await club.work()
    await expectOver(club, subscription.id, order.id)
  })

  it("by a call that Medusa takes back are not over: nothing is decided while somebody writes the order", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { id } = subscription
    const { hold, order_id } = await club.held(id)
    const fulfillmentDriver = await FulfillmentDriver.of(shop)
    await fulfillmentDriver.pack(order_id)
    await club.voidHold(hold.id)
    await club.pass(0.1)
    await shop.until(async () => {
      await club.renew()
      return (await shop.anomalies("open")).some(({ kind }) => kind === "orphan_order")
        ? true
        : null
    })
    const shows = (status: string) => shop.pg("order").where({ id: order_id }).update({ status })
    await club.pass(1.1)
    expect(await shop.ledger.orderLocks.acquire(order_id, "a call that cancels")).toBe(true)
    await shows("canceled")
    await club.renew()
    await shows("pending")
    await shop.ledger.orderLocks.release(order_id, "a call that cancels")
    const [cycle] = await club.cycles(id)
    expect(cycle.status).not.toBe("failed")
    expect(await club.find(id)).toMatchObject({ next_number: 1 })
  })

  it("while the card holds their money are over: nothing is charged, and the next renewal comes on its day", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { id } = subscription
    const { order_id } = await club.held(id)
    const before = asked()
    await cancel(order_id)
    await club.pass(0.1)
    await expectOver(club, id, order_id)
    for (const days of [2, 3, 7]) {
      await club.pass(days)
      await club.renew(2)
    }
    expect(asked()).toEqual(before)
    expect((await club.orders()).map(({ status }) => status)).toEqual(["pending", "canceled"])

    await club.untilDue(id)
    await club.until(id, ({ next_number }) => next_number === 3)
    expect((await club.cycles(id)).map(({ number, status }) => [number, status])).toEqual([
      [2, "paid"],
      [1, "failed"],
    ])
  })

  it("although Medusa could not cancel their payment are over: nothing is captured, and the hold is voided", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { id } = subscription
    const { hold, order_id } = await club.held(id)
    const broken = [
      await breakWriting(shop.pg, {
        table: "payment",
        event: "update",
        when: "NEW.canceled_at is not null",
      }),
      await breakWriting(shop.pg, {
        ...{ table: "payin_card_transaction", event: "update" },
        when: "NEW.release_wanted_at is not null",
      }),
    ]
    await cancel(order_id)
    for (const { mend } of broken) await mend()
    const { payment_collections } = await shop.order(order_id)
    expect(payment_collections[0].payments).toMatchObject([{ canceled_at: null }])
    const before = asked()
    await club.pass(0.1)
    await shop.until(async () => {
      await club.work()
      const now = await club.subscriptions.renewalHolds.find(hold.id)
      return now?.status === "authorized" ? null : now
    })
    await club.pass(0.1)
    await expectOver(club, id, order_id)
    expect(await club.subscriptions.renewalHolds.find(hold.id)).toMatchObject({
      status: "released",
    })
    expect(asked()).toEqual(before)
  })

  it("after their goods were packed and unpacked are over, and no anomaly of the owed order stays open", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { id } = subscription
    const { hold, order_id } = await club.held(id)
    const fulfillmentDriver = await FulfillmentDriver.of(shop)
    const parcel = await fulfillmentDriver.pack(order_id)
    await club.voidHold(hold.id)
    await club.pass(0.1)
    const owed = async () => (await shop.anomalies("open")).map(({ kind }) => kind)
    await shop.until(async () => {
      await club.renew()
      return (await owed()).includes("orphan_order") ? true : null
    })
    await fulfillmentDriver.cancel(order_id, parcel)
    await cancel(order_id)
    await club.pass(1)
    await expectOver(club, id, order_id)
    expect(await owed()).toEqual([])
  })

  it("are made again when the renewal itself canceled the order and died before writing that", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { id } = subscription
    const { hold } = await club.held(id)
    await club.voidHold(hold.id)
    const broken = await breakWriting(shop.pg, {
      ...{ table: "payin_cycle", event: "update" },
      when: "OLD.cart_id is not null and NEW.cart_id is null",
    })
    await club.pass(0.01)
    await shop.until(async () => {
      await club.renew()
      const [, renewal] = await club.orders()
      return renewal.status === "canceled" ? true : null
    })
    await broken.mend()
    await club.pass(1.1)
    await club.until(id, ({ next_number }) => next_number === 2)
    expect((await club.orders()).map(({ status }) => status)).toEqual([
      ...["pending", "canceled", "pending"],
    ])
    expect((await club.cycles(id))[0]).toMatchObject({ status: "paid" })
  })

  it("do not end a subscription whose first order was paid and then refunded in full", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { id } = subscription
    const { order_id } = await club.held(id)
    await cancel(order_id)
    await club.pass(0.1)
    await club.until(id, ({ next_number }) => next_number === 2)
    const admin = await shop.admin()
    const { payment_collections } = await shop.order(subscription.order_id)
    const [payment] = payment_collections[0].payments
    await admin.post(`/admin/payments/${payment.id}/refund`).send({ amount: 60_000 }).expect(200)
    await club.hidePaid(subscription.order_id)
    await club.untilDue(id)
    const renewed = await club.until(id, ({ next_number }) => next_number === 3)
    expect(renewed.status).toBe("active")
  })
})
