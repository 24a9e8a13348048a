import { randomUUID } from "node:crypto"
import { forgetCustomer } from "../../src/workflows/forget"
import { expectPaidOnce } from "../support/books"
import { capture, cardOrder, cardRow, subscriptionsOf } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { Desk } from "../support/desk"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"
import { DESTINATION } from "../support/payout-driver"

const MINUTES = 60_000
const AN_HOUR = 60 * MINUTES

withShop("odd webhooks about cards", {}, (shop) => {
  const post = new CardPost(shop)
  const open = async () => (await shop.anomalies("open")).map(({ kind }) => kind)

  it("about a reversal under its own id open an anomaly when the capture was recorded without an id", async () => {
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
    await club.untilDue(subscription.id)
    await club.renew()
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)
    expect(await club.find(subscription.id)).toMatchObject({ status: "active", next_number: 1 })
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

  it("about a reversal replace earlier reports in the anomaly, and later captures do not replace them", async () => {
    const { cart, payment_id, reference } = await cardOrder(shop)
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
    // A person decides what becomes of it: the books stay as they are.
    await expectPaidOnce(shop, cart.id)
  })

  it("about a capture of a released hold open an anomaly, and an operator books the money", async () => {
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

  it("about money of a forgotten customer let an operator refund it to an account with a named holder", async () => {
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
})
