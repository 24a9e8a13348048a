import { BackOffice } from "../support/back-office"
import { expectPaidOnce } from "../support/books"
import { capture, cardOrder, cardRow, subscriptionsOf } from "../support/card-checkout"
import { breakWriting } from "../support/gate"
import { withShop, type Shop } from "../support/shop"

/** Captures that Medusa has booked of a payment. */
async function booked(shop: Shop, paymentId: string): Promise<number[]> {
  const rows = await shop.pg("capture").where({ payment_id: paymentId }).whereNull("deleted_at")
  return rows.map(({ amount }: { amount: unknown }) => Number(amount))
}

withShop("a capture of a held card", {}, (shop) => {
  const captures = () => shop.sandbox.cards.captures().map(({ amount }) => amount)

  it("can be of less than was held, and a second capture is refused", async () => {
    const { payment_id, reference } = await cardOrder(shop)
    const admin = await shop.admin()

    await capture(admin, payment_id, 25_000).expect(200)

    expect(captures()).toEqual([25_000])
    expect(await cardRow(shop, reference)).toMatchObject({
      status: "captured",
      captured_amount: "25000",
    })
    expect(await shop.row(reference)).toMatchObject({
      order_amount: "25000",
      approved_amount: "25000",
    })
    const rest = await capture(admin, payment_id, 35_000).expect(400)
    expect(rest.body.message).toContain("COP 25000 of this payment was captured already")
    expect(captures()).toEqual([25_000])
    expect(await booked(shop, payment_id)).toEqual([25_000])
  })

  it("with a fraction of a centavo is refused when made a second time, not answered as a repetition", async () => {
    const { payment_id } = await cardOrder(shop)
    const admin = await shop.admin()
    await capture(admin, payment_id, 100.555).expect(200)

    await capture(admin, payment_id, 100.555).expect(400)

    expect(captures()).toEqual([100.56])
    expect(await booked(shop, payment_id)).toEqual([100.555])
  })

  it("is refused without a charge when it is of more than its order owes, and names what it owes", async () => {
    const { order, payment_id } = await cardOrder(shop)
    const office = await BackOffice.of(shop)
    await office.credit(order.id, 20_000)

    const refused = await capture(office.http, payment_id).expect(409)

    expect(refused.body.message).toContain("owes 40000 only")
    expect(captures()).toEqual([])
    await capture(office.http, payment_id, 40_000.01).expect(409)
    await capture(office.http, payment_id, 40_000).expect(200)
    expect(captures()).toEqual([40_000])
  })

  it("is refused without a charge when its order was marked as paid", async () => {
    const { order, payment_id, reference } = await cardOrder(shop)
    const office = await BackOffice.of(shop)
    await office.markAsPaid(order.id)

    const refused = await capture(office.http, payment_id).expect(409)

    expect(refused.body.message).toContain("owes nothing any more")
    expect(captures()).toEqual([])
    expect(await cardRow(shop, reference)).toMatchObject({ status: "authorized" })
    expect(await office.shown(order.id)).toMatchObject({ summary: { pending_difference: 0 } })
  })

  it("is made once when two operators click at once", async () => {
    const { cart, payment_id } = await cardOrder(shop)
    const admin = await shop.admin()

    const answers = await Promise.all([1, 2].map(() => capture(admin, payment_id)))

    expect(answers.map(({ status }) => status)).toContain(200)
    expect(captures()).toEqual([60_000])
    await expectPaidOnce(shop, cart.id)
  })

  it("that Medusa had not booked is booked without a second charge when repeated under a new key", async () => {
    const { cart, payment_id, reference } = await cardOrder(shop)
    const row = await cardRow(shop, reference)
    const { cardMoves } = subscriptionsOf(shop)
    // A process that died after the service had answered, and before Medusa wrote its Capture.
    await cardMoves.move(row.id, {
      to: "capturing",
      cause: "claimed",
      values: { capture_amount: row.amount },
    })
    await cardMoves.move(row.id, {
      to: "captured",
      cause: "answered",
      values: { captured_amount: row.amount },
    })

    await capture(await shop.admin(), payment_id).expect(200)

    await expectPaidOnce(shop, cart.id)
    expect(captures()).toEqual([])
    expect(await shop.row(reference)).toMatchObject({ approved_amount: "60000" })
  })

  it("whose answer was lost is never sent again, and Medusa books nothing", async () => {
    shop.sandbox.injectFault({ operation: "card_capture", kind: "reset_after" })
    const { payment_id, reference } = await cardOrder(shop)
    const admin = await shop.admin()

    const first = await capture(admin, payment_id).expect(400)
    const second = await capture(admin, payment_id).expect(400)

    expect(first.body.message).toContain("never asked twice")
    expect(second.body.message).toContain("never asked twice")
    expect(captures()).toEqual([60_000])
    expect(await cardRow(shop, reference)).toMatchObject({ status: "capture_unknown" })
    expect(await booked(shop, payment_id)).toEqual([])
  })

  it("that the bank refuses keeps the hold, and reports the reason", async () => {
    const { payment_id, reference } = await cardOrder(shop, { token: "tok_test_capture_declined" })

    const refused = await capture(await shop.admin(), payment_id).expect(400)

    expect(refused.body.message).toContain("refused the capture: Fondos insuficientes.")
    expect(await cardRow(shop, reference)).toMatchObject({
      status: "authorized",
      refusal_message: "Fondos insuficientes.",
      capture_amount: null,
    })
    expect(await booked(shop, payment_id)).toEqual([])
  })

  it("can be made again after the service rate limited it", async () => {
    shop.sandbox.injectFault({ operation: "card_capture", kind: "rate_limited" })
    const { cart, payment_id } = await cardOrder(shop)
    const admin = await shop.admin()
    const away = await capture(admin, payment_id).expect(400)
    expect(away.body.message).toContain("nothing was captured")

    await capture(admin, payment_id).expect(200)

    await expectPaidOnce(shop, cart.id)
  })

  it("is not sent when its request cannot be stored, and can be made again later", async () => {
    const { cart, payment_id, reference } = await cardOrder(shop)
    const admin = await shop.admin()
    const broken = await breakWriting(shop.pg, {
      ...{ table: "payin_card_request", event: "insert", when: "new.call = 'capture'" },
    })
    await capture(admin, payment_id).expect(500)
    expect(await cardRow(shop, reference)).toMatchObject({ status: "authorized" })
    expect(captures()).toEqual([])

    await broken.mend()
    await capture(admin, payment_id).expect(200)

    await expectPaidOnce(shop, cart.id)
    expect(captures()).toHaveLength(1)
  })

  it("is refused after the order was canceled, which voids the hold", async () => {
    const { order, payment_id, reference } = await cardOrder(shop)
    const admin = await shop.admin()

    await admin.post(`/admin/orders/${order.id}/cancel`).expect(200)

    expect(await cardRow(shop, reference)).toMatchObject({ status: "released" })
    const [subscription] = shop.sandbox.cards.subscriptions()
    expect(subscription).toMatchObject({ status: "CANCELLED" })
    await capture(admin, payment_id).expect(400)
    expect(captures()).toEqual([])
    expect(await shop.anomalies()).toEqual([])
  })
})
