import { Desk } from "../support/desk"
import { breakWriting } from "../support/gate"
import { withShop } from "../support/shop"
import { NO_LIMIT } from "../support/shop-settings"
import { refundee, sold } from "../support/sold"
import { DESTINATION, Treasury } from "../support/treasury"
import { Warehouse } from "../support/warehouse"

const { bank, account_number, account_type } = DESTINATION
const REFUND = { action: "refund", destination: { bank, account_number, account_type } }

withShop("money that may be gone", NO_LIMIT, (shop) => {
  const treasury = new Treasury(shop)
  const refunds = refundee(shop, treasury)
  beforeEach(() => treasury.fill(1_000_000))
  afterEach(() => {
    Object.assign(shop.gateway.options, { unknownPayouts: "hold" })
  })

  describe("of an anomaly whose first payout was rejected, retried and canceled", () => {
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
      await treasury.run()
      const [{ reference }] = treasury.taken(first)
      shop.sandbox.rejectPayout(reference, { notify: false })
      await treasury.runIn(11)
      treasury.fill(0)
      await treasury.retry(first)
      await desk.cancelPayout(first, "Another account.").expect(200)
      treasury.fill(1_000_000)
      return { desk, anomaly: id, first, reference }
    }

    it("gives nothing back again once the service paid it after all", async () => {
      const { desk, anomaly, first, reference } = await canceled(unwritten)
      shop.sandbox.approvePayout(reference, { notify: false })
      await treasury.runIn(60)
      expect(await treasury.payout(first)).toMatchObject({ reason: "contradiction" })
      expect(await desk.refused(anomaly, REFUND)).toContain("given back already")
      await treasury.pass(2)
      expect(treasury.sends()).toBe(1)

      // The service takes it back: then it is owed again.
      shop.sandbox.rejectPayout(reference, { notify: false })
      await treasury.pass(60, 10)
      const second = String((await desk.decide(anomaly, REFUND)).payout_id)
      await treasury.run()
      expect(await treasury.payout(second)).toMatchObject({ status: "pending" })
    })

    it("gives no order the money once the service paid it after all", async () => {
      const { desk, anomaly, first, reference } = await canceled(tooLittle)
      shop.sandbox.approvePayout(reference, { notify: false })
      expect(await desk.refused(anomaly, { action: "accept" })).toContain(`by payout ${first}`)
      await shop.sweep()
      const row = await shop.pg("payin_transaction").whereNotNull("set_aside_at").first()
      expect(row).toMatchObject({ approved_amount: "50000", settled_at: null })
    })

    it("gives no order the money while the service calls it pending, and does once it is rejected again", async () => {
      const { desk, anomaly, reference } = await canceled(tooLittle)
      shop.clerk.lie((answer) =>
        answer.reference === reference ? { ...answer, status: "PENDING" } : answer
      )
      expect(await desk.refused(anomaly, { action: "accept" })).toContain("does not confirm")
      shop.clerk.tellTheTruth()
      expect(await desk.decide(anomaly, { action: "accept" })).toMatchObject({ action: "accept" })
    })
  })

  describe("of a seller whose parcel is canceled while nobody knows whether he was paid", () => {
    /** Two sellers' payouts that the service never received; then the first one's parcel is canceled. */
    async function unwanted() {
      const warehouse = await Warehouse.of(shop)
      await warehouse.rule(await warehouse.seller(), 80, "order.fulfillment_created")
      const [gone, stays] = [await warehouse.sell(), await warehouse.sell()]
      shop.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 0, times: 2 })
      const parcel = await warehouse.pack(gone.id)
      await warehouse.pack(stays.id)
      const payouts = [...(await warehouse.paid(gone.id)), ...(await warehouse.paid(stays.id))]
      await treasury.run()
      const ids = payouts.map(({ id }) => id)
      for (const id of ids) {
        expect(await treasury.payout(id)).toMatchObject({ status: "unknown" })
      }
      await warehouse.cancel(gone.id, parcel)
      return ids
    }

    it("resends nothing by itself, and does for a parcel that is not canceled", async () => {
      const [gone, stays] = await unwanted()
      Object.assign(shop.gateway.options, { unknownPayouts: "resend" })
      await treasury.pass(60, 10)
      expect([gone, stays].map((id) => treasury.taken(id).length)).toEqual([0, 1])
      expect(await treasury.payout(gone)).toMatchObject({ status: "rejected" })
      expect(await treasury.resend(gone)).toMatchObject({ outcome: "refused" })
    })

    it("is ended by a person once the service is believed to know nothing of it, not before", async () => {
      const [gone] = await unwanted()
      expect(await treasury.resend(gone)).toMatchObject({ outcome: "refused" })
      expect(await treasury.payout(gone)).toMatchObject({ status: "unknown" })
      await treasury.pass(60, 10)
      expect(await treasury.resend(gone)).toMatchObject({ outcome: "refused" })
      expect(await treasury.payout(gone)).toMatchObject({
        ...{ status: "rejected", reason: "never_received" },
      })
      expect(treasury.taken(gone)).toEqual([])
    })
  })
})
