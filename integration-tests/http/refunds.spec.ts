import { sweepRefunds } from "../../src/workflows/refund/sweep"
import { randomUUID } from "node:crypto"
import { generateEntityId } from "@medusajs/framework/utils"
import payinOrphans from "../../src/jobs/payin-orphans"
import { Desk } from "../support/desk"
import { breakWriting } from "../support/gate"
import { refundee, sold, type Sale } from "../support/sold"
import { locksReleased } from "../support/order-locks"
import { withShop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"
import { DESTINATION, PayoutDriver } from "../support/payout-driver"

withShop("refunds by payout", NO_APPROVALS, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  const desk = refundee(shop, payoutDriver)
  beforeEach(() => payoutDriver.fill(1_000_000))

  /** Two processes look at once for what is missing; it is there afterwards, whoever did it. */
  async function sweep(): Promise<void> {
    await locksReleased(shop)
    await Promise.all([payinOrphans(shop.container), payinOrphans(shop.container)])
  }

  it("of a paid order wait for a destination, are sent once it is given, and end paid", async () => {
    const needed = shop.listen("payin.refund_destination_needed")
    const paid = shop.listen("payin.refund_paid")
    const sale = await sold(shop)
    await desk.refund(sale, 60_000)

    const [held] = await desk.payouts(sale)
    expect(held).toMatchObject({
      source: "refund",
      status: "held",
      reason: "refund_young",
      amount: "60000",
      payment_id: sale.payment.id,
      created_by: expect.stringMatching(/./),
    })
    await payoutDriver.run()
    expect((await payoutDriver.payout(held.id)).status).toBe("held")

    await payoutDriver.runIn(31)
    expect(await payoutDriver.payout(held.id)).toMatchObject({
      status: "awaiting_destination",
      order_id: sale.order.id,
    })
    await shop.until(async () => needed.data.at(0) ?? null)
    await payoutDriver.payouts.decisions.giveDestination(
      held.id,
      { destination: DESTINATION, payment_method: "BANK_TRANSFER", other_person: false },
      desk.other
    )
    await payoutDriver.run()
    const [taken] = payoutDriver.taken(held.id)
    expect(taken).toMatchObject({ amount: 60_000, account_number: DESTINATION.account_number })
    shop.sandbox.approvePayout(taken.reference, { notify: false })
    await payoutDriver.bringIn(11, held.id, "approved")
    await shop.until(async () => paid.data.at(0) ?? null)
    expect(await shop.anomalies()).toEqual([])
  })

  it("in parts are paid in parts, rounded down in sum, and the last part pays the rest", async () => {
    const sale = await sold(shop)
    await desk.refund(sale, 20_000.6)
    await desk.refund(sale, 20_000.6)
    await desk.refund(sale, 19_998.8)
    expect((await desk.payouts(sale)).map(({ amount }) => amount)).toEqual([
      "20000",
      "20001",
      "19999",
    ])
    expect(await shop.anomalies()).toEqual([])
    expect(await desk.booked(sale)).toMatchObject({ refunded: 60_000, transactions: 4 })
  })

  it("too small to be sent are shown to a person, and count for the later ones", async () => {
    const sale = await sold(shop)
    const amounts = async () => (await desk.payouts(sale)).map(({ amount }) => amount)
    await desk.refund(sale, 0.6)
    expect(await amounts()).toEqual([])
    const anomalies = await Desk.open(shop)
    const { id } = await anomalies.find("refund_without_payout")
    await desk.refund(sale, 0.6)
    expect(await amounts()).toEqual(["1"])
    shop.advanceClock(120_000)
    await sweep()
    expect(await amounts()).toEqual(["1"])
    await desk.refund(sale, 59_998.8)
    expect(await amounts()).toEqual(["1", "59999"])
    expect((await anomalies.resolve(id, { action: "refund" })).status).toBe(409)
    await anomalies.decide(id, { action: "ignore" })
    expect(await amounts()).toEqual(["1", "59999"])
    expect(await shop.anomalies()).toHaveLength(1)
  })

  it("too small to be sent are paid by the sweep once they make a unit and their process died", async () => {
    const sale = await sold(shop)
    await desk.refund(sale, 0.6)
    const [first] = await shop.pg("refund")
    const amount = { amount: first.amount, raw_amount: JSON.stringify(first.raw_amount) }
    const created_at = new Date(Date.now() - 120_000)
    await shop.pg("refund").insert({ ...first, ...amount, id: `${String(first.id)}Z`, created_at })
    await sweep()
    expect((await desk.payouts(sale)).map((one) => one.amount)).toEqual(["1"])
    expect(await shop.anomalies()).toHaveLength(1)
  })

  it("of a canceled order are one payout of the remaining amount", async () => {
    const sale = await sold(shop)
    await desk.refund(sale, 25_000)
    await desk.http().then((http) => http.post(`/admin/orders/${sale.order.id}/cancel`).expect(200))
    expect((await desk.payouts(sale)).map(({ amount }) => amount)).toEqual(["25000", "35000"])
    await payoutDriver.runIn(31)
    expect((await desk.payouts(sale)).map(({ status }) => status)).toEqual([
      "awaiting_destination",
      "awaiting_destination",
    ])
    expect(await shop.anomalies()).toEqual([])
  })

  it("go to the destination given at checkout, without asking again", async () => {
    const { bank, account_number, account_type } = DESTINATION
    const refund_destination = { bank, account_number, account_type }
    const sale = await sold(shop, { refund_destination })
    await desk.refund(sale, 60_000)
    await payoutDriver.runIn(31)
    const [payout] = await desk.payouts(sale)
    expect(payout.status).toBe("pending")
    expect(payoutDriver.taken(payout.id)).toMatchObject([{ amount: 60_000, account_number }])
  })

  it("that Medusa rolls back are canceled, and the next try gets the full amount at once", async () => {
    const sale = await sold(shop)
    const mend = desk.failBehindUs()
    await desk
      .http()
      .then((http) =>
        http.post(`/admin/payments/${sale.payment.id}/refund`).send({ amount: 60_000 }).expect(500)
      )
    mend()
    expect(await shop.pg("refund")).toEqual([])
    const [gone] = await desk.payouts(sale)
    expect(gone).toMatchObject({ status: "held", amount: "60000" })

    await desk.refund(sale, 60_000)
    await payoutDriver.runIn(91)
    const payouts = await desk.payouts(sale)
    expect(payouts.map(({ status, amount }) => [status, amount])).toEqual([
      ["canceled", "60000"],
      ["awaiting_destination", "60000"],
    ])
    expect(await shop.anomalies()).toEqual([])
  })

  it("that Medusa rolls back without another try are never sent", async () => {
    const { bank, account_number, account_type } = DESTINATION
    const refund_destination = { bank, account_number, account_type }
    const sale = await sold(shop, { refund_destination })
    const mend = desk.failBehindUs()
    await desk
      .http()
      .then((http) =>
        http.post(`/admin/payments/${sale.payment.id}/refund`).send({ amount: 60_000 }).expect(500)
      )
    mend()
    await payoutDriver.runIn(31)
    await payoutDriver.runIn(3600)
    const [payout] = await desk.payouts(sale)
    expect(payout).toMatchObject({ status: "canceled", status_cause: "canceled" })
    expect(payoutDriver.taken(payout.id)).toEqual([])
    expect(await shop.anomalies()).toEqual([])
  })

  it("that left before Medusa took them back pay the next ones, and nothing is paid twice", async () => {
    const { bank, account_number, account_type } = DESTINATION
    const refund_destination = { bank, account_number, account_type }
    const sale = await sold(shop, { refund_destination })
    const mend = desk.failBehindUs(() => payoutDriver.runIn(31))
    await desk
      .http()
      .then((http) =>
        http.post(`/admin/payments/${sale.payment.id}/refund`).send({ amount: 20_000 }).expect(500)
      )
    mend()
    expect(await shop.pg("refund")).toEqual([])
    expect(await desk.payouts(sale)).toMatchObject([{ status: "pending", amount: "20000" }])
    await desk.refund(sale, 15_000)
    await payoutDriver.runIn(91)
    const [refund] = await shop.pg("refund")
    const [left, ...others] = await desk.payouts(sale)
    expect(left).toMatchObject({ refund_id: refund.id, order_amount: "15000", amount: "20000" })
    expect(others).toEqual([])
    // 5,000 of it left for no Refund yet.
    const beyond = {
      kind: "payout_amount_mismatch",
      facts: {
        amount: "5000",
        reason: `payout ${left.id} was sent for a refund that Medusa took back, and now pays refund ${refund.id}: 5000 more was sent than that refund asks for`,
      },
    }
    expect(await shop.anomalies("open")).toMatchObject([beyond])
    // It tells of no wrong unit: other payouts leave.
    expect(await shop.ledger.anomalies.isPaused("co")).toBe(false)
    await desk.refund(sale, 5_000)
    expect(await shop.anomalies("open")).toMatchObject([
      beyond,
      {
        kind: "refund_without_payout",
        facts: {
          amount: "5000",
          reason: `payout ${left.id} of a refund that Medusa took back paid it: do not pay it again`,
        },
      },
    ])
    await desk.refund(sale, 40_000)
    const all = await desk.payouts(sale)
    expect(all.map(({ amount }) => amount)).toEqual(["20000", "40000"])
  })

  it("that left before Medusa took them back, and are rejected then, are sent anew with what the next one says", async () => {
    const { bank, account_number, account_type } = DESTINATION
    const refund_destination = { bank, account_number, account_type }
    const sale = await sold(shop, { refund_destination })
    const mend = desk.failBehindUs(() => payoutDriver.runIn(31))
    await desk
      .http()
      .then((http) =>
        http.post(`/admin/payments/${sale.payment.id}/refund`).send({ amount: 20_000 }).expect(500)
      )
    mend()
    await desk.refund(sale, 15_000)
    await desk.refund(sale, 5_000)
    const [{ id }] = await desk.payouts(sale)
    const open = async () =>
      (await shop.anomalies("open")).map(({ kind, facts }) => [kind, "reason" in facts])
    expect(await open()).toEqual([
      ["payout_amount_mismatch", true],
      ["refund_without_payout", true],
    ])
    const [{ reference }] = payoutDriver.taken(id)
    shop.sandbox.rejectPayout(reference, { notify: false })
    await payoutDriver.bringIn(91, id, "rejected")
    expect(await payoutDriver.retry(id)).toMatchObject({ outcome: "done" })
    await payoutDriver.bringIn(31, id, "pending")
    // Nothing left beyond the first Refund any more, so nothing paid the second one.
    expect(await open()).toEqual([["refund_without_payout", false]])
    expect(
      payoutDriver
        .taken(id)
        .map(({ amount }) => amount)
        .sort()
    ).toEqual([15_000, 20_000])
    expect(await payoutDriver.payout(id)).toMatchObject({
      amount: "15000",
      refund_id: expect.any(String),
    })
  })

  it("that several payouts pay, which left before Medusa took others back, are paid no more by what is sent anew", async () => {
    const { bank, account_number, account_type } = DESTINATION
    const refund_destination = { bank, account_number, account_type }
    const sale = await sold(shop, { refund_destination })
    const http = await desk.http()
    for (const amount of [20_000, 30_000]) {
      const mend = desk.failBehindUs(() => payoutDriver.runIn(31))
      await http.post(`/admin/payments/${sale.payment.id}/refund`).send({ amount }).expect(500)
      mend()
    }
    // The second Refund took the first payout over, and both pay the one that stands.
    const left = await desk.payouts(sale)
    expect(left.map(({ status, amount }) => [status, amount])).toEqual([
      ["pending", "20000"],
      ["pending", "10000"],
    ])
    await desk.refund(sale, 25_000)
    expect(await shop.anomalies("open")).toMatchObject([{ facts: { amount: "5000" } }])
    const { id } = left[1]
    shop.sandbox.rejectPayout(payoutDriver.taken(id)[0].reference, { notify: false })
    await payoutDriver.bringIn(91, id, "rejected")
    expect(await payoutDriver.retry(id)).toMatchObject({ outcome: "done" })
    await payoutDriver.bringIn(31, id, "pending")
    const amounts = payoutDriver.taken(id).map(({ amount }) => amount)
    expect(amounts.sort((a, b) => a - b)).toEqual([5_000, 10_000])
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("that were rejected after Medusa took them back pay the next one no more than it says, and are approved anew", async () => {
    const { bank, account_number, account_type } = DESTINATION
    const refund_destination = { bank, account_number, account_type }
    const sale = await sold(shop, { refund_destination })
    const mend = desk.failBehindUs(() => payoutDriver.runIn(31))
    await desk
      .http()
      .then((http) =>
        http.post(`/admin/payments/${sale.payment.id}/refund`).send({ amount: 20_000 }).expect(500)
      )
    mend()
    const [{ id, version }] = await desk.payouts(sale)
    // As the service reports it, with an approval that was given for the larger amount.
    await shop.pg("payin_payout").where({ id }).update({ status: "rejected", approved_version: 1 })
    await shop.pg("payin_payout_attempt").where({ payout_id: id }).update({ status: "rejected" })
    await desk.refund(sale, 15_000)
    const payouts = await desk.payouts(sale)
    const [refund] = await shop.pg("refund")
    expect(payouts).toMatchObject([
      {
        ...{ id, status: "rejected", amount: "15000", order_amount: "15000" },
        ...{ refund_id: refund.id, version: version + 1, approved_version: 1 },
      },
    ])
  })

  it("that Medusa rolls back ask nobody where they go, and leave the whole payment to be refunded", async () => {
    const sale = await sold(shop)
    await desk.refund(sale, 20_000)
    await payoutDriver.runIn(31)
    expect(await desk.payouts(sale)).toMatchObject([{ status: "awaiting_destination" }])
    await shop.pg("refund").delete()
    await payoutDriver.runIn(61)
    await sweepRefunds(shop.container)
    expect(await desk.payouts(sale)).toMatchObject([{ status: "canceled" }])
  })

  it("that Medusa requests several times under one id are one payout", async () => {
    const sale = await sold(shop)
    await desk.refund(sale, 30_000)
    const [{ id, data }] = (await shop.order(sale.order.id)).payment_collections[0].payments
    const [refund] = await shop.pg("refund").where({ payment_id: id })
    for (let again = 0; again < 2; again++) {
      await shop.provider("co").refundPayment({
        amount: 30_000,
        data,
        context: { idempotency_key: refund.id },
      })
    }
    expect(await desk.payouts(sale)).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([])
  })

  it("at the same moment never pay more than was approved; the missing amount opens anomalies", async () => {
    const sale = await sold(shop)
    const { data } = sale.payment
    // As if Medusa's own guard failed: three refunds of most of it reach us at the same moment.
    const ids = ["ref_one", "ref_two", "ref_three"]
    const raw_amount = { value: "40000", precision: 20 }
    const row = { payment_id: sale.payment.id, amount: 40_000, raw_amount }
    await shop.pg("refund").insert(ids.map((id) => ({ id, ...row })))
    await Promise.all(
      ids.map((idempotency_key) =>
        shop.provider("co").refundPayment({ amount: 40_000, data, context: { idempotency_key } })
      )
    )
    const payouts = await desk.payouts(sale)
    const sum = payouts.reduce((total, { amount }) => total + Number(amount), 0)
    expect(sum).toBe(60_000)
    const open = await shop.anomalies("open")
    const missing = open.reduce((total, { facts }) => total + Number(facts.amount), 0)
    expect(open.every(({ kind }) => kind === "refund_without_payout")).toBe(true)
    expect(sum + missing).toBeGreaterThanOrEqual(120_000)
  })

  it("to a country without payouts open an anomaly, and its refund action says so", async () => {
    const sale = await sold(shop)
    await shop.pg("payin_transaction").update({ country: "MX" })
    await desk.refund(sale, 60_000)
    expect(await desk.payouts(sale)).toEqual([])
    const [{ id, facts }] = await shop.ledger.listPayinAnomalies({ status: "open" })
    expect(facts).toMatchObject({ amount: "60000" })
    const http = await desk.http()
    const answer = await http
      .post(`/admin/payin/anomalies/${id}/resolve`)
      .set("Idempotency-Key", randomUUID())
      .send({ action: "refund", note: "Give it back." })
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringMatching(/no money to this country/),
    ])
  })

  it("that the provider could not book are booked by a later sweep", async () => {
    const sale = await sold(shop)
    const [noPayout, noAnomaly] = [
      await breakWriting(shop.pg, { table: "payin_payout", event: "insert" }),
      // Not even the anomaly can be written: the database has a bad moment.
      await shop.pg.raw(
        "alter table payin_anomaly add constraint no_more check (kind <> 'refund_without_payout') not valid"
      ),
    ]
    expect(noAnomaly).toBeDefined()
    await desk.refund(sale, 60_000)
    await noPayout.mend()
    await shop.pg.raw("alter table payin_anomaly drop constraint no_more")
    expect(await desk.payouts(sale)).toEqual([])

    await payinOrphans(shop.container)
    expect(await desk.payouts(sale)).toEqual([])
    shop.advanceClock(61_000)
    await sweep()
    await payoutDriver.runIn(31)
    const booked = await desk.payouts(sale)
    expect(booked).toMatchObject([{ amount: "60000", status: "awaiting_destination" }])
    shop.advanceClock(3_600_000)
    await payinOrphans(shop.container)
    expect(await desk.payouts(sale)).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([])
  })

  it("with a part that cannot be paid open an anomaly, even when the process died before writing it", async () => {
    const sale = await sold(shop)
    const ids = [1, 2].map(() => generateEntityId(undefined, "ref"))
    const row = { payment_id: sale.payment.id, amount: 40_000 }
    const raw_amount = { value: "40000", precision: 20 }
    await shop.pg("refund").insert(ids.map((id) => ({ id, ...row, raw_amount })))
    const book = (idempotency_key: string) =>
      shop.provider("co").refundPayment({
        amount: 40_000,
        data: sale.payment.data,
        context: { idempotency_key },
      })
    await book(ids[0])
    const unseen = await breakWriting(shop.pg, { table: "payin_anomaly", event: "insert" })
    await book(ids[1]).catch(() => undefined)
    await unseen.mend()
    expect((await desk.payouts(sale)).map(({ amount }) => amount)).toEqual(["40000", "20000"])
    shop.advanceClock(61_000)
    await sweep()
    expect(await shop.anomalies()).toMatchObject([
      { kind: "refund_without_payout", facts: { refund_id: ids[1], amount: "20000" } },
    ])
    expect(await desk.payouts(sale)).toHaveLength(2)
  })

  it("whose process died right after them are booked once on Medusa's order by a later sweep", async () => {
    const sale = await sold(shop)
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    const { payment } = sale
    const answer = await (
      await desk.http()
    )
      .post(`/admin/payments/${payment.id}/refund`)
      .send({ amount: 25_000 })
    expect(answer.status).toBe(500)
    await broken.mend()
    // As far as a process comes that dies before Medusa counts.
    await shop.pg("payment_collection").update({ refunded_amount: 0, raw_refunded_amount: null })
    expect(await desk.booked(sale)).toMatchObject({ refunded: 0, balance: 60_000 })

    await payinOrphans(shop.container)
    expect(await desk.booked(sale)).toMatchObject({ refunded: 0, balance: 60_000 })
    await shop.pg("refund").update({ created_at: shop.pg.raw("now() - interval '2 minutes'") })
    await sweep()
    await sweep()
    expect(await desk.booked(sale)).toMatchObject({
      refunded: 25_000,
      balance: 35_000,
      transactions: 2,
    })
    await desk.refund(sale, 10_000)
    expect(await desk.booked(sale)).toMatchObject({ refunded: 35_000, balance: 25_000 })
  })

  it("that are too small to send open an anomaly", async () => {
    const sale: Sale = await sold(shop)
    await desk.refund(sale, 0.4)
    expect(await desk.payouts(sale)).toEqual([])
    expect(await shop.anomalies("open")).toMatchObject([
      { kind: "refund_without_payout", facts: { amount: "0.4" } },
    ])
    shop.advanceClock(3_600_000)
    await payinOrphans(shop.container)
    expect(await shop.anomalies()).toHaveLength(1)
  })
})
