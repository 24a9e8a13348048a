import { expectNothingBooked, expectPaidOnce } from "../support/books"
import type { Answer } from "../support/service-proxy"
import { calmSchedules, lookupsOf } from "../support/lookups"
import { withShop, type Shop } from "../support/shop"

/** Nobody got an order, nothing was captured, and the shopper is told to wait. */
async function expectUnpaid(
  shop: Shop,
  cart: { id: string },
  sessionId: string,
  status: "pending" | "in_review" = "pending"
) {
  await expectNothingBooked(shop, cart.id)
  expect(await shop.ordersOf(cart.id)).toEqual([])
  expect(await shop.poll(sessionId)).toMatchObject({ status, order_id: null })
  const completion = await shop.complete(cart.id)
  expect(completion.body.type).not.toBe("order")
  await expectNothingBooked(shop, cart.id)
}

withShop("notifications that the service does not confirm", {}, (shop) => {
  it("books nothing when a notification says approved and the service does not", async () => {
    const { cart, reference, session } = await shop.checkout("co")
    shop.sandbox.notify(reference, { forge: "status", copies: 3 })

    expect(await shop.digested(reference)).toMatchObject({ status: "pending" })
    expect(shop.sandbox.counters().notifications_accepted).toBe(3)
    expect(lookupsOf(shop, reference)).toBeGreaterThan(0)
    await expectUnpaid(shop, cart, session.id)
    expect(await shop.anomalies()).toEqual([])
  })

  it("looks up again when a lookup lags behind its notification, and then makes the order", async () => {
    const { cart, reference } = await shop.checkout("co")
    shop.sandbox.notify(reference, { forge: "status" })
    expect(await shop.digested(reference)).toMatchObject({ status: "pending" })

    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
    shop.advanceClock(60_000)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies()).toEqual([])
  })

  it.each<{ lookup: string; tell: (answer: Answer) => Answer }>([
    { lookup: "lags behind", tell: (answer) => answer },
    { lookup: "answers for another reference", tell: (answer) => ({ ...answer, reference: "x" }) },
  ])(
    "looks up an expired link again when a lookup $lookup, and then opens an anomaly about its money",
    async ({ tell }) => {
      const { cart, reference } = await shop.checkout("co")
      shop.sandbox.settle(reference, { status: "EXPIRED" })
      expect(await shop.digested(reference)).toMatchObject({ status: "expired" })
      shop.proxy.lie(tell)
      shop.sandbox.notify(reference, { forge: "status" })
      await shop.digested(reference)

      shop.proxy.tellTheTruth()
      shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
      shop.advanceClock(60_000)
      await shop.sweep()
      const { id } = await shop.row(reference)
      await shop.until(async () => {
        const open = await shop.anomalies("open")
        return open.some(({ kind }) => kind === "status_changed_after_final") ? open : null
      })
      expect(await shop.anomalies("open")).toContainEqual(
        expect.objectContaining({ kind: "status_changed_after_final", transaction_id: id })
      )
      await expectNothingBooked(shop, cart.id)
    }
  )

  it("books the amount of the lookup when the notification names another amount", async () => {
    const { cart, reference } = await shop.checkout("co")
    const body = { top_amount: 1, top_currency: "USD" }
    shop.sandbox.settle(reference, { status: "APPROVED", notify: { body } })

    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies()).toEqual([])
  })

  it.each<{ lie: string; tell: (answer: Answer) => Answer; reason: string }>([
    {
      lie: "another reference",
      tell: (answer) => ({ ...answer, reference: "pin_0000000000abcdefghjkmnpqrs" }),
      reason: "other_reference",
    },
    {
      lie: "no reference",
      tell: (answer) => ({ ...answer, reference: null }),
      reason: "other_reference",
    },
    {
      lie: "another ticket",
      tell: (answer) => ({ ...answer, ticket: "another-ticket-1" }),
      reason: "other_ticket",
    },
    {
      lie: "another payment altogether",
      tell: (answer) => ({ ...answer, ticket: "another-ticket-1", reference: "pin_another" }),
      reason: "other_reference",
    },
    { lie: "no ticket", tell: (answer) => ({ ...answer, ticket: null }), reason: "other_ticket" },
    {
      lie: "a payout",
      tell: (answer) => ({ ...answer, type_transaction: "PAYOUT" }),
      reason: "is_a_payout",
    },
    {
      lie: "an unknown status",
      tell: (answer) => ({ ...answer, status: "ALMOST" }),
      reason: "status_not_understood",
    },
  ])("books nothing when a lookup answers $lie", async ({ tell, reason }) => {
    const { cart, reference, session } = await shop.checkout("co")
    shop.proxy.lie(tell)
    shop.sandbox.settle(reference, { status: "APPROVED" })

    const row = await shop.digested(reference)
    expect(row).toMatchObject({ status: "pending", approved_amount: null })
    const [anomaly, ...more] = await shop.anomalies()
    expect(more).toEqual([])
    expect(anomaly).toMatchObject({
      kind: "unknown_status",
      status: "open",
      transaction_id: row.id,
      facts: { reference, reason },
    })
    await expectUnpaid(shop, cart, session.id)

    shop.proxy.tellTheTruth()
    expect((await shop.complete(cart.id)).body.type).toBe("order")
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("never settles a pay-in by a notification that names the ticket of another pay-in", async () => {
    const paid = await shop.checkout("co")
    const unpaid = await shop.checkout("co")
    await calmSchedules(shop)
    shop.sandbox.settle(paid.reference, { status: "APPROVED", notify: false })
    const { ticket } = await shop.row(paid.reference)
    // Whoever knows the address of one notification names the ticket of another transaction in it.
    shop.sandbox.notify(unpaid.reference, { forge: "status", body: { top_ticket: ticket } })

    expect(await shop.digested(unpaid.reference)).toMatchObject({ status: "pending" })
    await expectUnpaid(shop, unpaid.cart, unpaid.session.id)
    expect(await shop.row(paid.reference)).toMatchObject({ status: "pending", settled_at: null })
  })

  it.each<{ differs: string; paid: { amount?: number; currency?: string }; kind: string }>([
    { differs: "less money", paid: { amount: 59_999 }, kind: "amount_mismatch" },
    { differs: "more money", paid: { amount: 60_001 }, kind: "amount_mismatch" },
    { differs: "another currency", paid: { currency: "PEN" }, kind: "currency_mismatch" },
  ])("books nothing when $differs arrives", async ({ paid, kind }) => {
    const captured = shop.listen("payment.captured")
    const { cart, reference, session } = await shop.checkout("co")
    shop.sandbox.settle(reference, { status: "APPROVED", ...paid })

    const anomaly = await shop.until(async () => (await shop.anomalies()).at(0) ?? null)
    const row = await shop.digested(reference)
    expect(row).toMatchObject({ status: "approved", settled_at: null })
    expect(anomaly).toMatchObject({
      kind,
      status: "open",
      transaction_id: row.id,
      facts: { reference, asked: { amount: "60000", currency: "COP" } },
    })
    await expectUnpaid(shop, cart, session.id, "in_review")
    shop.advanceClock(3600_000)
    await shop.sweep()
    await expectNothingBooked(shop, cart.id)
    expect(await shop.anomalies()).toHaveLength(1)
    expect(captured.data).toEqual([])
  })

  it("keeps a sale paid when the service later reports it as expired, and opens an anomaly", async () => {
    const { cart, reference } = await shop.checkout("co")
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    shop.sandbox.settle(reference, { status: "EXPIRED" })
    await shop.digested(reference)

    const row = await shop.row(reference)
    expect(row).toMatchObject({ status: "approved" })
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([
      expect.objectContaining({ kind: "status_changed_after_final", transaction_id: row.id }),
    ])
  })
})
