import { applyDeps } from "../../src/workflows/settle"
import { BackOffice } from "../support/back-office"
import { expectPaidOnce } from "../support/books"
import {
  capture,
  cardCheckout,
  cardOrder,
  cardRow,
  onlySession,
  postCard,
} from "../support/card-checkout"
import { cartGoneOver } from "../support/cart-gone-over"
import { CardPost } from "../support/card-webhooks"
import { failingStore } from "../support/failing-store"
import { breakWriting } from "../support/gate"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"
import { CHARGED_AT_ONCE } from "../support/shop-settings"
import { CoffeeClub } from "../support/subscriber"
import { DESTINATION, MAKER, PayoutDriver } from "../support/payout-driver"

const MINUTES = 60_000
const NEW_CARD = { token: "tok_test_approved", customer_data: CANARY.co }

/** An order as a process leaves it that died when the card was charged and before Medusa wrote its payment. */
async function asKilledBeforeItsPayment(shop: Shop, orderId: string, sessionId: string) {
  await shop.pg("order_transaction").where({ order_id: orderId }).delete()
  await shop.pg("capture").delete()
  await shop.pg("payment").where({ payment_session_id: sessionId }).delete()
  await shop
    .pg("payment_session")
    .where({ id: sessionId })
    .update({ status: "pending", authorized_at: null })
  await applyDeps(shop.container).medusa.recountOrder(orderId)
  await shop
    .pg("payin_card_transaction")
    .where({ session_id: sessionId })
    .update({ apply_after: new Date(Date.now() + 2 * MINUTES) })
}

withShop("a card that is charged at once", CHARGED_AT_ONCE, (shop) => {
  afterEach(() => {
    failingStore.fails = false
  })

  it("is refunded when the store fails after the charge, and pays no order at a second click", async () => {
    const payoutDriver = new PayoutDriver(shop)
    payoutDriver.fill(1_000_000)
    const { cart, reference } = await cardCheckout(shop)
    failingStore.fails = true
    expect((await shop.complete(cart.id)).body.order).toBeUndefined()
    failingStore.fails = false
    expect(await cardRow(shop, reference)).toMatchObject({ status: "captured" })
    await shop.complete(cart.id).expect(400)
    expect(await shop.ordersOf(cart.id)).toEqual([])

    shop.advanceClock(3 * MINUTES)
    await new CardPost(shop).sweep()
    expect(await shop.anomalies("open")).toMatchObject([{ kind: "captured_without_order" }])
    const { id } = await shop.pg("payin_payout").where({ source: "refund" }).first("id")
    await payoutDriver.bringIn(31, id, "awaiting_destination")
    const { decisions } = payoutDriver.payouts
    const method = { payment_method: "BANK_TRANSFER", other_person: false }
    const given = { destination: DESTINATION, ...method }
    await decisions.giveDestination(id, given, MAKER)
    await payoutDriver.approve(id)
    await payoutDriver.bringIn(61, id, "pending")
    expect(payoutDriver.taken(id)).toMatchObject([{ amount: 60_000 }])
    expect(await shop.anomalies("open")).toEqual([])
    expect(await shop.ordersOf(cart.id)).toEqual([])
  })

  it("is not charged for a cart that was transferred to another customer's account", async () => {
    const { cart, collection_id, reference, other } = await cartGoneOver(shop)
    await shop.complete(cart.id)
    expect(await shop.ordersOf(cart.id)).toEqual([])
    expect(shop.sandbox.cards.captures()).toEqual([])

    // The new owner pays with a card of their own, at once.
    const data = { token: "tok_test_approved", customer_data: CANARY.co }
    const answer = await postCard(shop, collection_id, data, other.token).expect(200)
    const own = String(onlySession(answer.body).data.reference)
    expect(own).not.toBe(reference)
    await shop.complete(cart.id).expect(200)
    expect(shop.sandbox.cards.captures()).toMatchObject([{ amount: 60_000, reference_id: own }])
    shop.advanceClock(3 * MINUTES)
    await new CardPost(shop).sweep()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "released" })
  })

  it("pays the order at the next click when Medusa failed to write its payment", async () => {
    const { cart, reference } = await cardCheckout(shop)
    const broken = await breakWriting(shop.pg, { table: "payment", event: "insert" })
    await shop.complete(cart.id)
    await broken.mend()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "captured" })
    await shop.complete(cart.id).expect(200)
    await expectPaidOnce(shop, cart.id)
    expect(shop.sandbox.cards.captures()).toHaveLength(1)
  })

  it("pays the shopper's next session without a second charge when Medusa failed to write its payment", async () => {
    const { cart, collection_id, reference } = await cardCheckout(shop)
    const broken = await breakWriting(shop.pg, { table: "payment", event: "insert" })
    await shop.complete(cart.id)
    await broken.mend()
    // No order was placed and no job ran since: the completion wrote this row.
    expect(await shop.row(reference)).toMatchObject({
      status: "approved",
      approved_amount: "60000",
    })

    const again = onlySession((await postCard(shop, collection_id, NEW_CARD).expect(200)).body)

    expect(again.data).toMatchObject({ reference, status: "approved", fields: null })
    await shop.complete(cart.id).expect(200)
    await expectPaidOnce(shop, cart.id)
    shop.advanceClock(3 * MINUTES)
    await new CardPost(shop).sweep()
    expect(shop.sandbox.cards.captures()).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([])
  })

  it("pays its order though the shopper chose another method after Medusa failed to write its payment", async () => {
    const { cart, collection_id, reference } = await cardCheckout(shop)
    const broken = await breakWriting(shop.pg, { table: "payment", event: "insert" })
    await shop.complete(cart.id)
    await broken.mend()
    const pse = { payment_method: "PSE", customer_data: CANARY.co }
    const link = onlySession((await shop.postSession(collection_id, "co", pse).expect(200)).body)

    shop.advanceClock(3 * MINUTES)
    await new CardPost(shop).sweep()

    await expectPaidOnce(shop, cart.id)
    expect(await cardRow(shop, reference)).toMatchObject({ status: "captured" })
    const { released_at } = await shop.row(String(link.data.reference))
    expect(released_at).toEqual(expect.any(Date))
    expect(await shop.anomalies()).toEqual([])
  })

  it("blocks a second payment of its order while Medusa has not written its payment", async () => {
    const { order, collection_id, session, reference } = await cardOrder(shop)
    await new CardPost(shop).told(reference)
    await asKilledBeforeItsPayment(shop, order.id, session.id)

    const pse = { payment_method: "PSE", customer_data: CANARY.co }
    const refused = await shop.postSession(collection_id, "co", pse).expect(409)
    expect(refused.body.message).toContain(`${reference} of order ${order.id} arrived`)

    shop.advanceClock(3 * MINUTES)
    await new CardPost(shop).sweep()
    const [payment] = (await shop.order(order.id)).payment_collections[0].payments
    expect(payment.captured_at).not.toBeNull()
    expect(shop.sandbox.cards.captures()).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([])
  })

  it("of a renewal ends its period when its money was refunded, and the next period follows", async () => {
    const payoutDriver = new PayoutDriver(shop)
    payoutDriver.fill(1_000_000)
    const club = await CoffeeClub.of(shop)
    const { order } = await cardOrder(shop)
    const subscription = await club.started(order.id)
    failingStore.fails = true
    await club.untilDue(subscription.id)
    const { cycle, hold } = await shop.until(async () => {
      await club.renew()
      const now = await club.period(subscription.id)
      return now?.hold?.status === "captured" ? now : null
    })
    failingStore.fails = false
    expect(await club.orders()).toHaveLength(1)
    const { id } = await shop.pg("payin_payout").where({ source: "refund" }).first("id")
    await payoutDriver.bringIn(31, id, "awaiting_destination")
    const { decisions } = payoutDriver.payouts
    await decisions.giveDestination(
      id,
      { destination: DESTINATION, payment_method: "BANK_TRANSFER", other_person: false },
      MAKER
    )
    await payoutDriver.approve(id)
    await payoutDriver.bringIn(61, id, "pending")

    await club.subscriptions.subscriptions.requeueOfCycle(cycle.id)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    const over = await club.period(subscription.id)
    expect(over?.cycle).toMatchObject({ status: "failed", number: 1 })
    expect(over?.hold?.id).toBe(hold?.id)
    expect(await club.find(subscription.id)).toMatchObject({ status: "active" })
    expect(await club.orders()).toHaveLength(1)
    expect(payoutDriver.taken(id)).toHaveLength(1)
  })

  it("of a renewal pays its order later when the store fails behind the charge, and Medusa books no refund", async () => {
    const club = await CoffeeClub.of(shop)
    const { order } = await cardOrder(shop)
    const subscription = await club.started(order.id)
    failingStore.fails = true
    const broken = await breakWriting(shop.pg, { table: "refund", event: "insert" })
    await club.untilDue(subscription.id)
    const { cycle } = await shop.until(async () => {
      await club.renew()
      const now = await club.period(subscription.id)
      return now?.hold?.status === "captured" ? now : null
    })
    failingStore.fails = false
    await broken.mend()
    expect(await club.orders()).toHaveLength(1)

    shop.advanceClock(3 * MINUTES)
    await club.subscriptions.subscriptions.requeueOfCycle(cycle.id)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect((await club.period(subscription.id))?.cycle).toMatchObject({ status: "paid" })
    expect(await club.orders()).toHaveLength(2)
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
    expect(await shop.anomalies("open")).toEqual([])
  })

  async function asked(): Promise<number> {
    return (await shop.pg("payin_card_request").where({ call: "capture" })).length
  }

  /** Waits until the completion and the subscriber of `order.placed` have both asked the service and were answered. */
  async function askedTwice(reference: string): Promise<void> {
    await shop.until(async () => {
      const { status } = await cardRow(shop, reference)
      return (await asked()) === 2 && status === "authorized" ? true : null
    })
  }

  it("is charged once, later, when the service first rejects the capture as rate limited", async () => {
    shop.sandbox.injectFault({ operation: "card_capture", kind: "rate_limited", times: 2 })
    const { cart, reference } = await cardOrder(shop)
    await askedTwice(reference)

    shop.advanceClock(3 * MINUTES)
    const post = new CardPost(shop)
    await shop.until(async () => {
      await post.sweep()
      return (await cardRow(shop, reference)).status === "captured" ? true : null
    })
    await post.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await cardRow(shop, reference)).toMatchObject({ status: "captured" })
    expect(shop.sandbox.cards.captures()).toHaveLength(1)
  })

  it("is tried again at intervals while the service is rate limited, and shown to an operator after an hour", async () => {
    const post = new CardPost(shop)
    const fault = { operation: "card_capture", kind: "rate_limited", times: "always" } as const
    shop.sandbox.injectFault(fault)
    const { cart, reference, payment_id } = await cardOrder(shop)
    const passes = async () => {
      for (let pass = 0; pass < 3; pass++) await post.sweep()
    }
    await askedTwice(reference)
    await passes()
    expect(await asked()).toBe(2)
    shop.advanceClock(3 * MINUTES)
    await passes()
    expect(await asked()).toBe(3)
    expect(await shop.anomalies("open")).toEqual([])

    shop.advanceClock(60 * MINUTES)
    await passes()
    expect(await asked()).toBe(4)
    expect(await shop.anomalies("open")).toMatchObject([{ kind: "settled_incompletely" }])
    // From now on a person decides.
    shop.advanceClock(3 * MINUTES)
    await passes()
    expect(await asked()).toBe(4)

    shop.sandbox.clearFaults()
    await capture(await shop.admin(), payment_id).expect(200)
    await expectPaidOnce(shop, cart.id)
    shop.advanceClock(3 * MINUTES)
    await post.sweep()
    await post.told(reference)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("is charged no more than its order owes when its hold was confirmed late", async () => {
    shop.sandbox.injectFault({ operation: "card_authorize", kind: "reset_after" })
    const { cart, reference } = await cardCheckout(shop)
    await shop.complete(cart.id).expect(200)
    const [orderId] = await shop.ordersOf(cart.id)
    await (await BackOffice.of(shop)).credit(orderId, 25_000)
    const post = new CardPost(shop)
    const [{ transaction_id }] = shop.sandbox.cards.authorizations()
    await post.tell("transaction.authorized", reference, { transaction_id })
    await post.captured(cart.id)
    expect(await cardRow(shop, reference)).toMatchObject({
      ...{ status: "captured", captured_amount: "35000" },
    })
    expect(shop.sandbox.cards.captures()).toMatchObject([{ amount: 35_000 }])
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("stays held when the bank refuses the charge", async () => {
    const { reference, order } = await cardOrder(shop, { token: "tok_test_capture_declined" })

    expect(order.payment_collections[0].status).toBe("authorized")
    expect(await cardRow(shop, reference)).toMatchObject({ status: "authorized" })
  })
})
