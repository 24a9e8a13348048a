import { Treasury } from "../support/treasury"
import { withShop } from "../support/shop"

withShop("the payout pipeline", { options: { approvalAbove: { COP: 500_000 } } }, (shop) => {
  const treasury = new Treasury(shop)
  beforeEach(() => {
    treasury.fill(1_000_000)
  })

  it("sends a queued payout, asks about it and believes the service's own word", async () => {
    const approved = shop.listen("payin.payout_approved")
    const { id, status } = await treasury.make(40_000)
    expect(status).toBe("queued")

    await treasury.run()
    const [taken] = treasury.taken(id)
    expect(await treasury.payout(id)).toMatchObject({
      status: "pending",
      ticket: taken.ticket,
      reference: taken.reference,
    })
    expect(taken).toMatchObject({
      amount: 40_000,
      currency: "COP",
      bank: "BANCOLOMBIA",
      metadata: { source: "medusa", payout_id: id },
    })

    shop.sandbox.approvePayout(taken.reference, { notify: false })
    await treasury.runIn(11)
    expect(await treasury.payout(id)).toMatchObject({ status: "approved", status_cause: "service" })
    await shop.until(async () => approved.data.at(0) ?? null)
    await treasury.runIn(3600)
    expect(approved.data).toEqual([
      { id, status: "approved", order_id: null, refund_id: null },
    ])
    expect(treasury.taken(id)).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([])
  })
})
