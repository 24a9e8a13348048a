import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  capture,
  cardCheckout,
  cardOrder,
  cardRow,
  onlySession,
  postCard,
  subscriptionsOf,
} from "../support/card-checkout"
import { endCardSession } from "../../src/medusa/card-session"
import { wantReleaseOfEnded } from "../../src/settlement/card-session-end"
import { freeTakenBack } from "../../src/medusa/repairs/left-stock"
import { closeOrphans } from "../../src/workflows/settle/orphans"
import { expectLevelsAddUp } from "../support/books"
import { CardPost } from "../support/card-webhooks"
import { failingStore } from "../support/failing-store"
import { breakWriting, closeGate, type Writing } from "../support/gate"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

const MINUTES = 60_000

withShop("a completion that fails after the card hold", {}, (shop) => {
  const post = new CardPost(shop)
  const cards = () =>
    shop.sandbox.cards
      .subscriptions()
      .map(({ status }) => status)
      .sort()
  const again = { token: "tok_test_approved", customer_data: CANARY.co }

  afterEach(() => {
    failingStore.fails = false
  })

  async function failed() {
    const checkout = await cardCheckout(shop)
    failingStore.fails = true
    const answer = await shop.complete(checkout.cart.id)
    expect(answer.body.order).toBeUndefined()
    failingStore.fails = false
    return checkout
  }

  /** As a completion that was taken back, but for its payment. */
  async function standing() {
    const checkout = await cardCheckout(shop)
    const payments = shop.container.resolve(Modules.PAYMENT)
    const payment = await payments.authorizePaymentSession(checkout.session.id, {})
    return { ...checkout, payment_id: String(payment?.id) }
  }

  /** The card holds nothing and pays no order any more; the shopper enters it again. */
  async function expectVoided({
    cart,
    collection_id,
    reference,
  }: Pick<Awaited<ReturnType<typeof cardCheckout>>, "cart" | "collection_id" | "reference">) {
    expect(await cardRow(shop, reference)).toMatchObject({ status: "released" })
    expect(cards()).toEqual(["CANCELLED"])
    const payments = await shop.pg("payment").where({ payment_collection_id: collection_id })
    expect(payments).toMatchObject([{ canceled_at: expect.any(Date) }])
    await shop.complete(cart.id).expect(400)

    await postCard(shop, collection_id, again).expect(200)
    const completed = await shop.complete(cart.id).expect(200)
    expect(completed.body.type).toBe("order")
    expect(cards()).toEqual(["ACTIVE", "CANCELLED"])
    expect(await shop.anomalies()).toEqual([])
  }

  it("voids the hold, and a second click places no order until the shopper enters the card again", async () => {
    const { cart, collection_id, reference } = await failed()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "released" })
    expect(cards()).toEqual(["CANCELLED"])

    await shop.complete(cart.id).expect(400)
    expect(await shop.ordersOf(cart.id)).toEqual([])

    const answer = await postCard(shop, collection_id, again).expect(200)
    expect(onlySession(answer.body).status).toBe("pending")
    const completed = await shop.complete(cart.id).expect(200)
    expect(completed.body.type).toBe("order")
    expect(cards()).toEqual(["ACTIVE", "CANCELLED"])
    shop.advanceClock(3 * MINUTES)
    await post.sweep()
    expect((await shop.order(completed.body.order.id)).status).toBe("pending")
    expect(await shop.anomalies()).toEqual([])
  })

  it("frees the stock that Medusa kept for the undone order while another completion held the locks", async () => {
    const standing = await cardOrder(shop)
    const reserved = async () =>
      shop.pg("reservation_item").whereNull("deleted_at").orderBy("id").select("id")
    const before = await reserved()
    const checkout = await cardCheckout(shop)
    const gate = await closeGate(shop.pg, { table: "payment", event: "insert" })
    failingStore.fails = true
    const completing = shop.complete(checkout.cart.id).then((answer) => answer)
    await gate.arrived()
    expect((await reserved()).length).toBeGreaterThan(before.length)
    const locking = shop.container.resolve(Modules.LOCKING)
    const products = await shop.pg("inventory_item").pluck("id")
    await locking.acquire(products, { ownerId: "another completion" })
    await gate.open()
    expect((await completing).body.order).toBeUndefined()
    failingStore.fails = false
    await gate.remove()
    await locking.release(products, { ownerId: "another completion" })
    expect(await shop.ordersOf(checkout.cart.id)).toEqual([])
    expect((await reserved()).length).toBeGreaterThan(before.length)

    // Core may still be at it.
    expect(await freeTakenBack(shop.container)).toBe(0)
    shop.advanceClock(6 * MINUTES)
    const both = await Promise.all([freeTakenBack(shop.container), freeTakenBack(shop.container)])
    expect(Math.max(...both)).toBeGreaterThan(0)
    expect(await reserved()).toEqual(before)
    expect((await shop.order(standing.order.id)).status).toBe("pending")
    await expectLevelsAddUp(shop.pg)
    expect(await freeTakenBack(shop.container)).toBe(0)
  })

  it.each(["still there", "replaced by another"])(
    "voids a hold that Medusa authorized without placing an order, with its session %s",
    async (session_is) => {
      const checkout = await standing()
      const { collection_id, reference } = checkout
      if (session_is === "replaced by another") {
        await postCard(shop, collection_id, again).expect(200)
      }
      expect(await cardRow(shop, reference)).toMatchObject({ status: "authorized" })
      shop.advanceClock(3 * MINUTES)
      await post.sweep()
      await post.sweep()

      await expectVoided(checkout)
    }
  )

  it("voids a hold when Medusa undid its order but not its payment", async () => {
    const sale = await cardOrder(shop)
    const { cart, order, reference } = sale
    await post.told(reference)
    expect(await cardRow(shop, reference)).toMatchObject({ order_id: order.id, apply_after: null })
    // As a compensation that ended in the middle.
    await shop.container.resolve(Modules.ORDER).deleteOrders([order.id])
    for (const link of ["order_cart", "order_payment_collection"]) {
      await shop.pg(link).where({ order_id: order.id }).update({ deleted_at: new Date() })
    }
    await shop.pg("cart").where({ id: cart.id }).update({ completed_at: null })
    expect(await shop.poll(sale.session.id)).toMatchObject({ order_id: null })
    await post.sweep()
    await post.sweep()

    expect(await shop.poll(sale.session.id)).toMatchObject({ status: "failed", order_id: null })
    await expectVoided(sale)
  })

  it("places no order on a payment whose hold cannot be voided while the service fails", async () => {
    shop.sandbox.injectFault({ operation: "card_cancel", kind: "error_before", times: "always" })
    const { cart, reference } = await standing()
    shop.advanceClock(3 * MINUTES)
    await post.sweep()
    expect(await cardRow(shop, reference)).toMatchObject({
      ...{ status: "authorized", release_wanted_at: expect.any(Date) },
    })
    await shop.complete(cart.id).expect(400)
    expect(await shop.ordersOf(cart.id)).toEqual([])
  })

  describe("an order that is placed while its hold is about to be voided", () => {
    const ending: Writing = {
      ...{ table: "payment_session", event: "update", when: "new.status = 'error'" },
    }

    async function expectPayable(orderId: string, reference: string, paymentId: string) {
      shop.advanceClock(3 * MINUTES)
      await post.sweep()
      await post.sweep()
      expect(await cardRow(shop, reference)).toMatchObject({
        ...{ status: "authorized", release_wanted_at: null },
      })
      expect((await shop.order(orderId)).status).toBe("pending")
      await capture(await shop.admin(), paymentId).expect(200)
      expect(shop.sandbox.cards.captures()).toHaveLength(1)
      expect(cards()).toEqual(["ACTIVE"])
      expect(await shop.anomalies()).toEqual([])
    }

    it("keeps its hold when the process died before it ended the session", async () => {
      const { cart, reference, payment_id } = await standing()
      shop.advanceClock(3 * MINUTES)
      const died = await breakWriting(shop.pg, ending)
      await post.sweep()
      const completed = await shop.complete(cart.id).expect(200)
      await died.mend()
      await expectPayable(completed.body.order.id, reference, payment_id)
    })

    it("keeps its hold when ending the session takes longer than the cart lock lasts", async () => {
      const { cart, collection_id, session, reference, payment_id } = await standing()
      shop.advanceClock(3 * MINUTES)
      const slow = await closeGate(shop.pg, ending)
      const swept = post.sweep()
      await slow.arrived()
      const completed = await shop.complete(cart.id).expect(200)
      await slow.open()
      await swept
      await slow.remove()
      await expectPayable(completed.body.order.id, reference, payment_id)
      const sessions = await shop.pg("payment_session").where({ id: session.id })
      expect(sessions).toMatchObject([{ status: "authorized" }])
      const collections = await shop.pg("payment_collection").where({ id: collection_id })
      expect(collections).toMatchObject([{ status: "completed" }])
    })
  })

  describe("a hold that is voided because it has no order", () => {
    it("pays no order of a card posted again, also when the process stalled past its cart lock", async () => {
      const { cart, collection_id, reference } = await standing()
      await postCard(shop, collection_id, again).expect(200)
      shop.advanceClock(3 * MINUTES)
      const making = await closeGate(shop.pg, { table: "order", event: "insert" })
      const completing: Promise<{ body: { type?: string } }>[] = []

      const locking = shop.container.resolve(Modules.LOCKING)
      const acquire = locking.acquire.bind(locking)
      let locked = 0
      const lapsing = jest.spyOn(locking, "acquire").mockImplementation(async (key, how) => {
        await acquire(key, how)
        locked += key === cart.id ? 1 : 0
        // First a pass waits for whoever completes, then it has the cart to itself.
        if (locked === 2 && completing.length === 0) {
          // Its time ran out: the shopper's completion is through its checks before the session is ended.
          await locking.release(key, { ownerId: how?.ownerId })
          completing.push(shop.complete(cart.id).then((answer) => answer))
          await making.arrived()
        }
      })
      const { cardTransactions } = subscriptionsOf(shop)
      const wantRelease = cardTransactions.wantRelease.bind(cardTransactions)
      const late = jest.spyOn(cardTransactions, "wantRelease")
      late.mockImplementationOnce(async (...asked) => {
        await making.open()
        await Promise.all(completing)
        return wantRelease(...asked)
      })
      await post.sweep()
      lapsing.mockRestore()
      late.mockRestore()
      await making.remove()

      const [completed] = await Promise.all(completing)
      expect(completed?.body.type).not.toBe("order")
      shop.advanceClock(3 * MINUTES)
      await post.sweep()
      expect(await shop.ordersOf(cart.id)).toEqual([])
      expect(await cardRow(shop, reference)).toMatchObject({ status: "released" })
      await postCard(shop, collection_id, again).expect(200)
      const repeated = await shop.complete(cart.id).expect(200)
      expect(repeated.body.type).toBe("order")
      expect(cards()).toEqual(["ACTIVE", "CANCELLED"])
    })

    it("is not voided while another session or its own reopened session pays with it", async () => {
      const { collection_id, reference } = await standing()
      const subscriptions = subscriptionsOf(shop)
      const decided = await cardRow(shop, reference)
      await endCardSession(shop.pg, decided)
      await postCard(shop, collection_id, again).expect(200)
      expect(await wantReleaseOfEnded(shop.pg, subscriptions, decided)).toBeNull()

      const now = await cardRow(shop, reference)
      expect(now.session_id).not.toBe(decided.session_id)
      expect(await wantReleaseOfEnded(shop.pg, subscriptions, now)).toBeNull()
      await endCardSession(shop.pg, now)
      expect(await wantReleaseOfEnded(shop.pg, subscriptions, now)).toMatchObject({
        ...{ id: now.id, release_wanted_at: expect.any(Date) },
      })
    })
  })

  describe("an order whose hold Medusa cannot book", () => {
    async function waiting() {
      post.open({ hold: true })
      shop.sandbox.injectFault({ operation: "card_authorize", kind: "error_after", times: 1 })
      const { order, reference } = await cardOrder(shop)
      const payments = shop.container.resolve(Modules.PAYMENT)
      const broken = jest.spyOn(payments, "authorizePaymentSession")
      broken.mockRejectedValue(new MedusaError("unexpected_state", "nobody knows why"))
      await shop.sandbox.cards.releaseWebhooks()
      await post.digested()
      const tries = async (count: number) => {
        for (let tried = 0; tried < count; tried++) {
          shop.advanceClock(5 * MINUTES)
          await post.sweep()
        }
      }
      return { order, reference, broken, tries }
    }

    it("opens an anomaly when the error lasts, and keeps the hold meanwhile", async () => {
      const { order, reference, broken, tries } = await waiting()
      const expectKept = async () =>
        expect(await cardRow(shop, reference)).toMatchObject({
          ...{ status: "authorized", release_wanted_at: null },
        })
      // It may pass by itself: nobody is asked yet.
      await tries(2)
      await expectKept()
      expect(await shop.anomalies()).toEqual([])
      await tries(5)
      await expectKept()
      expect(await shop.anomalies()).toMatchObject([
        { kind: "settled_incompletely", order_id: order.id, facts: { reason: "nobody knows why" } },
      ])
      broken.mockRestore()
      shop.advanceClock(60 * MINUTES)
      await post.sweep()
      const { status, payment_collections } = await shop.order(order.id)
      expect(status).toBe("pending")
      expect(payment_collections[0].payments).toHaveLength(1)
      expect(await shop.anomalies("open")).toEqual([])
    })
  })

  it("voids no hold for an internal error of Medusa, and makes its order afterwards", async () => {
    const { cart, session, reference, payment_id } = await standing()
    // As a completion that was killed before it wrote what the card held.
    await shop.pg("payment").where({ id: payment_id }).update({ deleted_at: new Date() })
    await shop
      .pg("payment_session")
      .where({ id: session.id })
      .update({ status: "pending", authorized_at: null })
    const payments = shop.container.resolve(Modules.PAYMENT)
    const failing = jest.spyOn(payments, "authorizePaymentSession")
    failing.mockRejectedValueOnce(new Error("terminated by an administrator"))
    shop.advanceClock(3 * MINUTES)
    await post.sweep()
    expect(failing).toHaveBeenCalled()
    failing.mockRestore()
    expect(await cardRow(shop, reference)).toMatchObject({
      ...{ status: "authorized", release_wanted_at: null },
    })
    shop.advanceClock(3 * MINUTES)
    await post.sweep()
    const [id] = await shop.ordersOf(cart.id)
    expect((await shop.order(id)).payment_collections[0].payments).toHaveLength(1)
    expect(cards()).toEqual(["ACTIVE"])
  })

  it("shows the shopper that the card was declined, though an earlier card was charged and refunded", async () => {
    const { cart, collection_id, payment_id } = await standing()
    const payments = shop.container.resolve(Modules.PAYMENT)
    await payments.capturePayment({ payment_id })
    await payments.refundPayment({ payment_id })
    const other = { ...again, token: "tok_test_declined" }
    const session = onlySession((await postCard(shop, collection_id, other).expect(200)).body)
    await shop.complete(cart.id)
    expect(await shop.poll(session.id)).toMatchObject({
      ...{ status: "rejected", order_id: null, message: expect.any(String) },
    })
  })

  it("opens an anomaly about an order whose hold was voided with its payment, until it is canceled", async () => {
    const { order, reference, payment_id } = await cardOrder(shop)
    await post.told(reference)
    // As Medusa does when it takes back what it booked on an order that stands.
    await shop.container.resolve(Modules.PAYMENT).cancelPayment(payment_id)
    await post.sweep()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "released" })
    expect(await shop.anomalies("open")).toEqual([])
    shop.advanceClock(3 * MINUTES)
    await post.sweep()
    expect(await shop.anomalies("open")).toMatchObject([
      { kind: "orphan_order", order_id: order.id, facts: { reference } },
    ])
    await (await shop.admin()).post(`/admin/orders/${order.id}/cancel`).expect(200)
    await closeOrphans(shop.container)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("opens an anomaly when Medusa cannot be given the state of a hold, and resolves it once it can", async () => {
    const { reference, payment_id } = await cardOrder(shop)
    await post.told(reference)
    const { cardWatch } = subscriptionsOf(shop)
    const { id } = await cardRow(shop, reference)
    await cardWatch.requeue(id)
    const failing = jest.spyOn(cardWatch, "placed")
    failing.mockRejectedValue(Object.assign(new Error("not readable"), { name: "ZodError" }))
    for (let tried = 0; tried < 6; tried++) {
      expect(await shop.anomalies()).toHaveLength(tried < 5 ? 0 : 1)
      shop.advanceClock(5 * MINUTES)
      await post.sweep()
    }
    const [shown] = await shop.anomalies()
    expect(shown).toMatchObject({
      ...{ kind: "settled_incompletely", status: "open" },
      facts: { card_transaction_id: id, reason: "not readable", status: "authorized" },
    })
    // What is taken meanwhile can be given back from the same question.
    await capture(await shop.admin(), payment_id).expect(200)
    shop.advanceClock(5 * MINUTES)
    await post.sweep()
    expect(await shop.anomalies("open")).toMatchObject([
      { kind: "settled_incompletely", transaction_id: expect.any(String) },
    ])
    failing.mockRestore()
    shop.advanceClock(30 * MINUTES)
    await post.sweep()
    expect(await shop.anomalies()).toMatchObject([{ status: "resolved" }])
  })

  describe("an error that says nothing about the order", () => {
    it.each([
      ["a statement that took too long", { code: "57014" }],
      ["a database that went down", { code: "57P02" }],
      ["an answer that could not be read", { name: "ZodError" }],
    ])("voids no hold of a placed order after %s", async (text, kind) => {
      const { order, reference, payment_id } = await cardOrder(shop)
      await post.told(reference)
      const { cardWatch } = subscriptionsOf(shop)
      await cardWatch.requeue((await cardRow(shop, reference)).id)
      const failing = jest.spyOn(cardWatch, "placed")
      failing.mockRejectedValueOnce(Object.assign(new Error(text), kind))
      await post.sweep()
      expect(failing).toHaveBeenCalled()
      failing.mockRestore()
      shop.advanceClock(3 * MINUTES)
      await post.sweep()

      expect(await cardRow(shop, reference)).toMatchObject({
        ...{ status: "authorized", release_wanted_at: null },
      })
      expect((await shop.order(order.id)).status).toBe("pending")
      await capture(await shop.admin(), payment_id).expect(200)
    })

    it("does not cancel an order whose hold was just confirmed when its lock cannot be released", async () => {
      post.open({ hold: true })
      shop.sandbox.injectFault({ operation: "card_authorize", kind: "error_after", times: 1 })
      const { order, reference } = await cardOrder(shop)
      const locking = shop.container.resolve(Modules.LOCKING)
      const release = locking.release.bind(locking)
      const ours: string[] = []
      const failing = jest.spyOn(locking, "release").mockImplementation(async (...lock) => {
        const owner = lock[1]?.ownerId
        if (owner != null) {
          ours.push(owner)
          throw new Error("Connection is closed.")
        }
        return release(...lock)
      })
      await shop.sandbox.cards.releaseWebhooks()
      await shop.until(async () => (ours.length > 0 ? true : null))
      await post.digested()
      failing.mockRestore()
      shop.advanceClock(3 * MINUTES)
      await post.sweep()

      expect(await cardRow(shop, reference)).toMatchObject({
        ...{ status: "authorized", release_wanted_at: null },
      })
      const { status, payment_collections } = await shop.order(order.id)
      expect(status).toBe("pending")
      expect(payment_collections[0].payments).toHaveLength(1)
      expect(cards()).toEqual(["ACTIVE"])
    })
  })

  it.each([
    "nobody comes back",
    "the shopper comes back",
    "the shopper comes back, a process dies",
  ])(
    "leaves no order on a canceled payment whose session is still authorized: %s",
    async (what) => {
      const isBack = what !== "nobody comes back"
      const { cart, collection_id, reference, payment_id } = await standing()
      // As a compensation whose call to us found no database.
      await shop.pg("payment").where({ id: payment_id }).update({ canceled_at: new Date() })
      if (isBack) {
        await shop.complete(cart.id).expect(200)
      }
      if (what.endsWith("dies")) {
        const when = "new.release_wanted_at is not null"
        const died = await breakWriting(shop.pg, {
          ...{ table: "payin_card_transaction", event: "update", when },
        })
        shop.advanceClock(3 * MINUTES)
        await post.sweep()
        await died.mend()
      }
      shop.advanceClock(3 * MINUTES)
      await post.sweep()
      await shop.until(async () => {
        await post.sweep()
        return (await cardRow(shop, reference)).status === "released" ? true : null
      })
      shop.advanceClock(3 * MINUTES)
      await post.sweep()
      const placed = await shop.ordersOf(cart.id)
      expect(placed).toHaveLength(isBack ? 1 : 0)
      for (const id of placed) {
        await shop.until(async () => ((await shop.order(id)).status === "canceled" ? true : null))
      }
      expect(cards()).toEqual(["CANCELLED"])
      if (!isBack) {
        await postCard(shop, collection_id, again).expect(200)
        const completed = await shop.complete(cart.id).expect(200)
        expect(completed.body.type).toBe("order")
      }
      expect(await shop.anomalies()).toEqual([])
    }
  )

  it("shows the shopper a pending, not an approved payment while the hold waits to be voided", async () => {
    shop.sandbox.injectFault({ operation: "card_cancel", kind: "error_before", times: "always" })
    const { collection_id, session, reference } = await failed()
    expect(await cardRow(shop, reference)).toMatchObject({
      ...{ status: "authorized", release_wanted_at: expect.any(Date) },
    })
    const answer = await postCard(shop, collection_id, again).expect(200)

    for (const id of [session.id, onlySession(answer.body).id]) {
      expect(await shop.poll(id)).toMatchObject({ status: "pending", order_id: null })
    }
  })

  it("leaves the subscription its next period, which a later try charges once", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    failingStore.fails = true
    await club.untilDue(subscription.id)
    const [failing] = await shop.until(async () => {
      await club.renew()
      const rows = await shop.pg("payin_card_transaction").whereNotNull("cycle_id")
      return rows.some(({ status }) => status === "released") ? rows : null
    })
    failingStore.fails = false
    expect(failing).toMatchObject({ status_cause: "lapses" })

    await club.pass(2)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)

    expect(shop.sandbox.cards.captures()).toHaveLength(2)
    expect(shop.sandbox.cards.subscriptions()).toMatchObject([{ status: "ACTIVE" }])
    const standing = (await club.orders()).filter(({ status }) => status !== "canceled")
    expect(standing).toHaveLength(2)
    expect(await shop.anomalies()).toEqual([])
  })

  it("cancels an order that Medusa places on the canceled payment all the same", async () => {
    const { cart, session } = await failed()
    await shop.pg("payment_session").where({ id: session.id }).update({ status: "authorized" })
    const completed = await shop.complete(cart.id).expect(200)
    expect(completed.body.type).toBe("order")

    await shop.workUntil(async () => {
      const { status } = await shop.order(completed.body.order.id)
      return status === "canceled" ? status : null
    })
    expect(await shop.anomalies()).toEqual([])
  })
})
