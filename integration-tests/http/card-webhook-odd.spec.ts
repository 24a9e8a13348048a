import { randomUUID } from "node:crypto"
import { claimOf, parseCardWebhook } from "../../src/domain/card-event"
import { signTestWebhook } from "../../src/domain/test-webhook"
import { CardAnomalies } from "../../src/workflows/card/anomalies"
import { forgetCustomer } from "../../src/workflows/forget"
import {
  capture,
  cardCheckout,
  cardOrder,
  cardRow,
  subscriptionsOf,
} from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { Desk } from "../support/desk"
import { signedInCustomer } from "../support/people"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"
import { DESTINATION } from "../support/payout-driver"

const MINUTES = 60_000
const AN_HOUR = 60 * MINUTES

withShop("odd webhooks about cards", {}, (shop) => {
  const post = new CardPost(shop)
  const open = async () => (await shop.anomalies("open")).map(({ kind }) => kind)

  it("tell of money that went back by the capture's own name alone, and renewals stop", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const [{ reference_id }] = shop.sandbox.cards.authorizations()
    const { capture_transaction_id } = await cardRow(shop, reference_id)
    expect(capture_transaction_id).toEqual(expect.any(String))

    await post.tell("transaction.declined", reference_id, {
      transaction_id: capture_transaction_id,
      ...{ reference_id: null, transaction_type: "COMPLETION_TRANSACTION" },
      transaction_status: "REVERSED",
    })
    await post.digested()

    expect(await open()).toEqual(["status_changed_after_final"])
    expect(await club.find(subscription.id)).toMatchObject({ status: "canceled" })
  })

  it("tell of money that went back by a name of its own, after a person said that it was taken", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const [{ reference_id }] = shop.sandbox.cards.authorizations()
    const { transaction_id } = await cardRow(shop, reference_id)
    await shop
      .pg("payin_card_transaction")
      .where({ reference: reference_id })
      .update({ capture_transaction_id: null })

    shop.advanceClock(AN_HOUR)
    await post.post({
      event: "transaction.declined",
      timestamp: new Date(Date.now() + AN_HOUR),
      data: {
        transaction: {
          ...{ transaction_id: "the-reversal", linked_transaction_id: transaction_id },
          ...{ transaction_type: "COMPLETION_TRANSACTION", transaction_status: "REVERSED" },
          ...{ amount: "48000.00", currency: "COP" },
        },
      },
    })
    await post.digested()

    expect(await open()).toEqual(["status_changed_after_final"])
    expect(await club.find(subscription.id)).toMatchObject({ status: "canceled" })
  })

  it("end no capture that is open when they are of the one before it, however close the two are", async () => {
    const { payment_id, reference } = await cardOrder(shop, {
      token: "tok_test_capture_declined",
    })
    const admin = await shop.admin()
    await capture(admin, payment_id).expect(400)
    const [first] = (await cardRow(shop, reference)).refused_captures
    expect(first).toEqual(expect.any(String))
    shop.sandbox.injectFault({ operation: "card_capture", kind: "reset_after" })
    await capture(admin, payment_id).expect(400)
    expect(await cardRow(shop, reference)).toMatchObject({ status: "capture_unknown" })

    await post.tell("transaction.declined", reference, {
      ...{ transaction_id: first, transaction_type: "COMPLETION_TRANSACTION" },
    })
    await post.digested()

    expect(await cardRow(shop, reference)).toMatchObject({ status: "capture_unknown" })
  })

  it("of words that nobody documents book nothing, and a person is asked", async () => {
    const { order, reference } = await cardOrder(shop)
    await post.tell("transaction.captured", reference, { transaction_status: "PENDING" })
    await post.digested()

    expect(await cardRow(shop, reference)).toMatchObject({ status: "authorized" })
    expect((await shop.order(order.id)).transactions).toEqual([])
    expect(await shop.anomalies("open")).toMatchObject([
      { kind: "unknown_status", facts: { reference, said: "transaction.captured" } },
    ])
  })

  /** A hold was let go, and the service says that it took a part of it all the same. */
  async function takenOfReleased(before: (cartId: string) => Promise<unknown> = async () => {}) {
    const { cart, order, reference } = await cardOrder(shop)
    await post.told(reference)
    const { cardTransactions } = subscriptionsOf(shop)
    await cardTransactions.wantRelease((await cardRow(shop, reference)).id)
    await post.sweep()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "released" })
    await before(cart.id)
    await post.tell("transaction.captured", reference, { amount: "25000.00" })
    await post.digested()
    return { order, reference }
  }

  it("of less, told later, do not take away what a person may say of money that was taken", async () => {
    const { reference } = await takenOfReleased()
    await post.tell("transaction.authorized", reference, { transaction_id: "another-hold" })
    await post.digested()

    const desk = await Desk.open(shop)
    const { actions } = await desk.find("status_changed_after_final")
    expect(actions).toContain("captured")
  })

  it("tell that money went back, whatever else was told of its capture before or is told after", async () => {
    const { payment_id, reference } = await cardOrder(shop)
    await capture(await shop.admin(), payment_id).expect(200)
    const { capture_transaction_id } = await cardRow(shop, reference)
    const takenAgain = async (name: string) => {
      await post.tell("transaction.captured", reference, { transaction_id: name })
      await post.digested()
    }
    const said = async () => (await shop.anomalies("open")).map(({ facts }) => facts.said)
    await takenAgain("another-name")
    expect(await said()).toEqual(["transaction.captured"])

    await post.tell("transaction.declined", reference, {
      ...{ transaction_id: capture_transaction_id, transaction_status: "REVERSED" },
      ...{ reference_id: null, transaction_type: "COMPLETION_TRANSACTION" },
    })
    await post.digested()
    expect(await said()).toEqual(["transaction.declined"])

    await takenAgain("a-third-name")
    expect(await said()).toEqual(["transaction.declined"])
  })

  it("of a hold that was over lose no word of taken money, when all of them come at once", async () => {
    const { reference } = await cardOrder(shop)
    await post.told(reference)
    const { cardTransactions, cardMoves } = subscriptionsOf(shop)
    const { id } = await cardRow(shop, reference)
    await cardMoves.move(id, { to: "released", cause: "released" })
    const row = await cardTransactions.present(id)
    const anomalies = new CardAnomalies(shop.ledger)
    const words = ["authorized", "declined", "captured", "authorized", "declined", "authorized"]
    const shown = { amount: "25000", currency: "COP", transaction_id: null }
    await Promise.all(
      words.map((word) =>
        anomalies.contradicted("status_changed_after_final", row, {
          ...{ said: `transaction.${word}`, shown },
        })
      )
    )
    expect((await shop.anomalies("open")).map(({ facts }) => facts.said)).toEqual([
      "transaction.captured",
    ])
  })

  it("tell of money that was taken of a hold that was over: a person books it, or gives it back", async () => {
    const { order, reference } = await takenOfReleased()
    const desk = await Desk.open(shop)
    const anomaly = await desk.find("status_changed_after_final")
    expect(anomaly.actions).toEqual(["captured", "ignore"])

    await desk.decide(anomaly.id, { action: "captured" })

    shop.advanceClock(5 * MINUTES)
    await post.sweep()
    expect(await cardRow(shop, reference)).toMatchObject({
      ...{ status: "captured", captured_amount: "25000" },
    })
    expect(await shop.row(reference)).toMatchObject({ approved_amount: "25000" })
    const { transactions } = await shop.order(order.id)
    expect(transactions.map(({ amount }: { amount: unknown }) => Number(amount))).toEqual([25_000])
    expect(await open()).toEqual([])
  })

  it("tell of money of a customer who was forgotten: a person gives it back to the account they name", async () => {
    const { order, reference } = await takenOfReleased(async (cartId) => {
      const cart = await shop.pg("cart").where({ id: cartId }).first("customer_id")
      await forgetCustomer(shop.container, cart.customer_id)
    })
    const desk = await Desk.open(shop)
    await desk.decide((await desk.find("status_changed_after_final")).id, { action: "captured" })
    shop.advanceClock(5 * MINUTES)
    await post.sweep()
    expect(await shop.row(reference)).toMatchObject({ approved_amount: "25000", customer_id: null })

    const { bank, account_number, account_type, ...person } = DESTINATION
    const account = { bank, account_number, account_type }
    const refund = async (destination: object) =>
      (await shop.admin())
        .post(`/admin/payin/orders/${order.id}/refund`)
        .set("Idempotency-Key", randomUUID())
        .send({ amount: "25000", destination })
    expect((await refund(account)).body).toMatchObject({ code: "person_needed" })
    const { status, body } = await refund({ ...account, ...person })
    expect(status).toBe(201)
    expect(body.payout).toMatchObject({ destination: { full_name: person.full_name } })
  })

  it("are followed up though the process died between what they moved and that", async () => {
    shop.sandbox.injectFault({ operation: "card_authorize", kind: "reset_after" })
    const customer = await signedInCustomer(shop.container)
    const { cart, reference } = await cardCheckout(shop, { as: customer.token })
    await shop.complete(cart.id).expect(200)
    shop.advanceClock(25 * AN_HOUR)
    await post.sweep()
    expect(await open()).toEqual(["card_unknown"])
    const row = await cardRow(shop, reference)
    const { body, headers } = signTestWebhook(
      {
        event: "transaction.authorized",
        timestamp: new Date(Date.now() + 25 * AN_HOUR),
        data: {
          transaction: {
            ...{ transaction_id: "held", transaction_type: "PRE_AUTH_TRANSACTION" },
            ...{ amount: row.amount, currency: "COP", reference_id: reference },
          },
        },
      },
      { secret: CANARY.webhook_secret }
    )
    const claim = claimOf(parseCardWebhook(Buffer.from(body))!)
    if (claim.about !== "transaction") throw new Error("it is about a payment")
    await subscriptionsOf(shop).cardStatusReports.record("co", claim, null)

    await shop.http().post("/hooks/payin/card").set(headers).send(body).expect(202)
    await post.digested()

    const saved = await shop
      .http()
      .get("/store/payin/saved-cards")
      .set("Authorization", `Bearer ${customer.token}`)
      .expect(200)
    expect(saved.body.saved_cards).toHaveLength(1)
    expect(await open()).toEqual([])
  })
})
