import { addDays, parseDay } from "../../src/domain/time/calendar-day"
import { breakWriting } from "../support/gate"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

function dayOf(text: string | null) {
  const day = parseDay(text)
  if (day === null) {
    throw new Error(`${text} is no day`)
  }
  return day
}

withShop("refused renewals", {}, (shop) => {
  it("are tried again after one, three and five days, each as a new preauthorization, and then canceled", async () => {
    const club = await CoffeeClub.of(shop)
    const told = [
      shop.listen("payin.subscription_past_due"),
      shop.listen("payin.subscription_canceled"),
    ]
    const { subscription } = await club.join({ token: "tok_test_first_only" })
    const due = dayOf(subscription.next_date)
    await club.untilDue(subscription.id)
    await club.until(subscription.id, ({ status }) => status === "past_due")
    for (const [refusals, after] of [
      [1, 1],
      [2, 3],
      [3, 5],
    ]) {
      await club.renew(3)
      const [cycle] = await club.cycles(subscription.id)
      expect(cycle).toMatchObject({ refusals, status: "open", next_try: addDays(due, after) })
      expect(shop.sandbox.cards.authorizations()).toHaveLength(1 + refusals)
      await club.untilDue(subscription.id)
    }
    const ended = await club.until(subscription.id, ({ status }) => status === "canceled")
    expect(ended).toMatchObject({ status_cause: "given_up", next_date: null, due_after: null })
    await club.pass(60)
    await club.renew(2)
    const tries = shop.sandbox.cards.authorizations()
    expect(tries.map(({ transaction_type }) => transaction_type)).toEqual(
      Array.from({ length: 5 }, () => "PRE_AUTH_TRANSACTION")
    )
    expect(await club.orders()).toHaveLength(1)
    expect(shop.sandbox.cards.captures()).toHaveLength(1)
    expect(told.map(({ data }) => data.length)).toEqual([1, 1])
    const [cycle] = await club.cycles(subscription.id)
    expect(cycle).toMatchObject({ status: "failed", refusals: 4 })
  })

  it("are paid by a fresh hold the day after, and the subscription goes on", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    shop.sandbox.injectFault({ operation: "card_authorize", kind: "declined", times: 1 })
    await club.untilDue(subscription.id)
    await club.until(subscription.id, ({ status }) => status === "past_due")
    await club.untilDue(subscription.id)
    const paid = await club.until(subscription.id, ({ status }) => status === "active")
    expect(paid).toMatchObject({ status_cause: "renewed", next_number: 2 })
    expect(await club.orders()).toHaveLength(2)
    // The next one is due a month after the day that this one was due on, not after it was paid.
    const [cycle] = await club.cycles(subscription.id)
    expect(cycle).toMatchObject({ status: "paid", refusals: 1, day: subscription.next_date })
  })

  it("that an operator asked for ahead of the day count for nothing: the period is tried on its day", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join({ token: "tok_test_first_only" })
    const due = dayOf(subscription.next_date)
    const asked = await (
      await shop.admin()
    )
      .post(`/admin/payin/subscriptions/${subscription.id}/renew`)
      .set("Idempotency-Key", "ahead-1")
      .send({})
      .expect(200)
    expect(asked.body.renewal.outcome).toBe("refused")
    expect(await club.find(subscription.id)).toMatchObject({ status: "active", next_date: due })
    const [ahead] = await club.cycles(subscription.id)
    expect(ahead).toMatchObject({ status: "open", refusals: 0, day: due, next_try: due })
    // On its day it costs what it costs then.
    expect(ahead.cart_id).toBeNull()
  })

  it("that an operator tries again on the same day use up no scheduled try", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join({ token: "tok_test_first_only" })
    const due = dayOf(subscription.next_date)
    await club.untilDue(subscription.id)
    await club.until(subscription.id, ({ status }) => status === "past_due")
    const admin = await shop.admin()
    const asked = await admin
      .post(`/admin/payin/subscriptions/${subscription.id}/renew`)
      .set("Idempotency-Key", "now")
      .send({})
      .expect(200)
    expect(asked.body.renewal.outcome).toBe("refused")
    expect(await club.find(subscription.id)).toMatchObject({ status: "past_due" })
    const [cycle] = await club.cycles(subscription.id)
    expect(cycle).toMatchObject({ refusals: 1, status: "open", next_try: addDays(due, 1) })
    expect(shop.sandbox.cards.authorizations()).toHaveLength(3)
  })

  it("do not end the subscription when the service refuses the store's request", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const fault = { operation: "card_capture", kind: "unclear_before" } as const
    shop.sandbox.injectFault({ ...fault, error: "VALIDATION_ERROR", times: "always" })
    await club.untilDue(subscription.id)
    // Not five: what was held since the first of them would be let go before it is taken at last.
    for (let day = 0; day < 3; day++) {
      await club.renew()
      await club.pass(1)
    }
    await club.renew()
    expect(await club.find(subscription.id)).toMatchObject({ status: "active" })
    const [open] = await club.cycles(subscription.id)
    expect(open).toMatchObject({ status: "open", refusals: 0, last_error: expect.any(String) })
    expect(shop.sandbox.cards.captures()).toHaveLength(1)

    shop.sandbox.clearFaults()
    await club.pass(1)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(await club.orders()).toHaveLength(2)
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
  })

  it("are counted when the bank says no, not when Medusa fails on a later day", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    shop.sandbox.injectFault({ operation: "card_capture", kind: "declined", times: 1 })
    await club.untilDue(subscription.id)
    await club.until(subscription.id, ({ status }) => status === "past_due")
    const broken = await breakWriting(shop.pg, { table: "capture", event: "insert" })
    await club.untilDue(subscription.id)
    await shop.until(async () => {
      await club.renew()
      const [{ attempts }] = await club.cycles(subscription.id)
      return attempts > 0 ? true : null
    })
    const [cycle] = await club.cycles(subscription.id)
    expect(cycle).toMatchObject({ refusals: 1, status: "open" })
    await broken.mend()
    await club.pass(1)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(await club.orders()).toHaveLength(2)
    const taken = shop.sandbox.cards
      .captures()
      .filter((one) => one.transaction_status === "APPROVED")
    expect(taken).toHaveLength(2)
  })

  it("are counted when only a webhook reports them, before the bank is asked again", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    shop.sandbox.injectFault({ operation: "card_capture", kind: "unclear_before", times: 1 })
    await club.untilDue(subscription.id)
    const { cycle, hold } = await shop.until(async () => {
      await club.renew()
      const now = await club.period(subscription.id)
      return now?.hold?.status === "capture_unknown" ? now : null
    })
    const { cardMoves, subscriptions } = club.subscriptions
    await cardMoves.move(String(hold?.id), { to: "authorized", cause: "refused" })
    await subscriptions.requeueOfCycle(cycle.id)
    await club.until(subscription.id, ({ status }) => status === "past_due")
    await club.renew(2)
    expect((await club.cycles(subscription.id))[0]).toMatchObject({ refusals: 1, status: "open" })
    expect(shop.sandbox.cards.captures()).toHaveLength(1)
    await club.untilDue(subscription.id)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
  })

  it("without an answer wait for the webhook: no second hold, one order, one capture", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    shop.sandbox.injectFault({ operation: "card_authorize", kind: "reset_after", times: 1 })
    await club.untilDue(subscription.id)
    await shop.until(async () => {
      await club.renew()
      const [cycle] = await club.cycles(subscription.id)
      const hold = cycle && (await club.subscriptions.renewalHolds.latestOf(cycle.id))
      return hold?.status === "unknown" ? hold : null
    })
    await club.renew(3)
    await club.pass(0.2)
    await club.renew(3)
    expect(shop.sandbox.cards.authorizations()).toHaveLength(2)
    expect(shop.sandbox.cards.captures()).toHaveLength(1)
    const waiting = await club.orders()
    expect(waiting).toHaveLength(2)

    const [renewal] = shop.sandbox.cards.authorizations()
    shop.sandbox.cards.registerWebhook(shop.gateway.options.accounts[0].merchantId ?? "", {
      url: `${shop.url}/hooks/payin/card`,
    })
    shop.sandbox.cards.sendWebhook(renewal.transaction_id)
    const paid = await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(paid.latest_order_id).toBe(waiting[1].id)
    expect(shop.sandbox.cards.authorizations()).toHaveLength(2)
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
    expect(await club.orders()).toHaveLength(2)
  })

  it("of a subscription that ended meanwhile capture nothing, and their order is canceled", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    await club.held(subscription.id)
    const admin = await shop.admin()
    await admin.post(`/admin/payin/subscriptions/${subscription.id}/cancel`).send({}).expect(200)
    await shop.until(async () => {
      await club.renew()
      const [now] = await club.cycles(subscription.id)
      return now.status === "failed" ? now : null
    })
    await club.renew(2)
    const orders = await club.orders()
    expect(orders.map(({ status }) => status)).toEqual(["pending", "canceled"])
    expect(shop.sandbox.cards.captures()).toHaveLength(1)
  })
})
