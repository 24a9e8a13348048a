import { BackOffice } from "../support/back-office"
import { cardOrder, cardRow } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { Desk } from "../support/desk"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("a card that was captured without the plugin", {}, (shop) => {
  const post = new CardPost(shop)

  async function told(reference: string): Promise<void> {
    await post.tell("transaction.captured", reference)
    await post.digested()
  }

  it("after a refused renewal is neither captured nor released nor replaced while a person is asked, and pays its period once", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { id } = subscription
    shop.sandbox.injectFault({ operation: "card_capture", kind: "declined", times: 1 })
    await club.untilDue(id)
    await club.until(id, ({ status }) => status === "past_due")
    const before = await club.period(id)
    const reference = before?.hold?.reference ?? ""
    await told(reference)
    const captures = () => shop.sandbox.cards.captures().length
    const asked = captures()

    for (const days of [1, 1, 6]) {
      await club.pass(days)
      await club.work()
      await club.work()
    }
    expect(captures()).toBe(asked)
    expect(shop.sandbox.cards.authorizations()).toHaveLength(2)
    expect(await club.orders()).toHaveLength(2)
    const waiting = await club.period(id)
    expect(waiting?.hold).toMatchObject({ id: before?.hold?.id, status: "authorized" })
    expect(waiting?.cycle).toMatchObject({ status: "open", refusals: 1 })
    expect(waiting?.cycle.last_error).toContain(reference)
    expect((await shop.anomalies("open")).map(({ kind }) => kind)).toEqual([
      "status_changed_after_final",
    ])

    const desk = await Desk.open(shop)
    const { id: anomaly } = await desk.find("status_changed_after_final")
    await desk.decide(anomaly, { action: "captured" })
    await club.until(id, ({ next_number }) => next_number === 2)
    expect((await club.cycles(id))[0]).toMatchObject({ status: "paid" })
    expect(captures()).toBe(asked)
    expect(shop.sandbox.cards.authorizations()).toHaveLength(2)
    expect((await club.orders()).map(({ status }) => status)).toEqual(["pending", "pending"])
  })

  it("for a first order is in review for its shopper, asks nobody to pay again, and keeps the subscription", async () => {
    const club = await CoffeeClub.of(shop)
    const { order, session, reference } = await cardOrder(shop)
    const { id } = await club.started(order.id)
    await post.told(reference)
    await told(reference)
    const office = await BackOffice.of(shop)
    const { legal_doc, legal_doc_type } = CANARY.co
    const customer_data = { legal_doc, legal_doc_type }
    const expectWaiting = async () => {
      expect(await shop.poll(session.id)).toMatchObject({ status: "in_review", payment_url: null })
      const link = await office.link(order.id, { customer_data })
      expect([link.status, link.body.reason]).toEqual([409, "money_arriving"])
      expect((await shop.order(order.id)).status).toBe("pending")
    }
    await expectWaiting()

    await club.pass(6)
    await club.work()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "authorized" })
    await expectWaiting()
    await club.untilDue(id)
    await club.renew(2)
    expect(await club.find(id)).toMatchObject({ status: "active", next_number: 1 })
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)

    const desk = await Desk.open(shop)
    const { id: anomaly } = await desk.find("status_changed_after_final")
    await desk.decide(anomaly, { action: "captured" })
    await club.pass(0.1)
    await club.until(id, ({ next_number }) => next_number === 2)
    expect(await shop.poll(session.id)).toMatchObject({ status: "approved", order_id: order.id })
    const { transactions } = await shop.order(order.id)
    expect(transactions).toHaveLength(1)
  })

  it("although its hold was released keeps its order and subscription while a person is asked", async () => {
    const club = await CoffeeClub.of(shop)
    const { order, session, reference } = await cardOrder(shop)
    const { id } = await club.started(order.id)
    await post.told(reference)
    await club.pass(6)
    await club.work()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "released" })
    await told(reference)
    expect(await shop.poll(session.id)).toMatchObject({ status: "in_review" })
    await club.untilDue(id)
    await club.renew(2)
    expect(await club.find(id)).toMatchObject({ status: "active", next_number: 1 })
    expect((await shop.order(order.id)).status).toBe("pending")

    const desk = await Desk.open(shop)
    const { id: anomaly } = await desk.find("status_changed_after_final")
    await desk.decide(anomaly, { action: "ignore" })
    await club.pass(0.1)
    await club.until(id, ({ status }) => status === "canceled")
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)
  })
})
