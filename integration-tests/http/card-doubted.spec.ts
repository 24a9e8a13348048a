import { randomUUID } from "node:crypto"
import { capture, cardOrder, cardRow } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { Desk } from "../support/desk"
import { DESTINATION, PayoutDriver } from "../support/payout-driver"
import { withShop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"

withShop("a refund of a card whose money may not be as booked", NO_APPROVALS, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  const post = new CardPost(shop)
  beforeEach(() => payoutDriver.fill(1_000_000))

  async function paid() {
    const desk = await Desk.ofOne(shop)
    const sale = await cardOrder(shop)
    await capture(desk.http, sale.payment_id).expect(200)
    return { ...sale, desk, ...(await cardRow(shop, sale.reference)) }
  }

  async function refunded({ desk, order }: Awaited<ReturnType<typeof paid>>): Promise<string> {
    const { body } = await desk.http
      .post(`/admin/payin/orders/${order.id}/refund`)
      .set("Idempotency-Key", randomUUID())
      .send({ amount: "60000", destination: DESTINATION })
      .expect(201)
    return String(body.payout.id)
  }

  async function expectWaiting(id: string): Promise<void> {
    await payoutDriver.runIn(31)
    await payoutDriver.runIn(61)
    expect(await payoutDriver.payout(id)).toMatchObject({
      ...{ status: "queued", reason: "payin_doubted" },
    })
    expect(payoutDriver.taken(id)).toEqual([])
  }

  it("waits while a webhook says that the money went back, in words that nobody documented", async () => {
    for (const event of ["transaction.refunded", "transaction.chargeback"]) {
      const sale = await paid()
      await post.tellUndocumented(event, sale.reference)
      await post.digested()
      const [{ id: asked, actions }] = [await sale.desk.find("unknown_status")]
      expect(actions).toEqual(["captured", "ignore"])
      const id = await refunded(sale)
      await expectWaiting(id)
      await sale.desk.decide(asked, { action: "captured" })
      await payoutDriver.runIn(61)
      expect(payoutDriver.taken(id)).toHaveLength(1)
    }
  })

  it.each([
    ["amount_mismatch", "less was captured", { amount: "6000.00" }],
    ["currency_mismatch", "another currency was captured", { currency: "PEN" }],
  ] as const)(
    "waits while a webhook says that %s: %s, and leaves once a person says that the booked amount is there",
    async (kind, _, change) => {
      const sale = await paid()
      const { reference, capture_transaction_id: transaction_id, desk } = sale
      await post.tell("transaction.captured", reference, { transaction_id, ...change })
      await post.digested()
      const asked = await desk.find(kind)
      expect(asked.facts).toMatchObject({ to_book: { amount: "60000", currency: "COP" } })
      const id = await refunded(sale)
      await expectWaiting(id)
      const other = await desk.resolve(asked.id, { action: "captured", amount: "6000" })
      expect([other.status, other.body.field]).toEqual([400, "amount"])
      const told = await desk.decide(asked.id, { action: "captured", amount: "60000" })
      expect(told.facts).toMatchObject({ booked: { amount: "60000", currency: "COP" } })
      await payoutDriver.runIn(61)
      expect(payoutDriver.taken(id)).toHaveLength(1)
    }
  )

  it("waits again when the service says the same after a person said that the money is there", async () => {
    const sale = await paid()
    const { reference, desk } = sale
    await post.tellUndocumented("transaction.refunded", reference)
    await post.digested()
    await desk.decide((await desk.find("unknown_status")).id, { action: "ignore" })
    const id = await refunded(sale)
    await expectWaiting(id)
    payoutDriver.send(false)
    await desk.decide((await desk.find("unknown_status")).id, { action: "captured" })
    shop.advanceClock(1000)
    await post.tellUndocumented("transaction.refunded", reference)
    await post.digested()
    expect(await shop.anomalies("open")).toMatchObject([{ kind: "unknown_status" }])
    payoutDriver.send(true)
    await expectWaiting(id)
  })
})
