import { Desk } from "../support/desk"
import { withShop } from "../support/shop"
import { Treasury } from "../support/treasury"

const NO_LIMIT = { approvalAbove: { COP: 500_000 } }

withShop("what a person is asked about a payout", { options: NO_LIMIT }, (shop) => {
  const treasury = new Treasury(shop)
  beforeEach(() => treasury.fill(1_000_000))

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
