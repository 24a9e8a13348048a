import {
  cardCheckout,
  cardOrder,
  cardRow,
  onlySession,
  postCard,
  subscriptionsOf,
} from "../support/card-checkout"
import { cartGoneOver, enterOtherCard } from "../support/cart-gone-over"
import { sweepCards } from "../../src/workflows/card/sweep"
import { signedInCustomer } from "../support/people"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"

const HOUR = 3_600_000
const NOT_THEIRS = "no such card among those of the signed-in customer"
const CARD = { brand: "visa", last_four: "1111" }

withShop("saved cards", {}, (shop) => {
  const newCard = (token = "tok_test_approved") => ({ token, customer_data: CANARY.co, ...CARD })

  async function savedCards(token: string) {
    const answer = await shop
      .http()
      .get("/store/payin/saved-cards")
      .set("Authorization", `Bearer ${token}`)
      .expect(200)
    const cards: { id: string; last_four: string | null; brand: string | null }[] =
      answer.body.saved_cards
    return cards
  }

  /** A customer with one saved card. */
  async function regular() {
    const customer = await signedInCustomer(shop.container)
    const first = await cardOrder(shop, { data: newCard(), as: customer.token })
    const [card] = await savedCards(customer.token)
    return { ...customer, card, first }
  }

  async function payWith(data: Record<string, unknown>, as?: string) {
    const cart = await shop.cart("co")
    const collection_id = await shop.collection(cart.id)
    return { cart, collection_id, answer: await postCard(shop, collection_id, data, as) }
  }

  it("pay again without typing the card, under the same subscription of the service", async () => {
    const { card, token } = await regular()
    expect(card).toEqual({ id: expect.any(String), last_four: "1111", brand: "VISA" })

    const { cart, answer } = await payWith({ saved_card_id: card.id }, token)
    const session = onlySession(answer.body)
    expect(session.data).toMatchObject({ status: "pending", last_four: "1111", fields: null })
    const completed = await shop.complete(cart.id).expect(200)

    expect(completed.body.type).toBe("order")
    expect(shop.sandbox.cards.subscriptions()).toHaveLength(1)
    expect(shop.sandbox.cards.authorizations()).toHaveLength(2)
    expect(await savedCards(token)).toHaveLength(1)
  })

  it("are shown to and charged for their own customer only", async () => {
    const { card, customer_id } = await regular()
    const other = await signedInCustomer(shop.container)
    expect(await savedCards(other.token)).toEqual([])
    await shop.http().get("/store/payin/saved-cards").expect(401)

    const stolen = [
      await payWith({ saved_card_id: card.id }, other.token),
      await payWith({ saved_card_id: card.id }),
      // What a storefront says of the shopper binds nothing.
      await payWith({ saved_card_id: card.id, customer_id, customer: { id: customer_id } }),
    ]

    for (const { answer, cart } of stolen) {
      expect(answer.status).toBe(400)
      expect(answer.body.message).toContain(NOT_THEIRS)
      await shop.complete(cart.id).expect(400)
    }
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)
  })

  it("pay no cart that was transferred to another customer meanwhile", async () => {
    const { card, token } = await regular()
    const other = await signedInCustomer(shop.container)
    const { cart, answer } = await payWith({ saved_card_id: card.id }, token)
    const { id } = onlySession(answer.body)
    await enterOtherCard(shop, cart.id, other.token)

    await shop.complete(cart.id)

    expect(await shop.ordersOf(cart.id)).toEqual([])
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)
    const { body } = await shop.http().get(`/store/payin/sessions/${id}`).expect(200)
    expect(body).toMatchObject({ status: "failed", message: expect.stringContaining("La tarjeta") })
  })

  it("release their hold and make no order when the cart was transferred to another customer", async () => {
    const { cart, reference } = await cartGoneOver(shop, { data: newCard() })

    await shop.complete(cart.id)
    shop.advanceClock(HOUR)
    await sweepCards(shop.container)
    await sweepCards(shop.container)

    expect(await shop.ordersOf(cart.id)).toEqual([])
    const { status, release_wanted_at } = await cardRow(shop, reference)
    expect(status === "released" || release_wanted_at !== null).toBe(true)
    expect(shop.sandbox.cards.captures()).toEqual([])
  })

  it("are not charged by ids of the service, nor as a renewal", async () => {
    const { first } = await regular()
    const [{ subscription_id }] = shop.sandbox.cards.subscriptions()
    const [{ transaction_id }] = shop.sandbox.cards.authorizations()

    const { cart, answer } = await payWith({
      ...{ subscription_id, transaction_id, linked_transaction_id: transaction_id },
      ...{ reference: first.reference, off_session: true, confirm: true, status: "approved" },
    })

    expect(onlySession(answer.body).data).toMatchObject({ status: "needs_input", reference: null })
    await shop.complete(cart.id).expect(400)
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)
  })

  it("are refused when they are gone, expired, or were never approved", async () => {
    const { card, token } = await regular()
    await subscriptionsOf(shop).cards.ended(card.id, "expired")
    const declined = await cardCheckout(shop, { data: newCard("tok_test_declined"), as: token })
    await shop.complete(declined.cart.id).expect(400)
    expect(await savedCards(token)).toEqual([])
    const [never] = await shop.pg("payin_card").where({ session_id: declined.session.id })

    for (const saved_card_id of [card.id, never.id, "paycard_unknown"]) {
      const { answer } = await payWith({ saved_card_id }, token)
      expect(answer.status).toBe(400)
      expect(answer.body.message).toContain(NOT_THEIRS)
    }
  })

  it("stay active after a canceled order while another payment needs them", async () => {
    const { card, token, first } = await regular()
    const second = await payWith({ saved_card_id: card.id }, token)
    await shop.complete(second.cart.id).expect(200)

    const admin = await shop.admin()
    await admin.post(`/admin/orders/${first.order.id}/cancel`).expect(200)

    expect(shop.sandbox.cards.subscriptions()).toEqual([
      expect.objectContaining({ status: "ACTIVE" }),
    ])
    const row = await subscriptionsOf(shop).cardTransactions.findByReference(first.reference)
    expect(row).toMatchObject({
      status: "released",
      status_cause: "lapses",
      release_wanted_at: null,
    })
    expect(await savedCards(token)).toHaveLength(1)
  })

  it("are no longer charged once the service is asked to cancel them", async () => {
    const { card, token, first } = await regular()
    const second = await payWith({ saved_card_id: card.id }, token)
    await shop
      .pg("payin_card_transaction")
      .where({ session_id: onlySession(second.answer.body).id })
      .update({ status: "error" })
    shop.sandbox.injectFault({ operation: "card_cancel", kind: "reset_after", times: 1 })
    const admin = await shop.admin()
    await admin.post(`/admin/orders/${first.order.id}/cancel`).expect(200)

    // Nobody knows whether it was canceled: the card is out of use until that is known.
    expect(await savedCards(token)).toEqual([])
    const { answer } = await payWith({ saved_card_id: card.id }, token)
    expect(answer.status).toBe(400)
    shop.advanceClock(HOUR)
    await sweepCards(shop.container)
    const row = await subscriptionsOf(shop).cardTransactions.findByReference(first.reference)
    expect(row).toMatchObject({ status: "released", status_cause: "released" })
    expect(await shop.pg("payin_card").select("status")).toEqual([{ status: "canceled" }])
  })
})
