import { Modules } from "@medusajs/framework/utils"
import { deleteCustomersWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { subscribe } from "../../src/workflows/subscribe"
import { AfterSales } from "../support/after-sales"
import { BackOffice } from "../support/back-office"
import { cardOrder, cardRow, onlySession, postCard } from "../support/card-checkout"
import { closeGate } from "../support/gate"
import { CANARY } from "../support/personal-data"
import { signedInCustomer } from "../support/people"
import { withShop } from "../support/shop"
import { sold } from "../support/sold"
import { CoffeeClub } from "../support/subscriber"
import type { Subscription } from "../../src/modules/subscriptions/subscription-rows"

const lines = z.array(z.object({ variant_sku: z.string(), quantity: z.coerce.number() }))
/** A bag of coffee, and its delivery. */
const ONE_BAG = 60_000
const PLAN = { payin_plan_name: "Café del mes", payin_periodicity: "monthly" }

withShop("renewals of orders that were changed", {}, (shop) => {
  /** The lines of a subscription's next renewal, and what the card was charged for it. */
  async function renewal(club: CoffeeClub, { id, next_number }: Subscription) {
    await club.untilDue(id)
    const renewed = await club.until(id, (row) => row.next_number > next_number)
    const query = shop.container.resolve("query")
    const { data } = await query.graph({
      entity: "order",
      fields: ["total", "items.variant_sku", "items.quantity"],
      filters: { id: renewed.latest_order_id },
    })
    const [order] = data
    return {
      total: Number(order.total),
      lines: lines.parse(order.items).map(({ variant_sku, quantity }) => [variant_sku, quantity]),
      charged: shop.sandbox.cards.captures()[0].amount,
    }
  }

  it("charge the goods received in an exchange, not the returned ones, and one delivery", async () => {
    const club = await CoffeeClub.of(shop)
    await club.sell("CAFE-MOLIDO", PLAN)
    const { subscription, order_id } = await club.join()
    const desk = await AfterSales.of(shop)
    await desk.exchange(order_id, ["CAFE-GRANO", "CAFE-MOLIDO"])
    const bags = [["CAFE-MOLIDO", 1]]
    expect(await renewal(club, subscription)).toEqual({
      total: ONE_BAG,
      lines: bags,
      charged: ONE_BAG,
    })
  })

  it.each([
    ["the same goods", "CAFE-GRANO"],
    ["other goods", "CAFE-MOLIDO"],
  ])(
    "charge the full price of %s, although a claim had sent them to the shopper for free",
    async (_goods, sent) => {
      const club = await CoffeeClub.of(shop)
      await club.sell("CAFE-MOLIDO", PLAN)
      const { subscription, order_id } = await club.join()
      const desk = await AfterSales.of(shop)
      await desk.claim(order_id, ["CAFE-GRANO", sent], 0)
      expect(await renewal(club, subscription)).toEqual({
        total: ONE_BAG,
        lines: [[sent, 1]],
        charged: ONE_BAG,
      })
    }
  )

  it("charge the net quantities of an order that was exchanged in part before its subscription began", async () => {
    const club = await CoffeeClub.of(shop)
    await club.sell("CAFE-MOLIDO", PLAN)
    const { order_id } = await club.join({ items: { "CAFE-GRANO": 3 } })
    const desk = await AfterSales.of(shop)
    await desk.exchange(order_id, ["CAFE-GRANO", "CAFE-MOLIDO"])
    // The signal was lost, and the sweep comes late.
    await shop.pg("payin_subscription").where({ order_id }).delete()
    await subscribe(shop.container, order_id)
    const subscription = await club.started(order_id)
    expect(subscription.amount).toBe("156000")
    const renewed = await renewal(club, subscription)
    expect(renewed.total).toBe(156_000)
  })

  it("charge only the kept goods after a return with its own shipping", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription, order_id } = await club.join({ items: { "CAFE-GRANO": 2 } })
    const desk = await AfterSales.of(shop)
    await desk.takeBack(order_id, "CAFE-GRANO")
    const bags = [["CAFE-GRANO", 1]]
    expect(await renewal(club, subscription)).toEqual({
      total: ONE_BAG,
      lines: bags,
      charged: ONE_BAG,
    })
  })

  it("start no second subscription when a card pays a further amount of a renewal's order", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    await renewal(club, subscription)
    const { latest_order_id } = await club.find(subscription.id)
    // The difference of an edit, paid by card: a transaction that no period asked for.
    const { reference } = await cardOrder(shop, { items: { "CHOCOLATE-90": 1 } })
    const { id } = await cardRow(shop, reference)
    const link = await shop
      .pg("order_payment_collection")
      .where({ order_id: latest_order_id })
      .first()
    await shop
      .pg("payin_card_transaction")
      .where({ id })
      .update({ payment_collection_id: link.payment_collection_id, plans_read_at: null })
    await subscribe(shop.container, latest_order_id)
    expect(await shop.pg("payin_subscription")).toHaveLength(1)
    const read = await shop.pg("payin_card_transaction").where({ id }).first()
    expect(read.plans_read_at).not.toBeNull()
  })

  it("do not start for an order paid by link when a card pays a further amount", async () => {
    const { order } = await sold(shop)
    await CoffeeClub.of(shop)
    const office = await BackOffice.of(shop)
    await office.edit(order.id, { "CHOCOLATE-90": 1 })
    const { payment_collections } = await office.shown(order.id)
    const [collection_id] = payment_collections
      .filter(({ status }) => status === "not_paid")
      .map(({ id }) => id)
    const answer = await postCard(shop, collection_id, {
      ...{ token: "tok_test_approved", customer_data: CANARY.co },
    }).expect(200)
    const { id, data } = onlySession(answer.body)
    await shop.container.resolve(Modules.PAYMENT).authorizePaymentSession(id, {})
    expect(await cardRow(shop, String(data.reference))).toMatchObject({ status: "authorized" })
    await subscribe(shop.container, order.id)
    expect(await shop.pg("payin_subscription")).toEqual([])
    const unread = shop.pg("payin_card_transaction").whereNull("plans_read_at")
    expect(await unread).toEqual([])
  })

  it("end with a reason, and charge no card, once the order is transferred to another customer", async () => {
    const club = await CoffeeClub.of(shop)
    const joined = await signedInCustomer(shop.container)
    const other = await signedInCustomer(shop.container)
    const { subscription, order_id } = await club.join({ as: joined.token })
    expect(subscription.customer_id).toBe(joined.customer_id)
    const desk = await AfterSales.of(shop)
    await desk.transfer(order_id, other)
    await club.untilDue(subscription.id)
    const ended = await club.until(subscription.id, ({ status }) => status !== "active")
    expect(ended).toMatchObject({ status: "canceled", canceled_by: null, next_date: null })
    await shop.until(async () => {
      await club.renew()
      const [cycle] = await club.cycles(subscription.id)
      return cycle.status === "failed" ? cycle : null
    })
    const [cycle] = await club.cycles(subscription.id)
    expect(cycle.last_error).toContain("another customer")
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)
  })

  it.each([
    ["by Medusa's event", deleteCustomersWorkflow],
    ["when they are due, although the event was lost", null],
  ])("end, and charge no card, once the customer was deleted: %s", async (_when, workflow) => {
    const club = await CoffeeClub.of(shop)
    const { customer_id, token } = await signedInCustomer(shop.container)
    const { subscription } = await club.join({ as: token })
    if (workflow === null) {
      await shop.container.resolve(Modules.CUSTOMER).softDeleteCustomers([customer_id])
      await club.untilDue(subscription.id)
    } else {
      await workflow(shop.container).run({ input: { ids: [customer_id] } })
    }
    const ended = await club.until(subscription.id, ({ status }) => status !== "active")
    expect(ended).toMatchObject({ status: "canceled", canceled_by: null, next_date: null })
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)
  })

  it.each([
    ["by Medusa's event", deleteCustomersWorkflow],
    ["when they are due, although the event was lost", null],
  ])(
    "end, and charge no card, once the guest who bought them was deleted: %s",
    async (_when, workflow) => {
      const club = await CoffeeClub.of(shop)
      const { subscription, order_id } = await club.join()
      expect(subscription.customer_id).toBeNull()
      const { customer_id } = await shop.pg("order").where({ id: order_id }).first("customer_id")
      if (workflow === null) {
        await shop.container.resolve(Modules.CUSTOMER).softDeleteCustomers([customer_id])
        await club.untilDue(subscription.id)
      } else {
        await workflow(shop.container).run({ input: { ids: [customer_id] } })
      }
      const ended = await club.until(subscription.id, ({ status }) => status !== "active")
      expect(ended).toMatchObject({ status: "canceled", canceled_by: null, next_date: null })
      expect(shop.sandbox.cards.authorizations()).toHaveLength(1)
    }
  )

  /** The subscription ends when its period is tried again, and its card is asked for nothing more. */
  async function expectOver(club: CoffeeClub, id: string) {
    const asked = () => [
      shop.sandbox.cards.authorizations().length,
      shop.sandbox.cards.captures().length,
    ]
    const before = asked()
    await club.pass(1)
    const over = await shop.until(async () => {
      await club.work()
      const now = await club.period(id)
      return now?.cycle.status === "open" ? null : now
    })
    expect(await club.find(id)).toMatchObject({ status: "canceled", canceled_by: null })
    expect(over?.cycle.status).toBe("failed")
    expect(asked()).toEqual(before)
    return over
  }

  it("charge no card once the customer was deleted while goods were missing, although the hold was prepared before and the event was lost", async () => {
    const club = await CoffeeClub.of(shop)
    const { customer_id, token } = await signedInCustomer(shop.container)
    const { subscription } = await club.join({ as: token })
    const { id } = subscription
    const gate = await closeGate(shop.pg, {
      ...{ table: "payin_card_transaction", event: "insert" },
      when: "NEW.cycle_id is not null",
    })
    await club.untilDue(id)
    const renewed = club.renew()
    await gate.arrived()
    // The last bag is sold while the hold is written.
    await shop.stock("CAFE-GRANO", 0)
    await gate.open()
    await renewed
    await gate.remove()
    expect(await club.period(id)).toMatchObject({
      cycle: { status: "open", last_error: expect.stringMatching(/stock|inventory/i) },
      hold: { status: "creating", sent_at: null },
    })
    await shop.container.resolve(Modules.CUSTOMER).softDeleteCustomers([customer_id])
    await shop.stock("CAFE-GRANO", 100)
    expect(await expectOver(club, id)).toMatchObject({
      cycle: { last_error: expect.stringContaining(customer_id) },
      hold: { status: "error", status_cause: "not_sent" },
    })
    expect(await club.orders()).toHaveLength(1)
  })

  it.each([
    [
      "the customer was deleted",
      (of: { customer_id: string }) =>
        shop.container.resolve(Modules.CUSTOMER).softDeleteCustomers([of.customer_id]),
    ],
    [
      "the first order was canceled",
      (of: { order_id: string }) => shop.container.resolve(Modules.ORDER).cancel([of.order_id]),
    ],
  ])(
    "void what the card holds and take nothing once %s, although the event was lost",
    async (_what, takeBack) => {
      const club = await CoffeeClub.of(shop)
      const { customer_id, token } = await signedInCustomer(shop.container)
      const { subscription, order_id } = await club.join({ as: token })
      const { id } = subscription
      shop.sandbox.injectFault({ operation: "card_capture", kind: "declined", times: 1 })
      await club.untilDue(id)
      await club.until(id, ({ status }) => status === "past_due")
      expect(await club.period(id)).toMatchObject({ hold: { status: "authorized" } })
      const [, made] = await club.orders()
      await takeBack({ customer_id, order_id })
      expect(await expectOver(club, id)).toMatchObject({ hold: { status: "released" } })
      expect(await shop.order(made.id)).toMatchObject({ status: "canceled" })
    }
  )

  it("belong to the customer of the order, who may sign in after the card was typed as a guest", async () => {
    const club = await CoffeeClub.of(shop)
    await club.sell("CAFE-GRANO", PLAN)
    const cart = await shop.cart()
    const collection_id = await shop.collection(cart.id)
    const data = { token: "tok_test_approved", customer_data: CANARY.co }
    await postCard(shop, collection_id, data).expect(200)
    const { customer_id, token } = await signedInCustomer(shop.container)
    await shop
      .http()
      .post(`/store/carts/${cart.id}/customer`)
      .set("authorization", `Bearer ${token}`)
      .send({})
      .expect(200)
    await shop.complete(cart.id).expect(200)
    const [subscription] = await shop.until(async () => {
      const rows = await shop.pg("payin_subscription")
      return rows.length === 0 ? null : rows
    })
    expect(subscription).toMatchObject({ customer_id })
  })

  it("are not begun by a link: the hosted page of a plan cart is refused, and its session stays", async () => {
    const club = await CoffeeClub.of(shop)
    await club.sell("CAFE-GRANO", PLAN)
    const cart = await shop.cart()
    const collection_id = await shop.collection(cart.id)
    const data = { token: "tok_test_approved", customer_data: CANARY.co }
    await postCard(shop, collection_id, data).expect(200)
    const refused = await shop
      .postSession(collection_id, "co", { payment_method: "PSE", customer_data: CANARY.co })
      .expect(400)
    expect(refused.body).toMatchObject({ type: "invalid_data", field: "items" })
    await shop.complete(cart.id).expect(200)
  })
})
