import { capture, cardOrder, cardRow, subscriptionsOf } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { withShop } from "../support/shop"
import { STRICT, STRICT_HOLD_DAYS } from "../support/shop-settings"

const DAY = 24 * 3600 * 1000

withShop("card holds without a capture", STRICT, (shop) => {
  const post = new CardPost(shop)
  const payment = async (orderId: string) =>
    (await shop.order(orderId)).payment_collections[0].payments[0]
  const hold = () => shop.sandbox.cards.authorizations()[0]
  const open = async () => (await shop.anomalies("open")).map(({ kind }) => kind)

  it("are counted and kept until their release date, and then voided", async () => {
    const { order, reference, payment_id } = await cardOrder(shop)
    const admin = await shop.admin()
    shop.advanceClock(STRICT_HOLD_DAYS * DAY - DAY / 2)
    await post.sweep()
    expect(hold()).toMatchObject({ hold: "held" })
    const { body: status } = await admin.get("/admin/payin/status").expect(200)
    expect(status.queues).toMatchObject({ cards_held: 1, cards_to_release: 1, cards_unknown: 0 })
    const holds = async () =>
      (await admin.get(`/admin/payin/orders/${order.id}/holds`).expect(200)).body.holds
    const { release_after } = await cardRow(shop, reference)
    expect(await holds()).toMatchObject([
      {
        reference,
        status: "authorized",
        amount: "60000",
        release_at: release_after?.toISOString(),
      },
    ])
    await admin.get("/admin/payin/orders/order_none/holds").expect(404)

    shop.advanceClock(DAY)
    await post.sweep()
    await post.sweep()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "released" })
    expect(await holds()).toMatchObject([{ reference, status: "released", release_at: null }])
    // The service knows no other way to let a hold go.
    expect(shop.sandbox.cards.subscriptions()).toMatchObject([{ status: "CANCELLED" }])
    expect((await payment(order.id)).canceled_at).not.toBeNull()
    const shown = await shop.order(order.id)
    // Nobody ships what no money is held for.
    expect([shown.status, shown.payment_collections[0].status]).toEqual(["pending", "awaiting"])
    const refused = await capture(admin, payment_id)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(await open()).toEqual([])
  })

  it("are voided once when several workers sweep, and never while they are being captured", async () => {
    const { order, reference, payment_id } = await cardOrder(shop)
    const admin = await shop.admin()
    shop.advanceClock((STRICT_HOLD_DAYS + 1) * DAY)
    const [taken] = await Promise.all([capture(admin, payment_id), post.sweep(), post.sweep()])
    await post.sweep()
    const row = await cardRow(shop, reference)
    const captures = shop.sandbox.cards.captures().length
    expect([taken.status === 200, row.status, captures]).toEqual(
      row.status === "captured" ? [true, "captured", 1] : [false, "released", 0]
    )
    const { captures: booked } = await payment(order.id)
    expect(booked).toHaveLength(captures)
  })

  it("lapse when the same card holds other money too, and Medusa's payment is canceled", async () => {
    const { order, reference } = await cardOrder(shop)
    const row = await cardRow(shop, reference)
    await alsoHolds(row.id)
    shop.advanceClock((STRICT_HOLD_DAYS + 1) * DAY)
    await post.sweep()
    expect(await cardRow(shop, reference)).toMatchObject({
      status: "released",
      status_cause: "lapses",
    })
    expect((await payment(order.id)).canceled_at).not.toBeNull()
    expect(await open()).toEqual([])
  })

  it("on the same card are canceled together once all of them are to be voided", async () => {
    const first = await cardOrder(shop)
    const row = await cardRow(shop, first.reference)
    await alsoHolds(row.id)
    await shop
      .pg("payin_card_transaction")
      .where({ card_id: row.card_id })
      .update({ release_wanted_at: new Date(), release_after: new Date() })
    await shop.until(async () => {
      await post.sweep()
      const rows = await shop.pg("payin_card_transaction").where({ card_id: row.card_id })
      return rows.every(({ status_cause }) => status_cause === "released") ? true : null
    })
    expect(shop.sandbox.cards.subscriptions()).toMatchObject([{ status: "CANCELLED" }])
    expect(await open()).toEqual([])
  })

  it("stay while the service is down, open an anomaly after a day, and are voided once it answers", async () => {
    const { reference } = await cardOrder(shop)
    shop.sandbox.injectFault({ operation: "card_cancel", kind: "error_before", times: "always" })
    shop.advanceClock((STRICT_HOLD_DAYS + 1) * DAY)
    await post.sweep()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "authorized" })
    expect(await open()).toEqual([])

    shop.advanceClock(2 * DAY)
    await post.sweep()
    expect(await open()).toEqual(["hold_not_released"])
    shop.sandbox.clearFaults()
    shop.advanceClock(DAY)
    await post.sweep()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "released" })
    expect(await open()).toEqual([])
  })

  it("that the service does not void open an anomaly, which an operator closes as released", async () => {
    const { order, reference } = await cardOrder(shop)
    const [{ subscription_id }] = shop.sandbox.cards.subscriptions()
    // The service ended it by itself, and cancels no card that has ended (docs/service.md#cancel).
    shop.sandbox.cards.expireSubscription(subscription_id)
    shop.advanceClock((STRICT_HOLD_DAYS + 1) * DAY)
    await post.sweep()
    const [anomaly] = await shop.ledger.listPayinAnomalies({ status: "open" })
    expect(anomaly).toMatchObject({ kind: "hold_not_released", facts: { reference } })

    const admin = await shop.admin()
    const resolve = () =>
      admin
        .post(`/admin/payin/anomalies/${anomaly.id}/resolve`)
        .set("Idempotency-Key", "gone-1")
        .send({ action: "released", note: "the service let it go by hand" })
    const { body } = await resolve().expect(200)
    expect(body.anomaly).toMatchObject({ status: "resolved", action: "released" })
    await resolve().expect(200)
    expect(await cardRow(shop, reference)).toMatchObject({ status: "released" })
    expect((await payment(order.id)).canceled_at).not.toBeNull()
  })

  describe("holds whose authorization got no answer", () => {
    const unanswered = async () => {
      shop.sandbox.injectFault({ operation: "card_authorize", kind: "error_after", times: 1 })
      return cardOrder(shop)
    }
    const asked = async () => {
      shop.advanceClock(DAY + 60_000)
      await post.sweep()
      const [anomaly] = await shop.ledger.listPayinAnomalies({ status: "open" })
      return anomaly
    }

    it("open an anomaly after a day, which an operator can resolve as authorized", async () => {
      const { order, reference } = await unanswered()
      await post.sweep()
      expect(await open()).toEqual([])
      const anomaly = await asked()
      expect(anomaly).toMatchObject({ kind: "card_unknown", order_id: order.id })

      const admin = await shop.admin()
      const say = (action: string, key: string, more: Record<string, unknown> = {}) =>
        admin
          .post(`/admin/payin/anomalies/${anomaly.id}/resolve`)
          .set("Idempotency-Key", key)
          .send({ action, note: "support told us", ...more })
      const { body: refused } = await say("authorized", "a-1").expect(400)
      expect(refused).toMatchObject({ field: "transaction_id" })
      await say("captured", "a-2").expect(409)
      const { transaction_id } = hold()
      await say("authorized", "a-3", { transaction_id }).expect(200)
      expect(await cardRow(shop, reference)).toMatchObject({ status: "authorized", transaction_id })
      const { id } = await payment(order.id)
      await capture(admin, id).expect(200)
      expect(shop.sandbox.cards.captures()).toHaveLength(1)
    })

    it("open an anomaly after a day, and end their order when an operator resolves it as declined", async () => {
      const { order, reference } = await unanswered()
      const anomaly = await asked()
      const admin = await shop.admin()
      await admin
        .post(`/admin/payin/anomalies/${anomaly.id}/resolve`)
        .set("Idempotency-Key", "d-1")
        .send({ action: "declined", note: "support told us" })
        .expect(200)
      expect(await cardRow(shop, reference)).toMatchObject({ status: "declined" })
      expect((await shop.order(order.id)).status).toBe("canceled")
    })

    it("are ended together by an operator, and end their orders within the next runs", async () => {
      const waiting = [await unanswered(), await unanswered()]
      await asked()
      const open = await shop.ledger.listPayinAnomalies({ status: "open" })
      const ids = open.map(({ id }) => id)
      const admin = await shop.admin()
      const sent = (body: Record<string, unknown>) =>
        admin.post("/admin/payin/anomalies/resolve").set("Idempotency-Key", "t-1").send(body)
      const note = "support told us of all of them"
      for (const [field, wrong] of [
        ["action", { action: "captured", note, ids }],
        ["note", { action: "released", ids }],
        ["note", { action: "released", note: "card 4111 1111 1111 1111", ids }],
        ["ids", { action: "released", note, ids: [] }],
      ] as const) {
        const { body } = await sent(wrong).expect(400)
        expect(body).toMatchObject({ field })
      }
      const answer = await sent({ action: "released", note, ids }).expect(200)
      expect(answer.body).toMatchObject({
        anomalies: ids.map((id) => ({ id, status: "resolved", action: "released" })),
        refused: [],
      })
      expect((await sent({ action: "released", note, ids }).expect(200)).body).toEqual(answer.body)
      await post.sweep()
      for (const { order, reference } of waiting) {
        expect(await cardRow(shop, reference)).toMatchObject({ status: "released" })
        expect((await shop.order(order.id)).status).toBe("canceled")
      }
    })

    it("leave no question open when the process died between an operator's word and its record", async () => {
      const { reference } = await unanswered()
      const anomaly = await asked()
      const { id } = await cardRow(shop, reference)
      const { cardMoves } = subscriptionsOf(shop)
      await cardMoves.move(id, { to: "declined", cause: "operator", apply_in: 0 })
      await post.sweep()
      expect(await open()).toEqual([])
      expect(await shop.ledger.anomalies.find(anomaly.id)).toMatchObject({ status: "resolved" })
    })
  })

  it("become capture_unknown and are not captured again when the process died during the capture", async () => {
    const { reference } = await cardOrder(shop)
    const row = await cardRow(shop, reference)
    await shop
      .pg("payin_card_transaction")
      .where({ id: row.id })
      .update({ status: "capturing", sent_at: new Date(), capture_amount: row.amount })
    await post.sweep()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "capturing" })
    shop.advanceClock(10 * 60_000)
    await post.sweep()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "capture_unknown" })
    expect(shop.sandbox.cards.captures()).toEqual([])
  })

  /** Another hold on the same card, of another cart. */
  async function alsoHolds(id: string): Promise<void> {
    const row = await shop.pg("payin_card_transaction").where({ id }).first()
    await shop.pg("payin_card_transaction").insert({
      ...row,
      id: `${id}_2`,
      reference: `${row.reference}_2`,
      transaction_id: "another",
      session_id: null,
      release_after: null,
      // Shown to Medusa already: no pass looks for a place of its own.
      apply_after: null,
    })
  }
})
