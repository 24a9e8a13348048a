import { Modules } from "@medusajs/framework/utils"
import { deleteCustomersWorkflow } from "@medusajs/medusa/core-flows"
import {
  capture,
  cardCheckout,
  cardOrder,
  cardRow,
  onlySession,
  postCard,
  subscriptionsOf,
} from "../support/card-checkout"
import { cartGoneOver, enterOtherCard } from "../support/cart-gone-over"
import { sweepCards } from "../../src/workflows/card/sweep"
import { cancelUnneededCards } from "../../src/workflows/subscribe"
import { signedInCustomer } from "../support/people"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"

const HOUR = 3_600_000
const NOT_THEIRS = "no such card among those of the signed-in customer"
const CARD = { brand: "visa", last_four: "1111", save_card: true }

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

  async function ownerOf(id: string): Promise<string | null> {
    return (await subscriptionsOf(shop).cards.present(id)).customer_id
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

  it("stay active after a canceled order", async () => {
    const { token, first } = await regular()

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

  it("are kept only where the shopper agreed, and are never kept for a guest", async () => {
    const { token } = await signedInCustomer(shop.container)
    const { save_card: _agreed, ...unasked } = newCard()
    await cardOrder(shop, { data: unasked, as: token })
    await cardOrder(shop, { data: { ...unasked, save_card: false }, as: token })
    await cardOrder(shop, { data: newCard() })
    expect(await savedCards(token)).toEqual([])

    const { answer } = await payWith({ ...unasked, save_card: "yes" }, token)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ type: "invalid_data", field: "save_card" })
  })

  it("are deleted by their own customer alone, as often as they ask", async () => {
    const { card, token } = await regular()
    const other = await signedInCustomer(shop.container)
    const remove = (id: string, as?: string) => {
      const request = shop.http().delete(`/store/payin/saved-cards/${id}`)
      return as === undefined ? request : request.set("Authorization", `Bearer ${as}`)
    }
    await remove(card.id).expect(401)
    for (const [id, as] of [
      [card.id, other.token],
      ["paycard_unknown", token],
      ["%27or%201=1", token],
    ]) {
      const { body } = await remove(id, as).expect(404)
      expect(body).toMatchObject({ type: "not_found" })
    }
    expect(await savedCards(token)).toHaveLength(1)

    const answers = await Promise.all([remove(card.id, token), remove(card.id, token)])
    answers.push(await remove(card.id, token))

    for (const { status, body } of answers) {
      expect([status, body]).toEqual([200, { id: card.id, object: "saved_card", deleted: true }])
    }
    expect(await savedCards(token)).toEqual([])
    const { answer } = await payWith({ saved_card_id: card.id }, token)
    expect(answer.body.message).toContain(NOT_THEIRS)
  })

  it("pay no checkout that was completed after they were deleted", async () => {
    const { card, token } = await regular()
    const { cart, answer } = await payWith({ saved_card_id: card.id }, token)
    const { id } = onlySession(answer.body)
    await subscriptionsOf(shop).cards.remove(card.id, (await ownerOf(card.id)) ?? "")

    await shop.complete(cart.id).expect(400)

    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)
    const { body } = await shop.http().get(`/store/payin/sessions/${id}`).expect(200)
    expect(body).toMatchObject({ status: "failed", message: expect.stringContaining("eliminó") })
  })

  it.each([
    ["by Medusa's event", deleteCustomersWorkflow],
    ["within hours, although the event was lost", null],
  ])("are given up once their customer was deleted: %s", async (_when, workflow) => {
    const { card, customer_id, first } = await regular()
    await capture(await shop.admin(), first.payment_id).expect(200)
    if (workflow === null) {
      await shop.container.resolve(Modules.CUSTOMER).softDeleteCustomers([customer_id])
      await shop.run("payin-prune")
    } else {
      await workflow(shop.container).run({ input: { ids: [customer_id] } })
    }
    await shop.until(async () => {
      await cancelUnneededCards(shop.container)
      shop.advanceClock(HOUR)
      return shop.sandbox.cards.subscriptions({ status: "CANCELLED" }).length === 1 || null
    })
    expect(await subscriptionsOf(shop).cards.present(card.id)).toMatchObject({ saved_at: null })
  })

  it("outlive a canceled order, and end at the service once deleted and captured", async () => {
    const { card, token, first } = await regular()
    const second = await cardOrder(shop, { data: { saved_card_id: card.id }, as: token })
    const admin = await shop.admin()
    await admin.post(`/admin/orders/${first.order.id}/cancel`).expect(200)
    expect(await savedCards(token)).toHaveLength(1)
    await subscriptionsOf(shop).cards.remove(card.id, (await ownerOf(card.id)) ?? "")
    await cancelUnneededCards(shop.container)
    expect(shop.sandbox.cards.subscriptions({ status: "ACTIVE" })).toHaveLength(1)

    await capture(admin, second.payment_id).expect(200)

    await shop.until(async () => {
      shop.advanceClock(HOUR)
      await cancelUnneededCards(shop.container)
      return shop.sandbox.cards.subscriptions({ status: "CANCELLED" }).length === 1 || null
    })
    expect(shop.sandbox.cards.captures()).toHaveLength(1)
  })
})
