import { Desk } from "../support/desk"
import { breakWriting } from "../support/gate"
import { withShop } from "../support/shop"
import { NO_LIMIT } from "../support/shop-settings"
import { Treasury } from "../support/treasury"

withShop("what a person is asked about a payout", NO_LIMIT, (shop) => {
  const treasury = new Treasury(shop)
  beforeEach(() => treasury.fill(1_000_000))

  it("includes another amount than was ordered, though the process dies when it hears of it", async () => {
    const { id } = await treasury.make(40_000)
    await treasury.run()
    const { reference } = await treasury.reaches(id, "pending")
    shop.sandbox.approvePayout(String(reference), { amount: 60_000, notify: false })
    const dying = await breakWriting(shop.pg, { table: "payin_anomaly", event: "insert" })
    await treasury.runIn(11)
    await dying.mend()
    await treasury.pass(30)
    await treasury.reaches(id, "approved")
    expect(await shop.anomalies("open")).toMatchObject([{ kind: "payout_amount_mismatch" }])
  })

  it("rests once it is ignored, however often the service is asked", async () => {
    shop.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 100 })
    const { id } = await treasury.make(9_000)
    await treasury.run()
    await treasury.reaches(id, "unknown")
    await treasury.pass(60)
    const office = await Desk.open(shop)
    const { id: asked } = await office.find("payout_unknown")
    await office.decide(asked, { action: "ignore" })
    await treasury.pass(180)
    expect(await shop.anomalies("open")).toEqual([])
    expect(await shop.anomalies()).toHaveLength(1)
  })
})
