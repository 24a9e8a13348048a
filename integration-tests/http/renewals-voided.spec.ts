import { BackOffice } from "../support/back-office"
import { capture, cardOrder, cardRow } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { Desk } from "../support/desk"
import { breakWriting } from "../support/gate"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("renewals after a canceled order or a voided hold", {}, (shop) => {
  it("a subscription whose order was canceled without a signal charges nothing and ends", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription, order_id } = await club.join()
    // The signal of a cancellation is in memory: a process that died has lost it.
    await shop.pg("order").where({ id: order_id }).update({ status: "canceled" })
    await club.untilDue(subscription.id)
    const ended = await club.until(subscription.id, ({ status }) => status === "canceled")
    await club.renew(2)
    expect(ended).toMatchObject({ status_cause: "canceled", canceled_by: null, next_date: null })
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)
    expect(await club.orders()).toHaveLength(1)
    const [cycle] = await club.cycles(subscription.id)
    expect(cycle).toMatchObject({ status: "failed", order_id: null })
  })

  it("a subscription whose first hold was voided and whose order was never paid ends uncharged", async () => {
    const club = await CoffeeClub.of(shop)
    const { order } = await cardOrder(shop)
    const subscription = await club.started(order.id)
    await club.voidHold(subscription.latest_transaction_id)
    await club.untilDue(subscription.id)
    await club.until(subscription.id, ({ status }) => status === "canceled")
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)
    expect(shop.sandbox.cards.captures()).toEqual([])
  })

  it("a subscription with a voided first hold goes on once its order is paid otherwise, though counted late", async () => {
    const club = await CoffeeClub.of(shop)
    const { order } = await cardOrder(shop)
    const { id, latest_transaction_id } = await club.started(order.id)
    const office = await BackOffice.of(shop)
    await office.markAsPaid(order.id)
    await club.voidHold(latest_transaction_id)
    await club.hidePaid(order.id)
    await club.untilDue(id)
    await club.until(id, ({ next_number }) => next_number === 2)
    expect((await club.cycles(id))[0]).toMatchObject({ status: "paid" })
  })

  it("a subscription whose first order was paid by link waits until that is captured, and goes on", async () => {
    const club = await CoffeeClub.of(shop)
    const { order, reference } = await cardOrder(shop)
    const { id, latest_transaction_id } = await club.started(order.id)
    await club.voidHold(latest_transaction_id)
    const post = new CardPost(shop)
    await shop.until(async () => {
      await club.pass(0.01)
      await post.sweep()
      return (await cardRow(shop, reference)).apply_after === null ? true : null
    })
    const office = await BackOffice.of(shop)
    const { legal_doc, legal_doc_type } = CANARY.co
    const customer_data = { legal_doc, legal_doc_type }
    const { body } = await office.link(order.id, { customer_data }).expect(200)
    const broken = await breakWriting(shop.pg, { table: "capture", event: "insert" })
    const link = body.payment_link.reference
    shop.sandbox.settle(link, { status: "APPROVED", notify: { copies: 1 } })
    await shop.until(async () => ((await shop.row(link)).status === "approved" ? true : null))
    await club.untilDue(id)
    await club.renew(2)
    expect(await club.find(id)).toMatchObject({ status: "active", next_number: 1 })
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)

    await broken.mend()
    await shop.until(async () => {
      await club.pass(0.05)
      await shop.sweep()
      return (await shop.row(link)).settled_at
    })
    await club.pass(1)
    await club.until(id, ({ next_number }) => next_number === 2)
    expect((await club.cycles(id))[0]).toMatchObject({ status: "paid" })
  })

  it("a renewal captured after its order was canceled is over, and the next period comes", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { id } = subscription
    const { hold, order_id } = await club.held(id)
    await club.voidHold(hold.id)
    await club.pass(0.01)
    await shop.until(async () => {
      await club.renew()
      return (await club.period(id))?.cycle.next_try ? true : null
    })
    const post = new CardPost(shop)
    await post.tell("transaction.captured", hold.reference)
    await post.digested()
    const desk = await Desk.open(shop)
    const { id: anomaly } = await desk.find("status_changed_after_final")
    await desk.decide(anomaly, { action: "captured" })

    await club.until(id, ({ next_number }) => next_number === 2)
    const [failed] = await club.cycles(id)
    expect(failed).toMatchObject({ status: "failed" })
    expect(failed.last_error).toContain(`Order ${order_id} was canceled`)
    expect(shop.sandbox.cards.authorizations()).toHaveLength(2)
    expect((await desk.find("captured_without_order")).actions).toContain("refund")

    await club.untilDue(id)
    await club.until(id, ({ next_number }) => next_number === 3)
    expect(shop.sandbox.cards.authorizations()).toHaveLength(3)
  })

  it("a renewal's voided hold costs no try: a later day brings a new hold, one order and one capture", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { hold } = await club.held(subscription.id)
    await club.voidHold(hold.id)
    await club.pass(0.01)
    const [waiting] = await shop.until(async () => {
      await club.renew(2)
      const cycles = await club.cycles(subscription.id)
      return cycles.at(0)?.next_try ? cycles : null
    })
    expect(waiting).toMatchObject({ status: "open", refusals: 0, order_id: null })
    expect((await club.find(subscription.id)).status).toBe("active")
    expect(shop.sandbox.cards.authorizations()).toHaveLength(2)

    await club.untilDue(subscription.id)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(shop.sandbox.cards.authorizations()).toHaveLength(3)
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
    const orders = await club.orders()
    expect(orders.map(({ status }) => status)).toEqual(["pending", "canceled", "pending"])
  })

  it("a renewal that an operator captured in part is paid, and the next period comes", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { order_id } = await club.held(subscription.id)
    const order = await shop.order(order_id)
    const [payment] = order.payment_collections[0].payments
    await capture(await shop.admin(), payment.id, 40_000).expect(200)
    await club.pass(0.01)
    const paid = await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(paid).toMatchObject({ status: "active", latest_order_id: order_id })
    expect(shop.sandbox.cards.captures().map(({ amount }) => amount)).toEqual([40_000, 60_000])
    const [cycle] = await club.cycles(subscription.id)
    expect(cycle).toMatchObject({ status: "paid", last_error: null })
  })
})
