import { randomUUID } from "node:crypto"
import { capture, cardOrder, cardRow } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { Desk } from "../support/desk"
import { DESTINATION, PayoutDriver } from "../support/payout-driver"
import { withShop } from "../support/shop"
import { LOW_LIMIT } from "../support/shop-settings"

withShop("an approved refund of a card whose money went back since", LOW_LIMIT, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  const post = new CardPost(shop)
  beforeEach(() => payoutDriver.fill(1_000_000))

  /** One person made the refund, another one approved it, and then the bank took the money back. */
  async function doubted() {
    const sale = await cardOrder(shop)
    const [maker, checker] = [await Desk.ofOne(shop), await Desk.ofOne(shop)]
    await capture(maker.http, sale.payment_id).expect(200)
    const { body } = await maker.http
      .post(`/admin/payin/orders/${sale.order.id}/refund`)
      .set("Idempotency-Key", randomUUID())
      .send({ amount: "60000", destination: DESTINATION })
      .expect(201)
    const id = String(body.payout.id)
    await payoutDriver.runIn(31)
    const { version } = await payoutDriver.payout(id)
    payoutDriver.send(false)
    await checker.http
      .post(`/admin/payin/payouts/${id}/approve`)
      .set("Idempotency-Key", randomUUID())
      .send({ version })
      .expect(200)
    const { capture_transaction_id: transaction_id } = await cardRow(shop, sale.reference)
    await post.tell("transaction.declined", sale.reference, {
      ...{ transaction_id, transaction_status: "REVERSED", reference_id: null },
      transaction_type: "COMPLETION_TRANSACTION",
    })
    await post.digested()
    payoutDriver.send(true)
    await payoutDriver.runIn(61)
    expect(await payoutDriver.payout(id)).toMatchObject({
      ...{ status: "queued", reason: "payin_doubted" },
    })
    return { id, maker, checker }
  }

  const ask = (desk: Desk) => desk.find("status_changed_after_final")

  async function expectProposed(desk: Desk): Promise<void> {
    const { status, body } = await desk.resolve((await ask(desk)).id, { action: "captured" })
    expect([status, body.code]).toEqual([409, "second_person"])
  }

  it("does not leave because somebody ignores what the service said, and asks about it once more", async () => {
    const { id, maker } = await doubted()
    await maker.decide((await ask(maker)).id, { action: "ignore" })
    await payoutDriver.runIn(61)
    expect(payoutDriver.taken(id)).toEqual([])
    const again = await ask(maker)
    expect(again).toMatchObject({
      actions: ["captured", "ignore"],
      facts: { said: "transaction.declined", needed: { amount: "60000", currency: "COP" } },
    })
    await maker.decide(again.id, { action: "ignore" })
    await payoutDriver.runIn(61)
    await payoutDriver.runIn(61)
    expect(await shop.anomalies("open")).toEqual([])
    expect(await payoutDriver.payout(id)).toMatchObject({
      ...{ status: "queued", reason: "payin_doubted" },
    })
    expect(payoutDriver.taken(id)).toEqual([])
  })

  it("leaves once two people say that the money is there, of whom its maker is not the second", async () => {
    const { id, maker, checker } = await doubted()
    await maker.decide((await ask(maker)).id, { action: "ignore" })
    await payoutDriver.runIn(61)
    await expectProposed(checker)
    expect((await ask(maker)).proposed).toMatchObject({ refusal: "part_in_payout" })
    await expectProposed(maker)
    expect((await ask(checker)).proposed).toMatchObject({ refusal: null })
    await expectProposed(maker)
    await payoutDriver.runIn(61)
    expect(payoutDriver.taken(id)).toEqual([])
    await checker.decide((await ask(checker)).id, { action: "captured" })
    await payoutDriver.runIn(61)
    expect(payoutDriver.taken(id)).toHaveLength(1)
    expect(await shop.anomalies("open")).toEqual([])
  })
})
