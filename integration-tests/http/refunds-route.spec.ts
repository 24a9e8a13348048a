import { randomUUID } from "node:crypto"
import type { AdminPayout } from "../../src/api/admin/payin/payout-types"
import { Desk } from "../support/desk"
import { Modules } from "@medusajs/framework/utils"
import { LEASE_SECONDS } from "../../src/domain/time/schedule"
import { breakWriting, closeGate, closeTable } from "../support/gate"
import { losePatience } from "../support/patience"
import { withShop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"
import { refundee, sold } from "../support/sold"
import { DESTINATION, PayoutDriver } from "../support/payout-driver"

const { bank, account_number, account_type } = DESTINATION
/** The person is known from the payment. */
const ACCOUNT = { bank, account_number, account_type }
const KEPT = { ...ACCOUNT, account_number: "11223344550" }

withShop("refunds from an order's page", NO_APPROVALS, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  const refunds = refundee(shop, payoutDriver)
  beforeEach(() => payoutDriver.fill(1_000_000))
  afterEach(() => jest.restoreAllMocks())

  const post = async (order: string, body: object, key: string = randomUUID()) =>
    (await refunds.http())
      .post(`/admin/payin/orders/${order}/refund`)
      .set("Idempotency-Key", key)
      .send(body)

  /** Refunds, and answers the payout; fails when it is refused. */
  async function refund(order: string, body: object, key?: string) {
    const answer = await post(order, body, key)
    expect([answer.status, answer.body]).toEqual([
      201,
      { payout: expect.anything(), refund_id: expect.stringMatching(/^ref_/) },
    ])
    const payout: AdminPayout = answer.body.payout
    return payout
  }

  it("books Medusa's refund and a payout to its destination, and the payout is sent by itself", async () => {
    const sale = await sold(shop)
    const payout = await refund(sale.order.id, {
      amount: "25000",
      destination: ACCOUNT,
      note: "Broken cup.",
    })
    expect(payout).toMatchObject({
      status: "held",
      source: "refund",
      amount: "25000",
      currency_code: "COP",
      destination: { bank, account_last_four: account_number.slice(-4) },
      created_by: expect.stringMatching(/./),
    })
    expect(JSON.stringify(payout)).not.toContain(account_number)
    const [row] = await shop.pg("refund")
    expect(row).toMatchObject({
      id: payout.refund_id,
      note: "Broken cup.",
      created_by: payout.created_by,
      metadata: { payin_request: expect.stringMatching(/^payreq_/) },
    })
    await payoutDriver.runIn(31)
    expect(payoutDriver.taken(payout.id)).toMatchObject([{ amount: 25_000, account_number }])
  })

  it("without a destination pays the payer once an operator gives the account alone", async () => {
    const sale = await sold(shop)
    const { id } = await refund(sale.order.id, { amount: "10000" })
    const to = async (destination: object) =>
      (await refunds.http())
        .post(`/admin/payin/payouts/${id}/destination`)
        .send({ destination, payment_method: "BANK_TRANSFER" })
    const given = await to(ACCOUNT)
    expect([given.status, given.body.payout?.destination]).toEqual([
      200,
      expect.objectContaining({ bank, full_name: expect.stringMatching(/./) }),
    ])
    const missing = await to({ bank, account_type })
    expect([missing.status, missing.body.field]).toEqual([400, "destination.account_number"])
    await payoutDriver.runIn(31)
    expect(payoutDriver.taken(id)).toMatchObject([{ amount: 10_000, account_number }])
  })

  it("under one key makes one refund, also when the request is repeated or sent several times at once", async () => {
    const sale = await sold(shop)
    const body = { amount: 20_000, destination: ACCOUNT }
    const answers = await Promise.all([1, 2, 3].map(() => post(sale.order.id, body, "key-once")))
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(201)
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
    const again = await refund(sale.order.id, body, "key-once")
    expect(await refunds.payouts(sale)).toMatchObject([{ id: again.id, amount: "20000" }])
    expect((await post(sale.order.id, { ...body, amount: 1 }, "key-once")).status).toBe(409)
    await refund(sale.order.id, body, "key-twice")
    expect(await refunds.booked(sale)).toMatchObject({ refunded: 40_000, balance: 20_000 })
  })

  it("under one key is sent under one reference, also on a database that lost the first one", async () => {
    const sale = await sold(shop)
    const body = { amount: 20_000, destination: ACCOUNT }
    const { id } = await refund(sale.order.id, body, "key-restored")
    await payoutDriver.runIn(31)
    const [{ reference }] = payoutDriver.taken(id)
    // As a backup of before the refund, restored in place.
    await shop.pg("payin_payout_attempt").where({ payout_id: id }).delete()
    await shop.pg("payin_payout").where({ id }).delete()
    await shop.pg("payin_operator_request").delete()
    await shop.pg("order_transaction").where({ reference: "refund" }).delete()
    await shop.pg("refund").delete()
    const again = await refund(sale.order.id, body, "key-restored")
    expect(again.id).not.toBe(id)
    await payoutDriver.runIn(31)
    expect(await shop.pg("payin_payout_attempt").where({ payout_id: again.id })).toMatchObject([
      { reference },
    ])
    expect(payoutDriver.taken(id)).toHaveLength(1)
    expect(payoutDriver.taken(again.id)).toEqual([])
  })

  it("pays the given destination although the process died, and a repeated request books no second refund", async () => {
    const sale = await sold(shop, { refund_destination: KEPT })
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    const body = { amount: 30_000, destination: ACCOUNT }
    expect((await post(sale.order.id, body, "key-dead")).status).toBe(500)
    await broken.mend()
    const [asked] = await shop.pg("payin_operator_request")
    expect(asked.sealed_with).toEqual(expect.any(String))
    expect(JSON.stringify(asked)).not.toContain(account_number)
    await payoutDriver.runIn(40)
    const [{ id }] = await refunds.payouts(sale)
    expect(payoutDriver.taken(id)).toMatchObject([{ amount: 30_000, account_number }])
    expect(await refund(sale.order.id, body, "key-dead")).toMatchObject({
      id,
      destination: { account_last_four: account_number.slice(-4) },
    })
    expect(shop.sandbox.payouts()).toHaveLength(1)
    expect(await refunds.payouts(sale)).toHaveLength(1)
    expect(await shop.pg("refund")).toHaveLength(1)
    expect(await refunds.booked(sale)).toMatchObject({ refunded: 30_000, balance: 30_000 })
  })

  it("pays the given destination although only a decision could book the payout", async () => {
    const sale = await sold(shop, { refund_destination: KEPT })
    const broken = await breakWriting(shop.pg, { table: "payin_payout", event: "insert" })
    const answer = await post(sale.order.id, { amount: 30_000, destination: ACCOUNT })
    expect([answer.status, answer.body.payout]).toEqual([201, null])
    await broken.mend()
    const desk = await Desk.open(shop)
    const { id } = await desk.find("refund_without_payout")
    const { payout_id } = await desk.decide(id, { action: "refund" })
    await payoutDriver.run()
    expect(payoutDriver.taken(String(payout_id))).toMatchObject([
      { amount: 30_000, account_number },
    ])
    // Whoever said where to is not the second person.
    const [{ created_by: refunder }] = await shop.pg("refund").select("created_by")
    expect(await payoutDriver.payout(String(payout_id))).toMatchObject({
      makers: expect.arrayContaining([refunder]),
    })
  })

  it("shows who approves whether the account came with the payment or from an operator", async () => {
    const sale = await sold(shop, { refund_destination: KEPT })
    const kept = await refund(sale.order.id, { amount: "1000" })
    const given = await refund(sale.order.id, { amount: "1000", destination: ACCOUNT })
    expect([kept.destination_from, given.destination_from]).toEqual(["checkout", "operator"])
  })

  it("keeps a corrected destination when the request is repeated", async () => {
    const sale = await sold(shop)
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    const body = { amount: 30_000, destination: KEPT }
    expect((await post(sale.order.id, body, "key-late")).status).toBe(500)
    await broken.mend()
    const [{ id }] = await refunds.payouts(sale)
    const http = await refunds.http()
    const correct = http.post(`/admin/payin/payouts/${id}/destination`)
    await correct.send({ destination: ACCOUNT }).expect(200)
    expect(await refund(sale.order.id, body, "key-late")).toMatchObject({
      destination: { account_last_four: account_number.slice(-4) },
    })
  })

  it("pays a given bank account by bank transfer although the shopper had kept a key of another method", async () => {
    const refund_destination = { ...KEPT, payment_method: "BREB", account_number: "@pagos-ana" }
    const { full_name, legal_doc } = DESTINATION
    shop.sandbox.configure({ brebKeys: { "@pagos-ana": { full_name, legal_doc } } })
    const sale = await sold(shop, { refund_destination })
    await refund(sale.order.id, { amount: "20000", destination: ACCOUNT })
    await refund(sale.order.id, { amount: "10000" })
    await payoutDriver.runIn(40)
    const sent = shop.sandbox.payouts().map((one) => [one.payment_method, one.account_number])
    expect(sent.sort()).toEqual([
      ["BANK_TRANSFER", account_number],
      ["BREB", "@pagos-ana"],
    ])
  })

  it("accepts a bank account in place of a key only together with its payment method", async () => {
    const refund_destination = { ...KEPT, payment_method: "BREB", account_number: "@pagos-ana" }
    const sale = await sold(shop, { refund_destination })
    const { id } = await refund(sale.order.id, { amount: "10000" })
    const to = async (body: object) =>
      (await refunds.http()).post(`/admin/payin/payouts/${id}/destination`).send(body)
    const unsaid = await to({ destination: ACCOUNT })
    expect([unsaid.status, unsaid.body.field]).toEqual([400, "payment_method"])
    const said = await to({ destination: ACCOUNT, payment_method: "BANK_TRANSFER" })
    expect([said.status, said.body.payout?.payment_method]).toEqual([200, "BANK_TRANSFER"])
  })

  it("books the refund again when it is repeated after Medusa rolled it back, and pays only that one", async () => {
    const sale = await sold(shop)
    const mend = refunds.failBehindUs()
    const body = { amount: 60_000, destination: ACCOUNT }
    expect((await post(sale.order.id, body, "key-back")).status).toBe(500)
    mend()
    const payout = await refund(sale.order.id, body, "key-back")
    await payoutDriver.runIn(31)
    await payoutDriver.runIn(91)
    expect(payoutDriver.taken(payout.id)).toHaveLength(1)
    expect(shop.sandbox.payouts()).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([])
  })

  it("never refunds more than is left when several requests come at once", async () => {
    const sale = await sold(shop)
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => post(sale.order.id, { amount: "25000" }))
    )
    const done = answers.filter(({ status }) => status === 201).length
    expect([1, 2]).toContain(done)
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      // The last in the line may have waited too long for its turn.
      expect([status, body.field ?? null]).toEqual(status === 409 ? [409, null] : [400, "amount"])
    }
    expect(await refunds.booked(sale)).toMatchObject({
      refunded: 25_000 * done,
      balance: 60_000 - 25_000 * done,
    })
  })

  it("books once when a process was frozen before its booking, and a second one took the request over", async () => {
    const sale = await sold(shop)
    // Whoever read the order waits here, before Medusa books anything.
    const table = await closeTable(shop.pg, "order_change")
    const body = { amount: "20000" }
    const frozen = post(sale.order.id, body, "key-frozen").then((answer) => answer)
    await table.arrived(1)
    shop.advanceClock(LEASE_SECONDS * 1000 + 1)
    const second = post(sale.order.id, body, "key-frozen").then((answer) => answer)
    await table.arrived(2)
    await table.open()
    expect([(await frozen).status, (await second).status]).toEqual([409, 201])
    const { refund_id } = await refund(sale.order.id, body, "key-frozen")
    expect(await shop.pg("refund").select("id")).toEqual([{ id: refund_id }])
    expect(await refunds.booked(sale)).toMatchObject({ refunded: 20_000, balance: 40_000 })
    expect(await refunds.payouts(sale)).toMatchObject([{ amount: "20000" }])
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("pays one Refund of a request, and Medusa takes a second one back", async () => {
    const sale = await sold(shop)
    const { refund_id } = await refund(sale.order.id, { amount: "20000" })
    const [{ metadata }] = await shop.pg("refund")
    const again = shop.container.resolve(Modules.PAYMENT).refundPayment({
      payment_id: sale.payment.id,
      amount: 20_000,
      ...{ metadata },
    })
    await expect(again).rejects.toThrow(new RegExp(`carried out by refund ${refund_id}`))
    expect(await shop.pg("refund").select("id")).toEqual([{ id: refund_id }])
    expect(await refunds.payouts(sale)).toHaveLength(1)
  })

  it("shows a person a second Refund of a request that its process left behind", async () => {
    const sale = await sold(shop)
    const { refund_id } = await refund(sale.order.id, { amount: "20000" })
    const [first] = await shop.pg("refund")
    const created_at = new Date(Date.now() - 120_000)
    const surplus = `${String(refund_id)}Z`
    await shop.pg("refund").insert({ ...first, id: surplus, created_at })
    await shop.run("payin-orphans")
    expect(await refunds.payouts(sale)).toHaveLength(1)
    expect(await shop.anomalies("open")).toMatchObject([
      {
        kind: "refund_without_payout",
        facts: {
          refund_id: surplus,
          amount: "20000",
          reason: expect.stringContaining(String(refund_id)),
        },
      },
    ])
  })

  it("waits for the order lock, and then answers to try again", async () => {
    const sale = await sold(shop)
    // Not where Medusa itself waits: it gives up after three seconds (payment-module refundPayment_).
    const gate = await closeGate(shop.pg, { table: "payin_payout", event: "insert" })
    const first = post(sale.order.id, { amount: "60000" }).then((answer) => answer)
    await gate.arrived()
    losePatience()
    const second = await post(sale.order.id, { amount: "60000" }, "key-later")
    expect([second.status, second.body.message]).toEqual([409, expect.stringMatching(/try again/)])
    jest.restoreAllMocks()
    await gate.open()
    expect((await first).status).toBe(201)
    const later = await post(sale.order.id, { amount: "60000" }, "key-later")
    expect([later.status, later.body.field]).toEqual([400, "amount"])
  })

  it("names the wrong field, and books nothing", async () => {
    const sale = await sold(shop)
    const wrong: [object, string][] = [
      [{}, "amount"],
      [{ amount: "0" }, "amount"],
      [{ amount: "-5" }, "amount"],
      [{ amount: "10.5" }, "amount"],
      [{ amount: "50.000" }, "amount"],
      [{ amount: "60001" }, "amount"],
      [{ amount: "1e3" }, "amount"],
      [{ amount: "1000", payment_id: "pay_other" }, "payment_id"],
      [{ amount: "1000", reason_id: "refr_other" }, "reason_id"],
      [{ amount: "1000", destination: { bank } }, "destination.account_number"],
      [
        { amount: "1000", destination: { ...ACCOUNT, account_type: "?" } },
        "destination.account_type",
      ],
      [{ amount: "1000", why: "?" }, "why"],
    ]
    for (const [body, field] of wrong) {
      const answer = await post(sale.order.id, body)
      expect([body, answer.status, answer.body.field]).toEqual([body, 400, field])
    }
    expect((await post("order_unknown", { amount: "1000" })).status).toBe(404)
    const http = await refunds.http()
    await http.post(`/admin/payin/orders/${sale.order.id}/refund`).send({ amount: 1 }).expect(400)
    expect(await shop.pg("refund")).toEqual([])
    expect(await refunds.payouts(sale)).toEqual([])
  })

  it("is not allowed while the order waits for its payment", async () => {
    const { cart } = await shop.checkout("co", { payment_method: "EFECTY" })
    const completed = await shop.complete(cart.id).expect(200)
    const answer = await post(completed.body.order.id, { amount: "1000" })
    expect([answer.status, answer.body.type]).toEqual([400, "not_allowed"])
  })

  it('is refused with an explanation under refunds: "block", and books nothing', async () => {
    const sale = await sold(shop)
    Object.assign(shop.gateway.options, { refunds: "block" })
    const answer = await post(sale.order.id, { amount: "1000" })
    Object.assign(shop.gateway.options, { refunds: "payout" })
    expect([answer.status, answer.body.message]).toEqual([
      400,
      expect.stringMatching(/no refund call/),
    ])
    expect(await shop.pg("refund")).toEqual([])
  })
})
