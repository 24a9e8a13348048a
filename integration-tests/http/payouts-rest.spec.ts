import type { Response } from "supertest"
import type { Payout } from "../../src/modules/payouts/rows"
import { FulfillmentDriver } from "../support/fulfillment-driver"
import { PayoutDesk } from "../support/payout-desk"
import { PayoutDriver } from "../support/payout-driver"
import { withShop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"
import { refundee, sold } from "../support/sold"

withShop("the rest of a payout that the service paid less of", NO_APPROVALS, (shop) => {
  const driver = new PayoutDriver(shop)
  const refunds = refundee(shop, driver)
  let desk: PayoutDesk
  beforeEach(async () => {
    desk = await PayoutDesk.open(shop)
    driver.fill(10_000_000)
  })

  /** The service pays so much of a payout that was sent. */
  async function pays(id: string, pesos?: number): Promise<Payout> {
    const { reference } = await shop.until(() => Promise.resolve(driver.taken(id).at(-1) ?? null))
    const amount = pesos === undefined ? {} : { amount: pesos }
    shop.sandbox.approvePayout(reference, { ...amount, notify: false })
    return driver.bringIn(11, id, "approved")
  }

  async function order(id: string, key?: string): Promise<Response> {
    const { version } = await desk.look(id)
    return desk.post(`/${id}/pay-rest`, { version }, key)
  }

  const looked = () => shop.pg("payin_anomaly").update({ status: "resolved", action: "ignore" })

  it("of a refund is ordered and approved by two people, and the refund limit counts both as the whole", async () => {
    const sale = await sold(shop)
    await refunds.refund(sale, 45_000)
    const [{ id }] = await refunds.payouts(sale)
    await driver.redirect(id, {})
    await driver.runIn(31)
    await pays(id, 20_000)
    expect(await desk.look(id)).toMatchObject({ rest_due: "25000", actions: ["pay-rest"] })

    const ordered = await order(id, "order-1")
    expect([ordered.status, ordered.body.payout]).toEqual([
      200,
      expect.objectContaining({
        ...{ rest_of: id, amount: "25000", status: "awaiting_approval", reason: "rest" },
        ...{ source: "refund", order_id: sale.order.id },
      }),
    ])
    const rest: { id: string } = ordered.body.payout
    const again = await order(id)
    expect([again.status, again.body.payout.id]).toEqual([200, rest.id])
    expect(await desk.look(id)).toMatchObject({
      ...{
        amount: "20000",
        paid_amount: "20000",
        rest_due: null,
        rest_ids: [rest.id],
        actions: [],
      },
    })

    expect((await desk.tryApprove(rest.id, desk.maker)).body).toMatchObject({
      ...{ type: "not_allowed", code: "second_person" },
    })
    await desk.approve(rest.id)
    await driver.runIn(61)
    expect(driver.taken(rest.id)).toEqual([])
    expect(await driver.payout(rest.id)).toMatchObject({ reason: "account_paused" })
    await looked()
    await driver.bringIn(61, rest.id, "pending")
    await pays(rest.id)

    await refunds.refund(sale, 15_000)
    const all = await refunds.payouts(sale)
    expect(all.map(({ amount }) => amount)).toEqual(["20000", "25000", "15000"])
    expect((await refunds.booked(sale)).refunded).toBe(60_000)
  })

  it("is refused without a version or a key, with a stale version, when nothing is short, and for an unknown payout", async () => {
    const sale = await sold(shop)
    await refunds.refund(sale, 45_000)
    const [{ id }] = await refunds.payouts(sale)
    const blind = await desk.post(`/${id}/pay-rest`, {})
    expect([blind.status, blind.body.field]).toEqual([400, "version"])
    const keyless = await desk.maker
      .post(`/admin/payin/payouts/${id}/pay-rest`)
      .send({ version: 1 })
    expect(keyless.status).toBe(400)
    const stale = await desk.post(`/${id}/pay-rest`, { version: 7 })
    expect([stale.status, stale.body.code]).toEqual([409, "changed_since"])
    const early = await order(id)
    expect([early.status, early.body.code]).toEqual([409, "moved_on"])
    const unknown = await desk.post("/payout_none/pay-rest", { version: 1 })
    expect(unknown.status).toBe(404)
  })

  it("of a seller's share falls with goods that come back before it is sent, as the share would", async () => {
    const fulfillments = await FulfillmentDriver.of(shop)
    await fulfillments.rule(await fulfillments.seller(), 80)
    const { id: order_id } = await fulfillments.sell({ "CAFE-GRANO": 2 })
    await fulfillments.deliver(order_id, await fulfillments.pack(order_id))
    const [share] = await fulfillments.paid(order_id)
    await driver.bringIn(31, share.id, "pending")
    await pays(share.id, 30_000)
    const rest = (await order(share.id)).body.payout
    const whole = Number(share.amount)
    expect(Number(rest.amount)).toBe(whole - 30_000)
    await fulfillments.takeBack(order_id, { "CAFE-GRANO": 1 })
    await looked()
    await desk.approve(rest.id)
    await driver.runIn(61)
    // Another amount is another approval.
    const lowered = await driver.reaches(rest.id, "awaiting_approval")
    expect(Number(lowered.amount)).toBe((whole - 30_000) / 2)
    await desk.approve(rest.id)
    await driver.bringIn(61, rest.id, "pending")
    await pays(rest.id)
    const due = await fulfillments.clawbacks({ order_id })
    const kept =
      30_000 + Number(lowered.amount) - due.reduce((sum, { amount }) => sum + Number(amount), 0)
    expect(kept).toBe(whole / 2)
  })
})
