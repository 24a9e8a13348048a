import { randomUUID } from "node:crypto"
import { TYPED_ACCOUNT_DAYS } from "../../src/domain/time/schedule"
import payinPrune from "../../src/jobs/payin-prune"
import { Desk } from "../support/desk"
import { breakWriting } from "../support/gate"
import { withShop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"
import { sold } from "../support/sold"
import { DESTINATION, PayoutDriver } from "../support/payout-driver"

const { bank, account_number, account_type } = DESTINATION
const ACCOUNT = { bank, account_number, account_type }

withShop("a bank account that an operator typed", NO_APPROVALS, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  beforeEach(() => payoutDriver.fill(1_000_000))

  async function refund(): Promise<void> {
    const { order } = await sold(shop)
    const admin = await shop.admin()
    await admin
      .post(`/admin/payin/orders/${order.id}/refund`)
      .set("Idempotency-Key", randomUUID())
      .send({ amount: 30_000, destination: ACCOUNT })
      .expect(201)
  }

  /** As if everything there is were so many days older. */
  async function age(days: number): Promise<void> {
    const earlier = (column: string) => shop.pg.raw("?? - ? * interval '1 day'", [column, days])
    await shop.pg("payin_operator_request").update({ created_at: earlier("created_at") })
    await shop
      .pg("payin_anomaly")
      .whereNotNull("resolved_at")
      .update({ resolved_at: earlier("resolved_at") })
  }

  const kept = async (table: string) => {
    const rows = await shop.pg(table).whereNotNull("destination_sealed")
    return rows.length
  }

  it("with a refund is removed from the request only once its payout has a copy", async () => {
    await refund()
    const broken = await breakWriting(shop.pg, { table: "payin_payout", event: "insert" })
    await refund()
    await broken.mend()
    expect(await kept("payin_operator_request")).toBe(2)
    await payinPrune(shop.container)
    expect(await kept("payin_operator_request")).toBe(2)

    await age(TYPED_ACCOUNT_DAYS + 1)
    await payinPrune(shop.container)
    // The other refund found no payout: whoever decides of it has to know where the money goes.
    expect(await kept("payin_operator_request")).toBe(1)
    const desk = await Desk.open(shop)
    const { id } = await desk.find("refund_without_payout")
    const { payout_id } = await desk.decide(id, { action: "refund" })
    await payoutDriver.runIn(40)
    expect(payoutDriver.taken(String(payout_id))).toMatchObject([
      { amount: 30_000, account_number },
    ])
    expect(shop.sandbox.payouts()).toHaveLength(2)
    await payinPrune(shop.container)
    expect(await kept("payin_operator_request")).toBe(0)
    expect(await kept("payin_payout")).toBe(2)
  })

  it("with a decision is removed from the anomaly, and the payout is still sent", async () => {
    const checkout = await shop.checkout("co")
    shop.sandbox.settle(checkout.reference, { status: "APPROVED", amount: 50_000 })
    await shop.digested(checkout.reference)
    const desk = await Desk.open(shop)
    const { id } = await desk.find("amount_mismatch")
    const { payout_id } = await desk.decide(id, { action: "refund", destination: ACCOUNT })
    await age(TYPED_ACCOUNT_DAYS + 1)
    await payinPrune(shop.container)
    expect([await kept("payin_anomaly"), await kept("payin_payout")]).toEqual([0, 1])
    await payoutDriver.runIn(40)
    expect(payoutDriver.taken(String(payout_id))).toMatchObject([
      { amount: 50_000, account_number },
    ])
  })
})
