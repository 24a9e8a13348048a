import { expectAwaiting, expectNothingBooked, expectPaidOnce } from "../support/books"
import {
  CARD_SESSION_KEYS,
  capture,
  cardCheckout,
  cardRow,
  onlySession,
  postCard,
  subscriptionsOf,
} from "../support/card-checkout"
import { breakWriting } from "../support/gate"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"

const MINUTES = 60_000
const APPROVED = { token: "tok_test_approved", customer_data: CANARY.co }

withShop("a sale by card", {}, (shop) => {
  const holds = () => shop.sandbox.cards.authorizations()

  /** As a process leaves a hold that it is about to ask for. */
  async function markSent(id: string): Promise<void> {
    const { cardTransactions } = subscriptionsOf(shop)
    const claimed = await cardTransactions.claim(id)
    if (claimed === null) throw new Error("the row was claimed by somebody else")
    expect(await cardTransactions.sending(claimed, async () => {})).toBe(true)
  }

  it("holds the money once, and captures it once when the order is captured", async () => {
    const { cart, session, reference } = await cardCheckout(shop)
    expect(session).toMatchObject({
      status: "pending",
      data: { status: "pending", amount: "60000", currency: "COP", fields: null },
    })
    // Nothing leaves before the shopper completes the cart.
    expect(shop.sandbox.cards.subscriptions()).toEqual([])

    const completed = await shop.complete(cart.id).expect(200)
    expect(completed.body.type).toBe("order")
    const order = await shop.order(completed.body.order.id)
    const [payment] = order.payment_collections[0].payments
    expect(payment.captured_at).toBeNull()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "authorized", amount: "60000" })
    expect(holds()).toEqual([
      expect.objectContaining({ reference_id: reference, amount: 60000, hold: "held" }),
    ])

    await capture(await shop.admin(), payment.id).expect(200)

    await expectPaidOnce(shop, cart.id)
    expect(shop.sandbox.cards.captures()).toEqual([expect.objectContaining({ amount: 60000 })])
    expect(await cardRow(shop, reference)).toMatchObject({
      status: "captured",
      captured_amount: "60000",
      settled_at: expect.any(Date),
    })
    expect(await shop.row(reference)).toMatchObject({
      status: "approved",
      payment_method: "CARD",
      approved_amount: "60000",
      order_id: order.id,
      settled_at: expect.any(Date),
    })
    expect(await shop.anomalies()).toEqual([])
  })

  it("succeeds when midnight passes between card and order: no past start date reaches the service", async () => {
    const clock = async (ms: number) => {
      shop.advanceClock(ms)
      await shop.sandbox.advanceClock(ms)
    }
    shop.sandbox.configure({ cards: { pastStart: "refuse" } })
    await clock(untilMidnightInBogota() - MINUTES)
    const { cart } = await cardCheckout(shop)

    await clock(2 * MINUTES)

    const completed = await shop.complete(cart.id).expect(200)
    expect(completed.body.type).toBe("order")
    expect(holds()).toEqual([expect.objectContaining({ hold: "held" })])
  })

  it("stores no token and no unsealed legal document once the order is placed", async () => {
    const { cart, session } = await cardCheckout(shop)
    await shop.complete(cart.id).expect(200)

    const rows = await shop.pg("payin_card")
    const sessions = await shop.pg("payment_session").where({ id: session.id })
    const payments = await shop.pg("payment")
    const stored = JSON.stringify({ rows, sessions, payments })
    expect(stored).not.toContain("tok_test_approved")
    expect(stored).not.toContain(CANARY.co.legal_doc)
    expect(rows).toEqual([
      expect.objectContaining({ status: "active", token_sealed: null, saved_at: null }),
    ])
    expect(Object.keys(session.data).sort()).toEqual(CARD_SESSION_KEYS)
  })

  it("holds once when the cart is completed several times at once", async () => {
    const { cart } = await cardCheckout(shop)

    await Promise.all([1, 2, 3].map(() => shop.complete(cart.id)))

    await shop.complete(cart.id).expect(200)
    expect(await shop.ordersOf(cart.id)).toHaveLength(1)
    expect(holds()).toHaveLength(1)
    expect(shop.sandbox.cards.subscriptions()).toHaveLength(1)
  })

  it("shows the shopper why the card was declined, and accepts another card", async () => {
    const { cart, collection_id, session } = await cardCheckout(shop, {
      token: "tok_test_declined",
    })
    await shop.complete(cart.id).expect(400)
    const read = await shop.http().get(`/store/payin/sessions/${session.id}`).expect(200)
    expect(read.body).toMatchObject({ status: "rejected", message: "Fondos insuficientes." })
    await expectNothingBooked(shop, cart.id)

    const again = onlySession((await postCard(shop, collection_id, APPROVED).expect(200)).body)
    expect(again.id).not.toBe(session.id)
    const completed = await shop.complete(cart.id).expect(200)

    expect(completed.body.type).toBe("order")
    expect(holds().map(({ hold }) => hold)).toEqual(["held", "none"])
  })

  it("fails without a hold when the service refuses to store the card", async () => {
    const { cart, session, reference } = await cardCheckout(shop, { token: "tok_test_refused" })
    await shop.complete(cart.id).expect(400)

    expect(await cardRow(shop, reference)).toMatchObject({ status: "error", sent_at: null })
    expect(holds()).toEqual([])
    expect(await shop.poll(session.id)).toMatchObject({ status: "failed" })
  })

  it("makes the order wait when the service does not answer, and never requests a second hold", async () => {
    shop.sandbox.injectFault({ operation: "card_authorize", kind: "reset_after" })
    const { cart, collection_id, reference } = await cardCheckout(shop)
    const completed = await shop.complete(cart.id).expect(200)
    expect(completed.body.type).toBe("order")
    await expectAwaiting(shop, cart.id)
    expect(await cardRow(shop, reference)).toMatchObject({ status: "unknown" })

    // Asked again, by whoever, it goes on waiting; another token of the shopper's changes nothing.
    await shop.complete(cart.id).expect(200)
    const another = await postCard(shop, collection_id, APPROVED).expect(409)
    expect(another.body.message).toContain("did not say yet what became of card payment")

    expect(holds()).toHaveLength(1)
    expect(
      await subscriptionsOf(shop).cardTransactions.ofCollections([collection_id])
    ).toHaveLength(1)
  })

  it("sends no hold request that cannot be stored, and can be completed later", async () => {
    const { cart, reference } = await cardCheckout(shop)
    const broken = await breakWriting(shop.pg, {
      ...{ table: "payin_card_request", event: "insert", when: "new.call = 'authorize'" },
    })
    const failed = await shop.complete(cart.id).expect(200)
    expect(failed.body).toMatchObject({
      type: "cart",
      error: { type: "payment_authorization_error" },
    })
    expect(await cardRow(shop, reference)).toMatchObject({ status: "creating", sent_at: null })
    expect(holds()).toEqual([])

    await broken.mend()
    shop.advanceClock(2 * MINUTES)
    const completed = await shop.complete(cart.id).expect(200)

    expect(completed.body.type).toBe("order")
    expect(holds()).toHaveLength(1)
  })

  it("can request its hold again after a rejection, though a sweep claimed its row meanwhile", async () => {
    const { reference } = await cardCheckout(shop)
    const { cardTransactions, cardWatch } = subscriptionsOf(shop)
    const { id } = await cardRow(shop, reference)
    await markSent(id)
    await cardWatch.requeue(id)
    expect(await cardWatch.claimToApply({ id })).toHaveLength(1)

    expect(await cardTransactions.unsent(id)).toMatchObject({ status: "creating", sent_at: null })
    expect(await cardTransactions.claim(id)).not.toBeNull()
  })

  it("keeps token and session when the service rate limits the call, for the next completion", async () => {
    shop.sandbox.injectFault({ operation: "card_authorize", kind: "rate_limited" })
    const { cart, reference } = await cardCheckout(shop)
    const turnedAway = await shop.complete(cart.id).expect(200)
    expect(turnedAway.body).toMatchObject({
      type: "cart",
      error: { type: "payment_authorization_error" },
    })
    expect(await cardRow(shop, reference)).toMatchObject({ status: "creating", sent_at: null })

    const completed = await shop.complete(cart.id).expect(200)

    expect(completed.body.type).toBe("order")
    expect(holds()).toHaveLength(1)
    expect(shop.sandbox.cards.subscriptions()).toHaveLength(1)
  })

  it("asks for the missing fields before it makes a reference, and is completed once they are posted", async () => {
    const cart = await shop.cart("co")
    const collection_id = await shop.collection(cart.id)
    const empty = onlySession((await postCard(shop, collection_id, {}).expect(200)).body)
    expect(empty.data).toMatchObject({ status: "needs_input", reference: null })
    const names = (session: typeof empty) =>
      (Array.isArray(session.data.fields) ? session.data.fields : []).map(({ name }) => name)
    expect(names(empty)).toEqual(["token", "legal_doc_type", "legal_doc"])
    const completed = await shop.complete(cart.id).expect(400)
    expect(completed.body.message).toContain("token, legal_doc_type, legal_doc")

    const { legal_doc, legal_doc_type } = CANARY.co
    const data = { token: APPROVED.token, customer_data: { legal_doc, legal_doc_type } }
    const full = onlySession((await postCard(shop, collection_id, data).expect(200)).body)

    expect(full.data).toMatchObject({ status: "pending", fields: null })
    await shop.complete(cart.id).expect(200)
    const [subscription] = shop.sandbox.cards.subscriptions()
    expect(subscription).toMatchObject({
      plan_name: "Compra",
      periodicity: "custom",
      customer_data: { legal_doc, phone_code: "+57", full_name: CANARY.co.full_name },
    })
  })

  it("gives money that is held to the next session of the same amount", async () => {
    const { cart, collection_id, reference } = await cardCheckout(shop)
    await shop.stock("CAFE-GRANO", 1000)
    const row = await cardRow(shop, reference)
    const { cardMoves } = subscriptionsOf(shop)
    await markSent(row.id)
    await cardMoves.move(row.id, { to: "authorized", cause: "answered" })

    const again = onlySession((await postCard(shop, collection_id, APPROVED).expect(200)).body)

    expect(again.data).toMatchObject({ reference, status: "approved" })
    const completed = await shop.complete(cart.id).expect(200)
    expect(completed.body.type).toBe("order")
    expect(holds()).toEqual([])
  })

  it("marks the hold of the old total to be voided when the cart changed, and uses a new payment", async () => {
    const { cart, reference } = await cardCheckout(shop)
    const row = await cardRow(shop, reference)
    const { cardMoves } = subscriptionsOf(shop)
    await markSent(row.id)
    await cardMoves.move(row.id, { to: "authorized", cause: "answered" })
    await shop.changeQuantity(cart.id, 2)

    const collection_id = await shop.collection(cart.id)
    const again = onlySession((await postCard(shop, collection_id, APPROVED).expect(200)).body)

    expect(again.data.reference).not.toBe(reference)
    expect(await cardRow(shop, reference)).toMatchObject({ release_wanted_at: expect.any(Date) })
    const completed = await shop.complete(cart.id).expect(200)
    expect(completed.body.type).toBe("order")
  })

  it("places no order on a hold that is being voided", async () => {
    const { cart, reference } = await cardCheckout(shop)
    const { id } = await cardRow(shop, reference)
    const { cardMoves } = subscriptionsOf(shop)
    await markSent(id)
    await cardMoves.move(id, { to: "authorized", cause: "answered" })
    await shop.pg("payin_card_transaction").where({ id }).update({ release_wanted_at: new Date() })

    await shop.complete(cart.id)

    expect(await shop.ordersOf(cart.id)).toEqual([])
    expect(await cardRow(shop, reference)).toMatchObject({ status: "authorized" })
  })
})

// Colombia keeps UTC-5 all year.
function untilMidnightInBogota(): number {
  const day = 86_400_000
  return day - ((Date.now() - 5 * 3_600_000) % day)
}
