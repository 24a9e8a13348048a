import { Desk } from "../support/desk"
import { breakWriting } from "../support/gate"
import { withShop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"
import { refundee, sold } from "../support/sold"
import { DESTINATION, PayoutDriver } from "../support/payout-driver"
import { FulfillmentDriver } from "../support/fulfillment-driver"

const { bank, account_number, account_type } = DESTINATION
const REFUND = { action: "refund", destination: { bank, account_number, account_type } }

withShop("payouts with an unclear outcome", NO_APPROVALS, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  const refunds = refundee(shop, payoutDriver)
  beforeEach(() => payoutDriver.fill(1_000_000))
  afterEach(() => {
    Object.assign(shop.gateway.options, { unknownPayouts: "hold" })
  })

  describe("an anomaly whose first payout was rejected, retried and canceled", () => {
    async function unwritten(desk: Desk) {
      const sale = await sold(shop)
      const broken = await breakWriting(shop.pg, { table: "payin_payout", event: "insert" })
      await refunds.refund(sale, 60_000)
      await broken.mend()
      return desk.find("refund_without_payout")
    }

    /** An order could still take it, for less than its price. */
    async function tooLittle(desk: Desk) {
      const { reference } = await shop.checkout("co")
      shop.sandbox.settle(reference, { status: "APPROVED", amount: 50_000 })
      const anomaly = await desk.find("amount_mismatch")
      await shop.digested(reference)
      return anomaly
    }

    async function canceled(ask: (desk: Desk) => Promise<{ id: string }>) {
      const desk = await Desk.open(shop)
      const { id } = await ask(desk)
      const first = String((await desk.decide(id, REFUND)).payout_id)
      await payoutDriver.run()
      const [{ reference }] = payoutDriver.taken(first)
      shop.sandbox.rejectPayout(reference, { notify: false })
      await payoutDriver.runIn(11)
      payoutDriver.fill(0)
      await payoutDriver.retry(first)
      await desk.cancelPayout(first, "Another account.").expect(200)
      payoutDriver.fill(1_000_000)
      return { desk, anomaly: id, first, reference }
    }

    it("is not refunded again while the service reports the first payout as paid", async () => {
      const { desk, anomaly, first, reference } = await canceled(unwritten)
      shop.sandbox.approvePayout(reference, { notify: false })
      await payoutDriver.runIn(60)
      expect(await payoutDriver.payout(first)).toMatchObject({ reason: "contradiction" })
      expect(await desk.refused(anomaly, REFUND)).toContain("given back already")
      await payoutDriver.pass(2)
      expect(payoutDriver.sends()).toBe(1)

      // The service takes it back: then it is owed again.
      shop.sandbox.rejectPayout(reference, { notify: false })
      await payoutDriver.pass(60, 10)
      const second = String((await desk.decide(anomaly, REFUND)).payout_id)
      await payoutDriver.run()
      expect(await payoutDriver.payout(second)).toMatchObject({ status: "pending" })
    })

    it("cannot be accepted for an order once the service paid the payout after all", async () => {
      const { desk, anomaly, first, reference } = await canceled(tooLittle)
      shop.sandbox.approvePayout(reference, { notify: false })
      expect(await desk.refused(anomaly, { action: "accept" })).toContain(`by payout ${first}`)
      await shop.sweep()
      const row = await shop.pg("payin_transaction").whereNotNull("excluded_at").first()
      expect(row).toMatchObject({ approved_amount: "50000", settled_at: null })
    })

    it("cannot be accepted while the service reports the payout as pending, and can once it is rejected again", async () => {
      const { desk, anomaly, reference } = await canceled(tooLittle)
      shop.proxy.lie((answer) =>
        answer.reference === reference ? { ...answer, status: "PENDING" } : answer
      )
      expect(await desk.refused(anomaly, { action: "accept" })).toContain("does not confirm")
      shop.proxy.tellTheTruth()
      expect(await desk.decide(anomaly, { action: "accept" })).toMatchObject({ action: "accept" })
    })
  })

  describe("the payout of a canceled parcel while its outcome is unknown", () => {
    /** Two sellers' payouts that the service never received; then the first one's parcel is canceled. */
    async function unwanted() {
      const fulfillmentDriver = await FulfillmentDriver.of(shop)
      await fulfillmentDriver.rule(
        await fulfillmentDriver.seller(),
        80,
        "order.fulfillment_created"
      )
      const [gone, stays] = [await fulfillmentDriver.sell(), await fulfillmentDriver.sell()]
      shop.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 0, times: 2 })
      const parcel = await fulfillmentDriver.pack(gone.id)
      await fulfillmentDriver.pack(stays.id)
      const payouts = [
        ...(await fulfillmentDriver.paid(gone.id)),
        ...(await fulfillmentDriver.paid(stays.id)),
      ]
      await payoutDriver.run()
      const ids = payouts.map(({ id }) => id)
      for (const id of ids) {
        expect(await payoutDriver.payout(id)).toMatchObject({ status: "unknown" })
      }
      await fulfillmentDriver.cancel(gone.id, parcel)
      return ids
    }

    it("is not resent by the jobs, while the payout of a parcel that is not canceled is", async () => {
      const [gone, stays] = await unwanted()
      Object.assign(shop.gateway.options, { unknownPayouts: "resend" })
      await payoutDriver.pass(60, 10)
      expect([gone, stays].map((id) => payoutDriver.taken(id).length)).toEqual([0, 1])
      expect(await payoutDriver.payout(gone)).toMatchObject({ status: "rejected" })
      expect(await payoutDriver.resend(gone)).toMatchObject({ outcome: "refused" })
    })

    it("is rejected by an operator's resend once the service is believed not to know it, not before", async () => {
      const [gone] = await unwanted()
      expect(await payoutDriver.resend(gone)).toMatchObject({ outcome: "refused" })
      expect(await payoutDriver.payout(gone)).toMatchObject({ status: "unknown" })
      await payoutDriver.pass(60, 10)
      expect(await payoutDriver.resend(gone)).toMatchObject({ outcome: "refused" })
      expect(await payoutDriver.payout(gone)).toMatchObject({
        ...{ status: "rejected", reason: "never_received" },
      })
      expect(payoutDriver.taken(gone)).toEqual([])
    })
  })
})
