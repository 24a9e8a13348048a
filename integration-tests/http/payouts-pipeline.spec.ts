import { releasePayouts } from "../../src/workflows/payout"
import { withShop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"
import { PayoutDriver } from "../support/payout-driver"

/** More than are looked at in one batch. */
const WAITING = 60

withShop("the payout pipeline of a store", NO_APPROVALS, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  beforeEach(() => payoutDriver.fill(1_000_000))

  it("sends a payout although many before it wait for payments that never come", async () => {
    const { id } = await payoutDriver.make(40_000, {
      hold: { reason: "refund_young", seconds: 3600 },
    })
    const columns = Object.keys(await shop.pg("payin_payout").where({ id }).first())
    const quoted = columns.map((name) => `"${name}"`).join(", ")
    const other: Record<string, string> = {
      ...{ id: "'payout_waits_' || n", source_id: "'waits:' || n", source: "'rule'" },
      ...{ fulfillment_id: "'ful_of_' || n", order_id: "'order_never_paid'" },
      release_after: "release_after - n * interval '1 second'",
    }
    await shop.pg.raw(
      `insert into payin_payout (${quoted})
       select ${columns.map((name) => other[name] ?? `"${name}"`).join(", ")}
       from payin_payout, generate_series(1, ${WAITING}) n where id = ?`,
      [id]
    )
    await shop.pg.raw(
      `insert into fulfillment (id, location_id, provider_id, shipping_option_id)
       select 'ful_of_' || n, 'sloc_any', null, null from generate_series(1, ${WAITING}) n`
    )

    shop.advanceClock(3_601_000)
    // One look at all of them, however long that takes here.
    await releasePayouts(shop.container, Infinity)
    await payoutDriver.run()
    expect(await payoutDriver.payout(id)).toMatchObject({ status: "pending" })
    expect(await payoutDriver.payout(`payout_waits_${WAITING}`)).toMatchObject({
      ...{ status: "held", reason: "payment_not_captured" },
    })
  })

  it("reports a status problem for payouts on their way whose account is gone", async () => {
    const { id } = await payoutDriver.make(40_000)
    await payoutDriver.run()
    await shop.pg("payin_payout_attempt").where({ payout_id: id }).update({ account: "gone" })
    const status = await (await shop.admin()).get("/admin/payin/status").expect(200)
    expect(status.body.problems).toMatchObject([
      { code: "account_gone", message: expect.stringContaining('"gone"') },
    ])
  })
})
