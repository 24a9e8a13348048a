import { majorAmount } from "../../src/domain/money/amount"
import type { Payout } from "../../src/modules/payouts/rows"
import { withShop } from "../support/shop"
import { LOW_LIMIT } from "../support/shop-settings"
import { CHECKER } from "../support/payout-driver"
import { FulfillmentDriver } from "../support/fulfillment-driver"

withShop("a seller's share of a changed order", LOW_LIMIT, (shop) => {
  let fulfillmentDriver: FulfillmentDriver
  beforeEach(async () => {
    fulfillmentDriver = await FulfillmentDriver.of(shop)
    fulfillmentDriver.payoutDriver.fill(10_000_000)
    fulfillmentDriver.payoutDriver.send(false)
  })

  /** So many pieces at 38,400 for the seller, delivered; nothing is sent yet. */
  async function delivered(pieces: number): Promise<Payout & { order_id: string }> {
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80)
    const { id: order_id } = await fulfillmentDriver.sell({ "CAFE-GRANO": pieces })
    await fulfillmentDriver.deliver(order_id, await fulfillmentDriver.pack(order_id))
    const [payout] = await fulfillmentDriver.paid(order_id)
    return { ...payout, order_id }
  }

  /** Payouts are on from now on. */
  async function pay(seconds = 61): Promise<void> {
    fulfillmentDriver.payoutDriver.send(true)
    await fulfillmentDriver.payoutDriver.runIn(seconds)
  }

  async function approve({ id }: Payout): Promise<void> {
    expect((await fulfillmentDriver.payoutDriver.approve(id)).outcome).toBe("done")
  }

  async function changes({ id }: Payout) {
    const entries = await fulfillmentDriver.payoutDriver.payouts.audit.of(id)
    return entries.filter(({ action }) => action === "edited" || action === "details_changed")
  }

  const lower = (seen: Payout, pesos: number) =>
    fulfillmentDriver.payoutDriver.payouts.releases.follow(
      seen,
      majorAmount(pesos),
      "It came back."
    )

  it.each([20_000, 108_000])(
    "and stays whole when Medusa rolls back a refund of %d pesos moments later",
    async (refunded) => {
      const payout = await delivered(2)
      shop.advanceClock(61_000)
      // Medusa writes the Refund first, and its entries last. It is young for as long as the steps below take.
      await shop.pg.raw(
        `insert into refund (id, payment_id, amount, raw_amount, created_at)
        select 'ref_young', p.id, :refunded::numeric, jsonb_build_object('value', :refunded::text), now() + interval '10 minutes'
        from payment p join order_payment_collection l
          on l.payment_collection_id = p.payment_collection_id and l.order_id = :order_id`,
        { refunded, order_id: payout.order_id ?? "" }
      )
      fulfillmentDriver.payoutDriver.send(true)
      await approve(payout)
      await shop.until(async () => {
        await fulfillmentDriver.payoutDriver.run()
        const { status, reason } = await fulfillmentDriver.payoutDriver.payout(payout.id)
        return status === "queued" && reason === "refund_young" ? true : null
      })
      await shop.pg("refund").delete()
      await pay(31)
      expect(await fulfillmentDriver.payoutDriver.reaches(payout.id, "pending")).toMatchObject({
        amount: "76800",
        version: 1,
      })
      expect(fulfillmentDriver.payoutDriver.taken(payout.id)).toMatchObject([{ amount: 76_800 }])
      expect(await changes(payout)).toEqual([])
    }
  )

  it("and needs a new approval above the limit after each change, down or up", async () => {
    const payout = await delivered(3)
    await fulfillmentDriver.takeBack(payout.order_id, { "CAFE-GRANO": 1 })
    await approve(payout)
    await pay()
    expect(
      await fulfillmentDriver.payoutDriver.reaches(payout.id, "awaiting_approval")
    ).toMatchObject({
      amount: "76800",
      order_amount: "115200",
      version: 2,
      note: expect.stringContaining("76800 of 115200"),
    })

    // The return is taken back: Medusa has no route for that once it was received.
    const none = { return_received_quantity: 0, raw_return_received_quantity: { value: "0" } }
    await shop.pg("order_item").where({ order_id: payout.order_id }).update(none)
    await approve(payout)
    await fulfillmentDriver.payoutDriver.run()
    expect(
      await fulfillmentDriver.payoutDriver.reaches(payout.id, "awaiting_approval")
    ).toMatchObject({
      amount: "115200",
      version: 3,
      note: expect.stringContaining("all of 115200"),
    })
    await fulfillmentDriver.payoutDriver.runIn(61)
    expect(fulfillmentDriver.payoutDriver.taken(payout.id)).toEqual([])

    await approve(payout)
    await fulfillmentDriver.payoutDriver.run()
    await fulfillmentDriver.payoutDriver.reaches(payout.id, "pending")
    expect(fulfillmentDriver.payoutDriver.taken(payout.id)).toMatchObject([{ amount: 115_200 }])
    expect(await changes(payout)).toMatchObject([
      { action: "details_changed", facts: { before: "115200", amount: "76800" } },
      { action: "details_changed", facts: { before: "76800", amount: "115200" } },
    ])
  })

  it("and changes once under concurrent checks, never by an outdated read, and never above the whole", async () => {
    const payout = await delivered(1)
    await Promise.all([1, 2, 3].map(() => lower(payout, 10_000)))
    await lower(payout, 5_000)
    const now = await fulfillmentDriver.payoutDriver.payout(payout.id)
    expect(now).toMatchObject({ amount: "10000", version: 2 })
    await lower(now, 38_401)
    await lower(now, 0)
    expect(await changes(payout)).toMatchObject([
      { action: "edited", facts: { before: "38400", amount: "10000", currency: "COP" } },
    ])

    fulfillmentDriver.payoutDriver.send(true)
    shop.advanceClock(61_000)
    await Promise.all([1, 2, 3].map(() => fulfillmentDriver.payoutDriver.run()))
    await fulfillmentDriver.payoutDriver.reaches(payout.id, "pending")
    expect(await changes(payout)).toHaveLength(2)
    expect(fulfillmentDriver.payoutDriver.taken(payout.id)).toMatchObject([{ amount: 38_400 }])
  })

  it("and keeps the amount it was lowered by from other sellers, since it may rise again", async () => {
    const first = await fulfillmentDriver.rule(
      await fulfillmentDriver.seller(),
      60,
      "order.fulfillment_created"
    )
    const { id: order_id } = await fulfillmentDriver.sell()
    const parcel = await fulfillmentDriver.pack(order_id)
    const [payout] = await fulfillmentDriver.paid(order_id)
    await lower(payout, 1_000)
    await fulfillmentDriver.payoutDriver.payouts.rules.edit(first.id, { percent: 40 }, CHECKER)
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 60)
    await fulfillmentDriver.deliver(order_id, parcel)
    const both = await fulfillmentDriver.paid(order_id, 2)
    expect(both.map(({ amount }) => amount).sort()).toEqual(["1000", "19200"])
  })
})
