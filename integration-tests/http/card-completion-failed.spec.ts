import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { cardCheckout, cardRow, onlySession, postCard } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"

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
