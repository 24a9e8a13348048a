import { randomUUID } from "node:crypto"
import { resendPayout, retryPayout } from "../../src/workflows/payout"
import { UnclearError } from "../../src/modules/gateway"
import { payElsewhere } from "../../src/workflows/refund/elsewhere"
import { Desk } from "../support/desk"
import { breakWriting } from "../support/gate"
import { withShop } from "../support/shop"
import { NO_LIMIT } from "../support/shop-settings"
import { refundee, sold } from "../support/sold"
import { DESTINATION, MAKER, Treasury } from "../support/treasury"
import { Warehouse } from "../support/warehouse"

const DAY = 86_400_000
const BY_HAND = { note: "In cash.", proof: "receipt 7" }

withShop("money that may be gone", NO_LIMIT, (shop) => {
  const treasury = new Treasury(shop)
  const refunds = refundee(shop, treasury)
  beforeEach(() => treasury.fill(1_000_000))
  afterEach(() => {
    Object.assign(shop.gateway.options, { unknownPayouts: "hold" })
  })

  const request = (payout_id: string) => ({ payout_id, actor: MAKER, request_id: randomUUID() })
  const retry = (id: string) => retryPayout(shop.container, request(id))
  const resend = (id: string) => resendPayout(shop.container, request(id))

  /** Sent, and rejected by the service. */
  async function bounced(id: string): Promise<string> {
    await treasury.run()
    const { reference } = await treasury.reaches(id, "pending")
    shop.sandbox.rejectPayout(String(reference), { notify: false })
    await treasury.runIn(11)
    await treasury.reaches(id, "rejected")
    return String(reference)
  }

  /** What is queued is sent, and the service never receives it: that is believed by now. Answers its id. */
  async function missing(queued: () => Promise<string>): Promise<string> {
    shop.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 100 })
    const id = await queued()
    await treasury.run()
    await treasury.reaches(id, "unknown")
    await treasury.pass(40)
    expect(await treasury.payout(id)).toMatchObject({ status: "unknown", reason: "not_known" })
    return id
  }

  const made = async () => (await treasury.make(40_000)).id

  async function expectReason(id: string, reason: string) {
    await shop.until(async () => ((await treasury.payout(id)).reason === reason ? true : null))
  }

  const statuses = (id: string) => treasury.taken(id).map(({ status }) => status)

  it.each(["PENDING", "IN_REVIEW"])(
    "makes no second reference while the service says %s of the first, and one when it is rejected again",
    async (status) => {
      const { id } = await treasury.make(40_000)
      const reference = await bounced(id)
      shop.clerk.lie((answer) => (answer.reference === reference ? { ...answer, status } : answer))
      await retry(id)
      await treasury.pass(3)
      expect(await treasury.payout(id)).toMatchObject({
        status: "queued",
        reason: "rejection_doubted",
      })
      expect(treasury.taken(id)).toHaveLength(1)

      shop.clerk.tellTheTruth()
      await treasury.runIn(61)
      await treasury.reaches(id, "pending")
      expect(statuses(id).sort()).toEqual(["PENDING", "REJECTED"])
    }
  )

  it("makes a second reference once the service is believed to have dropped the rejected one from its books", async () => {
    const { id } = await treasury.make(40_000)
    const reference = await bounced(id)
    shop.clerk.meet((url, response) => {
      if (url.includes("/transaction/") && treasury.taken(id).length === 1) {
        response.status(404).json({ code: "00", status: "error", error: "NOT_FOUND" })
      }
    })
    await retry(id)
    await treasury.pass(3)
    expect(await treasury.payout(id)).toMatchObject({
      status: "queued",
      reason: "rejection_doubted",
    })
    await treasury.pass(40)
    await treasury.reaches(id, "pending")
    expect(statuses(id).sort()).toEqual(["PENDING", "REJECTED"])
    expect((await treasury.payout(id)).reference).not.toBe(reference)
  })

  describe("of an anomaly whose first payout was rejected, retried and canceled", () => {
    const { bank, account_number, account_type } = DESTINATION
    const destination = { bank, account_number, account_type }
    const decision = { action: "refund", destination }

    async function unwritten(desk: Desk) {
      const sale = await sold(shop)
      const broken = await breakWriting(shop.pg, { table: "payin_payout", event: "insert" })
      await refunds.refund(sale, 60_000)
      await broken.mend()
      return desk.find("refund_without_payout")
    }

    /** Another amount than the price of 60,000. */
    const arrived = (amount: number) => async (desk: Desk) => {
      const { reference } = await shop.checkout("co")
      shop.sandbox.settle(reference, { status: "APPROVED", amount })
      const anomaly = await desk.find("amount_mismatch")
      await shop.digested(reference)
      return anomaly
    }
    /** A part of what arrived, so that a second one would be within that. */
    const excess = arrived(75_000)
    /** An order could still take it, for less than its price. */
    const tooLittle = arrived(50_000)

    const WHAT = [
      { what: "a whole payment", ask: unwritten, decision },
      { what: "its excess", ask: excess, decision: { action: "accept", destination } },
    ]

    async function canceled({ ask, decision }: (typeof WHAT)[number] = WHAT[0]) {
      const desk = await Desk.open(shop)
      const { id } = await ask(desk)
      const first = String((await desk.decide(id, decision)).payout_id)
      const reference = await bounced(first)
      treasury.fill(0)
      await retry(first)
      const words = { note: "Another account." }
      await desk.http.post(`/admin/payin/payouts/${first}/cancel`).send(words).expect(200)
      treasury.fill(1_000_000)
      return { desk, anomaly: id, first, reference }
    }

    it("gives nothing back again once the service paid it after all", async () => {
      const { desk, anomaly, first, reference } = await canceled()
      shop.sandbox.approvePayout(reference)
      await expectReason(first, "contradiction")
      expect(await desk.refused(anomaly, decision)).toContain("given back already")
      await treasury.pass(2)
      expect(shop.sandbox.counters().payout).toBe(1)

      // The service takes it back: then it is owed again.
      shop.sandbox.rejectPayout(reference, { notify: false })
      await treasury.pass(60)
      const second = String((await desk.decide(anomaly, decision)).payout_id)
      await treasury.run()
      await treasury.reaches(second, "pending")
    })

    it.each(WHAT)("asks once more before another payout gives $what back", async (one) => {
      const { decision } = one
      const { desk, anomaly, reference } = await canceled(one)
      shop.sandbox.approvePayout(reference, { notify: false })
      const second = String((await desk.decide(anomaly, decision)).payout_id)
      await treasury.run()
      await expectReason(second, "over_bound")
      await treasury.pass(2)
      expect(treasury.taken(second)).toEqual([])
    })

    it.each(WHAT)("resends none that gives $what back once the first was paid", async (one) => {
      const { decision } = one
      const { desk, anomaly, first, reference } = await canceled(one)
      const second = await missing(async () =>
        String((await desk.decide(anomaly, decision)).payout_id)
      )
      shop.sandbox.approvePayout(reference)
      await expectReason(first, "contradiction")
      Object.assign(shop.gateway.options, { unknownPayouts: "resend" })
      await treasury.pass(60)
      expect(await resend(second)).toMatchObject({ outcome: "refused" })
      expect(treasury.taken(second)).toEqual([])
    })

    it("is not paid by other means either once the service paid it after all", async () => {
      const { desk, anomaly, reference } = await canceled()
      shop.sandbox.approvePayout(reference, { notify: false })
      const second = String((await desk.decide(anomaly, { action: "refund" })).payout_id)
      expect(await treasury.payout(second)).toMatchObject({ status: "awaiting_destination" })
      const elsewhere = () => payElsewhere(shop.container, second, MAKER, BY_HAND)
      expect(await elsewhere()).toMatchObject({ outcome: "refused", code: "paid_after_all" })
      expect(await elsewhere()).toMatchObject({ outcome: "refused", waits_for: "over_bound" })
      await desk.cancelPayout(second, "It was paid.").expect(200)
    })

    it("gives no order the money once the service paid it after all", async () => {
      const { desk, anomaly, first, reference } = await canceled({ ...WHAT[0], ask: tooLittle })
      shop.sandbox.approvePayout(reference, { notify: false })
      expect(await desk.refused(anomaly, { action: "accept" })).toContain(`by payout ${first}`)
      await shop.sweep()
      const row = await shop.pg("payin_transaction").whereNotNull("set_aside_at").first()
      expect(row).toMatchObject({ approved_amount: "50000", settled_at: null })
    })

    it("gives no order the money while the service calls it pending, and does once it is rejected again", async () => {
      const { desk, anomaly, reference } = await canceled({ ...WHAT[0], ask: tooLittle })
      shop.clerk.lie((answer) =>
        answer.reference === reference ? { ...answer, status: "PENDING" } : answer
      )
      expect(await desk.refused(anomaly, { action: "accept" })).toContain("does not confirm")
      shop.clerk.tellTheTruth()
      expect(await desk.decide(anomaly, { action: "accept" })).toMatchObject({ action: "accept" })
    })

    it("waits while the service calls it pending, and pays once it is rejected again", async () => {
      const { desk, anomaly, first, reference } = await canceled()
      shop.clerk.lie((answer) =>
        answer.reference === reference ? { ...answer, status: "PENDING" } : answer
      )
      const second = String((await desk.decide(anomaly, decision)).payout_id)
      await treasury.run()
      await expectReason(second, "rejection_doubted")
      expect(treasury.taken(second)).toEqual([])

      shop.clerk.tellTheTruth()
      await treasury.runIn(61)
      await treasury.reaches(second, "pending")
      expect([statuses(first), statuses(second)]).toEqual([["REJECTED"], ["PENDING"]])
    })
  })

  it("is not paid by other means while the service does not say that it was rejected", async () => {
    const { id } = await treasury.make(40_000)
    const reference = await bounced(id)
    const elsewhere = () => payElsewhere(shop.container, id, MAKER, BY_HAND)
    shop.clerk.lie((answer) =>
      answer.reference === reference ? { ...answer, status: "PENDING" } : answer
    )
    expect(await elsewhere()).toMatchObject({ outcome: "refused", waits_for: "rejection_doubted" })
    shop.clerk.tellTheTruth()
    shop.sandbox.injectFault({ operation: "lookup", kind: "reset_before", times: "always" })
    await expect(elsewhere()).rejects.toThrow(UnclearError)
    expect(await treasury.payout(id)).toMatchObject({ status: "rejected" })
    shop.sandbox.clearFaults()
    expect(await elsewhere()).toMatchObject({ outcome: "done" })
    expect(await elsewhere()).toMatchObject({ outcome: "done" })
  })

  it("is said to be paid by other means only by who was told that the service paid it after all", async () => {
    const { id } = await treasury.make(40_000)
    const reference = await bounced(id)
    shop.sandbox.approvePayout(reference, { notify: false })
    const elsewhere = () => payElsewhere(shop.container, id, MAKER, BY_HAND)
    expect(await elsewhere()).toMatchObject({ outcome: "refused", code: "paid_after_all" })
    expect(await treasury.payout(id)).toMatchObject({ status: "rejected", reason: "contradiction" })
    expect(await elsewhere()).toMatchObject({ outcome: "done" })
  })

  it("may be paid by other means when its account is closed, once a rejection is not watched any more", async () => {
    const { id } = await treasury.make(40_000)
    await bounced(id)
    const { accounts } = shop.gateway.options
    const elsewhere = () => payElsewhere(shop.container, id, MAKER, BY_HAND)
    Object.assign(shop.gateway.options, { accounts: [] })
    try {
      expect(await elsewhere()).toMatchObject({ outcome: "refused", again: true })
      shop.advanceClock(8 * DAY)
      expect(await elsewhere()).toMatchObject({ outcome: "done" })
    } finally {
      Object.assign(shop.gateway.options, { accounts })
    }
  })

  it("resends nothing while the service does not say that an earlier reference was rejected", async () => {
    const { id } = await treasury.make(40_000)
    const reference = await bounced(id)
    await missing(async () => {
      await retry(id)
      return id
    })
    shop.clerk.lie((answer) =>
      answer.reference === reference ? { ...answer, status: "PENDING" } : answer
    )
    expect(await resend(id)).toMatchObject({ outcome: "refused", again: true })
    expect(statuses(id)).toEqual(["REJECTED"])
    shop.clerk.tellTheTruth()
    expect(await resend(id)).toMatchObject({ outcome: "done" })
    expect(treasury.taken(id)).toHaveLength(2)
  })

  it("resends nothing by itself for a parcel that is canceled, and does for one that is not", async () => {
    const warehouse = await Warehouse.of(shop)
    await warehouse.rule(await warehouse.seller(), 80, "order.fulfillment_created")
    const [gone, stays] = [await warehouse.sell(), await warehouse.sell()]
    shop.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 100, times: 2 })
    const parcel = await warehouse.pack(gone.id)
    await warehouse.pack(stays.id)
    const payouts = [...(await warehouse.paid(gone.id)), ...(await warehouse.paid(stays.id))]
    await treasury.run()
    for (const { id } of payouts) {
      await treasury.reaches(id, "unknown")
    }
    await warehouse.cancel(gone.id, parcel)
    Object.assign(shop.gateway.options, { unknownPayouts: "resend" })
    await treasury.pass(60)
    expect(payouts.map(({ id }) => treasury.taken(id).length)).toEqual([0, 1])
    expect(await treasury.payout(payouts[0].id)).toMatchObject({ status: "rejected" })
    expect(await resend(payouts[0].id)).toMatchObject({ outcome: "refused" })
  })

  it("is ended by a person when nobody wants it any more and the service knows nothing of it", async () => {
    const warehouse = await Warehouse.of(shop)
    await warehouse.rule(await warehouse.seller(), 80, "order.fulfillment_created")
    const sale = await warehouse.sell()
    shop.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 100 })
    const parcel = await warehouse.pack(sale.id)
    const [{ id }] = await warehouse.paid(sale.id)
    await treasury.run()
    await treasury.reaches(id, "unknown")
    await warehouse.cancel(sale.id, parcel)
    // Not yet believed: it may still sit in a queue.
    expect(await resend(id)).toMatchObject({ outcome: "refused" })
    expect(await treasury.payout(id)).toMatchObject({ status: "unknown" })
    await treasury.pass(40)
    expect(await resend(id)).toMatchObject({ outcome: "refused" })
    expect(await treasury.payout(id)).toMatchObject({
      status: "rejected",
      reason: "never_received",
    })
    expect(treasury.taken(id)).toEqual([])
  })

  it.each(["hold", "resend"])(
    "with unknownPayouts %s resends nothing that the balance does not cover, and pays after a top-up",
    async (unknownPayouts) => {
      const id = await missing(made)
      treasury.fill(1_000)
      Object.assign(shop.gateway.options, { unknownPayouts })
      expect(await resend(id)).toMatchObject({ outcome: "refused", again: true })
      await treasury.pass(60)
      expect(shop.sandbox.counters().payout).toBe(1)
      expect(await treasury.payout(id)).toMatchObject({ status: "unknown", reason: "not_known" })

      treasury.fill(1_000_000)
      if (unknownPayouts === "hold") {
        expect(await resend(id)).toMatchObject({ outcome: "done" })
      }
      await treasury.pass(60)
      await treasury.reaches(id, "pending")
      expect(await treasury.attempts(id)).toHaveLength(1)
      expect(treasury.taken(id)).toHaveLength(1)
    }
  )

  it.each(["balance", "credentials"])(
    "takes a resend that was refused for the account's %s for no word on the payout: it is resent later",
    async (what) => {
      const id = await missing(made)
      shop.clerk.meet((url, response) => {
        if (url.includes("/payout")) {
          if (what === "balance") {
            treasury.fill(1_000)
          } else {
            response.status(401).json({ code: "00", status: "error", error: "UNAUTHORIZED" })
          }
        }
      })
      expect(await resend(id)).toMatchObject({ outcome: "done" })
      await treasury.pass(60)
      expect(await treasury.payout(id)).toMatchObject({ status: "unknown", reason: "not_known" })

      shop.clerk.tellTheTruth()
      treasury.fill(1_000_000)
      expect(await resend(id)).toMatchObject({ outcome: "done" })
      await treasury.pass(2)
      await treasury.reaches(id, "pending")
      expect(treasury.taken(id)).toHaveLength(1)
    }
  )

  it("leaves queued and cancelable what cannot be written with the option decimals", async () => {
    const [one, other] = [await treasury.make(40_000.5), await treasury.make(30_000.5)]
    await treasury.run()
    await expectReason(one.id, "not_writable")
    expect(await treasury.attempts(one.id)).toEqual([])
    const canceled = await treasury.payouts.decisions.cancel(other.id, MAKER, null)
    expect(canceled).toMatchObject({ outcome: "done", payout: { status: "canceled" } })
  })
})
