import { addDays } from "../../src/domain/time/calendar-day"
import { dayAfter } from "../../src/domain/subscription/periodicity"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("renewals named by their period", {}, (shop) => {
  /** Somebody at the desk: each request is a decision of its own. */
  async function desk(id: string, name = "asked") {
    const admin = await shop.admin()
    let asked = 0
    return {
      renew: (body: object) =>
        admin
          .post(`/admin/payin/subscriptions/${id}/renew`)
          .set("Idempotency-Key", `${name}-${++asked}`)
          .send(body),
      /** The period that its page shows to be charged next. */
      next: async () => {
        const { body } = await admin.get(`/admin/payin/subscriptions/${id}`).expect(200)
        return body.subscription.next_period
      },
    }
  }

  const taken = () =>
    shop.sandbox.cards.captures().filter((one) => one.transaction_status === "APPROVED").length

  it("charge no second period when the job was quicker than an operator with an outdated page", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { id, anchor } = subscription
    const operator = await desk(id)
    const seen = await operator.next()
    expect(seen).toEqual({ number: 1, day: dayAfter(anchor, { months: 1 }, 1) })
    await club.untilDue(id)
    await club.until(id, ({ next_number }) => next_number === 2)

    const late = await operator.renew({ period: seen.number }).expect(409)
    expect(late.body).toMatchObject({ type: "conflict", code: "other_period" })
    // Without a name nobody can tell which one was meant, so not on the day of a charge.
    const unnamed = await operator.renew({}).expect(409)
    expect(unnamed.body).toMatchObject({ type: "conflict", code: "unnamed_period" })
    expect(taken()).toBe(2)

    const next = await operator.next()
    expect(next).toEqual({ number: 2, day: dayAfter(anchor, { months: 1 }, 2) })
    const ahead = await operator.renew({ period: next.number }).expect(200)
    expect(ahead.body.renewal).toMatchObject({ outcome: "paid", cycle: { number: 2 } })
    expect(taken()).toBe(3)
    expect(await operator.next()).toBeNull()
    expect((await operator.renew({ period: 3 }).expect(409)).body.code).toBe("paid_ahead")
  })

  it("charge once a day by hand, counted from the payment and not from the request", async () => {
    const club = await CoffeeClub.of(shop, { payin_periodicity: "custom" })
    const { subscription } = await club.join()
    const { id, anchor } = subscription
    await shop.stock("CAFE-GRANO", 0)
    await club.untilNoon(addDays(anchor, 1))
    const operator = await desk(id)
    expect((await operator.renew({}).expect(200)).body.renewal.outcome).toBe("later")
    await shop.stock("CAFE-GRANO", 100)
    await club.untilNoon(addDays(anchor, 3))
    await club.until(id, ({ next_number }) => next_number === 2)
    for (const body of [{}, { period: 2 }]) {
      expect((await operator.renew(body).expect(409)).body.code).toBe("paid_today")
    }
    expect(await operator.next()).toBeNull()
    await club.untilNoon(addDays(anchor, 4))
    expect(await operator.next()).toEqual({ number: 2, day: addDays(anchor, 4) })
    await operator.renew({ period: 2 }).expect(200)
    expect(taken()).toBe(3)
  })

  it("are refused for a number that names no period, and capture nothing", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const operator = await desk(subscription.id)
    const refused = await operator.renew({ period: 0 }).expect(400)
    expect(refused.body).toMatchObject({ type: "invalid_data", field: "period" })
    expect(taken()).toBe(1)
  })
})
