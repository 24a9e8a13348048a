import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { cardCheckout, cardRow, onlySession, postCard } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

const MINUTES = 60_000

/** What a store does at the very end of a completion. */
const store = { fails: false }

interface Ending {
  orderCreated(handler: () => void): void
}

/** There at run time, and not in the published types. */
function hasEnding(hooks: object): hooks is Ending {
  return "orderCreated" in hooks
}

const { hooks }: { hooks: object } = completeCartWorkflow
if (hasEnding(hooks)) {
  hooks.orderCreated(() => {
    if (store.fails) {
      throw new Error("the store's warehouse did not answer")
    }
  })
}

withShop("a completion that fails behind the card", {}, (shop) => {
  const post = new CardPost(shop)
  const cards = () =>
    shop.sandbox.cards
      .subscriptions()
      .map(({ status }) => status)
      .sort()
  const again = { token: "tok_test_approved", customer_data: CANARY.co }

  afterEach(() => {
    store.fails = false
  })

  async function failed() {
    const checkout = await cardCheckout(shop)
    store.fails = true
    const answer = await shop.complete(checkout.cart.id)
    expect(answer.body.order).toBeUndefined()
    store.fails = false
    return checkout
  }

  it("lets the hold go, and a second click places no order on it: the shopper enters the card again", async () => {
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

  it.each(["still there", "replaced by another"])(
    "lets go what core authorized and placed no order for, its session %s",
    async (session_is) => {
      const { cart, collection_id, session, reference } = await cardCheckout(shop)
      // As a completion that was taken back, but for its payment.
      await shop.container.resolve(Modules.PAYMENT).authorizePaymentSession(session.id, {})
      if (session_is === "replaced by another") {
        await postCard(shop, collection_id, again).expect(200)
      }
      expect(await cardRow(shop, reference)).toMatchObject({ status: "authorized" })
      shop.advanceClock(3 * MINUTES)
      await post.sweep()
      await post.sweep()

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
  )

  it("places no order on such a payment while the service cannot be told to let its hold go", async () => {
    shop.sandbox.injectFault({ operation: "card_cancel", kind: "error_before", times: "always" })
    const { cart, session, reference } = await cardCheckout(shop)
    await shop.container.resolve(Modules.PAYMENT).authorizePaymentSession(session.id, {})
    shop.advanceClock(3 * MINUTES)
    await post.sweep()
    expect(await cardRow(shop, reference)).toMatchObject({
      ...{ status: "authorized", release_wanted_at: expect.any(Date) },
    })
    await shop.complete(cart.id).expect(400)
    expect(await shop.ordersOf(cart.id)).toEqual([])
  })

  it("shows no page that it was approved while its hold still waits to be let go", async () => {
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

  it("keeps no subscription from its next period, and charges it once", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    store.fails = true
    await club.untilDue(subscription.id)
    const [failing] = await shop.until(async () => {
      await club.renew()
      const rows = await shop.pg("payin_card_transaction").whereNotNull("cycle_id")
      return rows.some(({ status }) => status === "released") ? rows : null
    })
    store.fails = false
    expect(failing).toMatchObject({ status_cause: "lapses" })

    await club.pass(2)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)

    expect(shop.sandbox.cards.captures()).toHaveLength(2)
    expect(shop.sandbox.cards.subscriptions()).toMatchObject([{ status: "ACTIVE" }])
    const standing = (await club.orders()).filter(({ status }) => status !== "canceled")
    expect(standing).toHaveLength(2)
    expect(await shop.anomalies()).toEqual([])
  })

  it("leaves no order that core placed on the canceled payment all the same", async () => {
    const { cart, session } = await failed()
    await shop.pg("payment_session").where({ id: session.id }).update({ status: "authorized" })
    const completed = await shop.complete(cart.id).expect(200)
    expect(completed.body.type).toBe("order")

    await shop.until(async () => {
      const { status } = await shop.order(completed.body.order.id)
      return status === "canceled" ? status : null
    })
    expect(await shop.anomalies()).toEqual([])
  })
})
