import { addDays, parseDay } from "../../src/domain/time/calendar-day"
import { dayAfter } from "../../src/domain/subscription/periodicity"
import { cardOrder } from "../support/card-checkout"
import { keptCardRequests, sentCardRequests } from "../support/card-requests"
import { breakWriting, closeGate } from "../support/gate"
import { signedInCustomer } from "../support/people"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

function dayOf(text: string | null) {
  const day = parseDay(text)
  if (day === null) {
    throw new Error(`${text} is no day`)
  }
  return day
}

/** Longer than a request of an operator keeps its key to itself. */
const LEASE_MS = 150_000

withShop("renewals", {}, (shop) => {
  /** One person who asks for renewals, each time under the key that is given. */
  async function operator(id: string) {
    const admin = await shop.admin()
    return (key: string) =>
      admin.post(`/admin/payin/subscriptions/${id}/renew`).set("Idempotency-Key", key).send({})
  }

  it("make one order like the last, hold and capture its price once, and move the date", async () => {
    const club = await CoffeeClub.of(shop)
    const { token, customer_id } = await signedInCustomer(shop.container)
    const told = shop.listen("payin.subscription_renewed")
    const { subscription, order_id } = await club.join({
      as: token,
      items: { "CAFE-GRANO": 2, "CHOCOLATE-90": 1 },
    })
    const anchor = dayOf(subscription.anchor)
    const nth = (months: number) => dayAfter(anchor, { months: 1 }, months)
    expect(subscription).toMatchObject({
      ...{ status: "active", customer_id, order_id, plan_name: "Café del mes" },
      ...{ periodicity: "monthly", next_date: nth(1), next_number: 1 },
      // Two bags and their delivery: the chocolate was bought once.
      ...{ amount: "108000", currency_code: "COP" },
    })

    await club.renew(3)
    expect(await club.orders()).toHaveLength(1)
    await club.untilDue(subscription.id)
    await club.renew(3)
    const renewed = await club.until(subscription.id, ({ next_number }) => next_number === 2)
    await club.renew(3)

    const orders = await club.orders()
    expect(orders.map(({ total }) => total)).toEqual([134500, 108000])
    expect(renewed).toMatchObject({
      ...{ status: "active", next_date: nth(2), amount: "108000" },
      ...{ order_id, latest_order_id: orders[1].id },
    })
    expect(await club.cycles(subscription.id)).toEqual([
      expect.objectContaining({ number: 1, day: nth(1), status: "paid", order_id: orders[1].id }),
    ])
    const [renewal, first] = shop.sandbox.cards.authorizations()
    expect(shop.sandbox.cards.authorizations()).toHaveLength(2)
    expect(renewal).toMatchObject({ amount: 108000, linked_transaction_id: null })
    expect(first).toMatchObject({ hold: "captured" })
    expect(shop.sandbox.cards.captures().map(({ amount }) => amount)).toEqual([108000, 134500])
    const kept = await keptCardRequests(shop)
    expect(kept.map(({ call }) => call)).toEqual([
      ...["create", "authorize", "capture", "authorize", "capture"],
    ])
    expect(kept.map(({ id }) => id)).toEqual(sentCardRequests(shop))
    const order = await shop.order(orders[1].id)
    expect(order.items).toHaveLength(1)
    expect(order.transactions.map(({ amount }: { amount: unknown }) => Number(amount))).toEqual([
      108000,
    ])
    expect(order.payment_collections[0].status).toBe("completed")
    expect(told.data).toEqual([
      { id: subscription.id, status: "active", order_id: orders[1].id, customer_id },
    ])
    expect(await shop.anomalies()).toEqual([])

    // Its second renewal is linked to the first, and the order that it makes starts no other subscription.
    await club.untilDue(subscription.id)
    await club.until(subscription.id, ({ next_number }) => next_number === 3)
    expect(await club.orders()).toHaveLength(3)
    const rows = await club.subscriptions.listPayinSubscriptions({})
    expect(rows).toHaveLength(1)
  })

  it("capture no hold while a link's money for the same order waits to be captured", async () => {
    const { reference } = await shop.checkout("co")
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { order_id } = await club.held(subscription.id)
    const [{ id: payment_collection_id }] = (await shop.order(order_id)).payment_collections
    const link = shop.pg("payin_transaction").where({ reference })
    await link.clone().update({ payment_collection_id, status: "approved" })
    await club.pass(0.1)
    const waits = await shop.until(async () => {
      await club.renew()
      const period = await club.period(subscription.id)
      return period?.cycle.last_error?.includes(reference) ? period : null
    })
    expect(waits.hold).toMatchObject({ status: "authorized" })
    expect(shop.sandbox.cards.captures()).toHaveLength(1)

    await link.clone().update({ status: "rejected" })
    await club.pass(0.1)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
  })

  it("cost the amount shown to the shopper: a promotion code discounts only the first order", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription, order_id } = await club.join({ promotion: shop.store.promotion_code })
    expect(Number((await shop.order(order_id)).total)).toBe(52_800)
    expect(subscription.amount).toBe("60000")
    await club.untilDue(subscription.id)
    const renewed = await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(renewed.amount).toBe("60000")
    expect(shop.sandbox.cards.captures().at(0)?.amount).toBe(60_000)
  })

  it("come once after a week without a worker, and charge no missed period", async () => {
    const club = await CoffeeClub.of(shop, { payin_periodicity: "daily" })
    const { subscription } = await club.join()
    const anchor = dayOf(subscription.anchor)
    // Held by a worker that died, so that no job of this store renews while time passes.
    await shop.pg("payin_subscription").update({ due_after: null })
    await club.untilNoon(addDays(anchor, 7))
    await club.subscriptions.subscriptions.dueAgain(subscription, 0)
    await club.until(
      subscription.id,
      ({ latest_order_id, order_id }) => latest_order_id !== order_id
    )
    await club.renew(2)
    expect(await club.orders()).toHaveLength(2)
    expect(await club.cycles(subscription.id)).toEqual([
      expect.objectContaining({ number: 7, skipped: 6, status: "paid" }),
    ])
    expect(await club.find(subscription.id)).toMatchObject({
      next_date: addDays(anchor, 8),
      next_number: 8,
    })
  })

  it("keep the last order's price; ending a guest's subscription cancels the card at the service", async () => {
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

  it("wait for missing stock, charge nothing meanwhile, and come when it is back", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    await shop.stock("CAFE-GRANO", 0)
    await club.untilDue(subscription.id)
    const [cycle] = await shop.until(async () => {
      await club.renew()
      const cycles = await club.cycles(subscription.id)
      return cycles.at(0)?.last_error ? cycles : null
    })
    expect(cycle).toMatchObject({ status: "open", refusals: 0, order_id: null })
    expect(await club.orders()).toHaveLength(1)
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)

    await shop.stock("CAFE-GRANO", 100)
    await club.pass(1)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(await club.orders()).toHaveLength(2)
  })

  it("are asked for by an operator before they are due, one period ahead and once for each key", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const admin = await shop.admin()
    const renew = (key: string) =>
      admin
        .post(`/admin/payin/subscriptions/${subscription.id}/renew`)
        .set("Idempotency-Key", key)
        .send({})
    const first = await renew("renew-1").expect(200)
    expect(first.body).toMatchObject({
      subscription: { status: "active" },
      renewal: { outcome: "paid", cycle: { number: 1, status: "paid" } },
    })
    expect((await renew("renew-1").expect(200)).body).toEqual(first.body)
    const again = await renew("renew-2").expect(409)
    expect(again.body.message).toContain("The next period is paid already")
    expect(await club.orders()).toHaveLength(2)
    const anchor = dayOf(subscription.anchor)
    expect((await club.find(subscription.id)).next_date).toBe(dayAfter(anchor, { months: 1 }, 2))
  })

  it("requested while the job renews return the job's renewal when the request is repeated", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    await club.untilDue(subscription.id)
    const click = await operator(subscription.id)
    const gate = await closeGate(shop.pg, { table: "capture", event: "insert" })
    const renewal = club.renew()
    await gate.arrived()
    const busy = await click("click").expect(409)
    expect(busy.body).toMatchObject({ code: "try_again", reason: "busy" })
    await gate.open()
    await renewal
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    const again = await click("click").expect(200)
    expect(again.body.renewal).toMatchObject({ outcome: "paid", cycle: { number: 1 } })
    expect((await click("click").expect(200)).body).toEqual(again.body)
    expect(await club.orders()).toHaveLength(2)
    expect(shop.sandbox.cards.authorizations()).toHaveLength(2)
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
  })

  it("charge no second period when a request is repeated after its answer was lost", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    await club.untilDue(subscription.id)
    const click = await operator(subscription.id)
    const broken = await breakWriting(shop.pg, {
      ...{ table: "payin_operator_request", event: "update" },
      when: "new.answer_status is not null",
    })
    await click("lost").expect(500)
    await broken.mend()
    expect(await club.find(subscription.id)).toMatchObject({ next_number: 2 })
    shop.advanceClock(LEASE_MS)
    const again = await click("lost").expect(200)
    expect(again.body.renewal).toMatchObject({ outcome: "paid", cycle: { number: 1 } })
    expect(await club.orders()).toHaveLength(2)
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
  })

  it("an operator captures the hold of a subscription's first order once per key", async () => {
    const club = await CoffeeClub.of(shop)
    const { order } = await cardOrder(shop)
    const subscription = await club.started(order.id)
    const admin = await shop.admin()
    const take = (key: string) =>
      admin
        .post(`/admin/payin/subscriptions/${subscription.id}/capture`)
        .set("Idempotency-Key", key)
        .send({})
    const first = await take("take-1").expect(200)
    expect(first.body.subscription).toMatchObject({ id: subscription.id, status: "active" })
    expect((await take("take-1").expect(200)).body).toEqual(first.body)
    await take("take-2").expect(409)
    expect(shop.sandbox.cards.captures().map(({ amount }) => amount)).toEqual([60_000])
    expect((await shop.order(order.id)).payment_collections[0].status).toBe("completed")
  })
})
