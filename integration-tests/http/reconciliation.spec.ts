import { generateEntityId } from "@medusajs/framework/utils"
import type { Agent } from "supertest"
import request from "supertest"
import { dayIn, startOfDay } from "../../src/domain/time/calendar-day"
import { zoneAtNoon } from "../support/noon"
import { PayoutDesk } from "../support/payout-desk"
import { csvRows } from "../support/csv-rows"
import { withShop } from "../support/shop"

const ROUTE = "/admin/payin/reports/reconciliation"
const DAY_MS = 86_400_000
const ZONE = zoneAtNoon()

withShop("the reconciliation report", {}, (shop) => {
  let admin: Agent
  beforeEach(async () => {
    admin = await shop.admin()
  })

  const day = (ms = 0) => dayIn(ZONE, new Date(Date.now() + ms))
  const on = (ms = 0) => `date=${day(ms)}&time_zone=${encodeURIComponent(ZONE)}`

  async function report(query: string) {
    return (await admin.get(`${ROUTE}?${query}`).expect(200)).body
  }

  /** A sale that is through, as its row of the ledger. */
  async function sold(market: "co" | "pe" = "co") {
    const { cart, reference } = await shop.checkout(market)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    return shop.digested(reference)
  }

  async function captureOf(reference: string): Promise<{ id: string }> {
    return shop
      .pg("capture as c")
      .join("payment as p", "p.id", "c.payment_id")
      .whereRaw("p.data ->> 'reference' = ?", [reference])
      .first("c.id")
  }

  it("adds up over the sales of a day, by account and currency", async () => {
    await sold("co")
    await sold("co")
    await sold("pe")
    const body = await report(on())
    expect(body).toEqual({
      date: day(),
      time_zone: ZONE,
      from: startOfDay(day(), ZONE).toISOString(),
      until: startOfDay(day(DAY_MS), ZONE).toISOString(),
      complete: false,
      totals: [
        {
          account: "co",
          currency: "COP",
          approved: { count: 2, amount: "120000", asked: "120000", exact: "120000" },
          captured: { count: 2, amount: "120000" },
          rounding: "0",
          mismatches: { count: 0, amount: "0" },
          refunded: { count: 0, amount: "0" },
          payouts: {
            approved: { count: 0, amount: "0" },
            paid: { count: 0, amount: "0" },
            elsewhere: { count: 0, amount: "0" },
            mismatches: { count: 0, amount: "0" },
            refunds_without_payout: { count: 0, amount: "0" },
            unexplained: "0",
          },
          open_anomalies: 0,
          unexplained: "0",
        },
        expect.objectContaining({ account: "pe", currency: "PEN", unexplained: "0" }),
      ],
      mismatches: [],
      mismatches_capped: false,
      payout_mismatches: [],
      payout_mismatches_capped: false,
    })
    expect((await report(`${on()}&account=pe`)).totals).toEqual([body.totals[1]])
    expect((await report(on(-2 * DAY_MS))).totals).toEqual([])
  })

  it("shows the rounding as a line of its own", async () => {
    const { reference } = await sold()
    await shop.pg("payin_transaction").where({ reference }).update({ order_amount: "59999.55" })
    const { id } = await captureOf(reference)
    await shop.pg("capture").where({ id }).update({ amount: "59999.55" })
    const [totals] = (await report(on())).totals
    expect(totals).toMatchObject({
      approved: { amount: "60000", asked: "60000", exact: "59999.55" },
      captured: { amount: "59999.55" },
      rounding: "0.45",
      mismatches: { count: 0, amount: "0" },
      unexplained: "0",
    })
  })

  it("lists money that arrived and was not captured, and counts its open anomaly", async () => {
    const { reference } = await shop.checkout("co")
    shop.sandbox.settle(reference, { status: "APPROVED", amount: 20_000 })
    await shop.digested(reference)
    const body = await report(on())
    expect(body.totals).toMatchObject([
      {
        approved: { count: 1, amount: "20000", asked: "60000" },
        captured: { count: 0, amount: "0" },
        mismatches: { count: 1, amount: "20000" },
        open_anomalies: 1,
        unexplained: "0",
      },
    ])
    expect(body.mismatches).toEqual([
      expect.objectContaining({
        kind: "approved_not_captured",
        reference,
        requested_amount: "60000",
        received_amount: "20000",
        captured_amount: null,
        amount: "20000",
      }),
    ])
  })

  it.each<{ kind: string; amount: string; change: Record<string, unknown>; capture?: object }>([
    { kind: "captured_without_approval", amount: "-60000", change: { status: "pending" } },
    {
      kind: "approved_on_another_day",
      amount: "-60000",
      change: { status_changed_at: new Date(Date.now() - 2 * DAY_MS) },
    },
    {
      kind: "captured_on_another_day",
      amount: "60000",
      change: {},
      capture: { created_at: new Date(Date.now() - 2 * DAY_MS) },
    },
    { kind: "amount_differs", amount: "10000", change: {}, capture: { amount: "50000" } },
    {
      kind: "excess_kept",
      amount: "500",
      change: { approved_amount: "60500", accepted_at: new Date() },
    },
  ])("lists a mismatch of kind $kind", async ({ kind, amount, change, capture = {} }) => {
    const { reference, order_id } = await sold()
    const touched = { updated_at: new Date() }
    await shop
      .pg("payin_transaction")
      .where({ reference })
      .update({ ...touched, ...change })
    const { id } = await captureOf(reference)
    await shop
      .pg("capture")
      .where({ id })
      .update({ ...touched, ...capture })
    const { totals, mismatches } = await report(on())
    expect(mismatches).toEqual([expect.objectContaining({ kind, reference, order_id, amount })])
    expect(totals).toMatchObject([{ mismatches: { count: 1, amount }, unexplained: "0" }])
  })

  it("shows no mismatch for an accepted smaller amount", async () => {
    const { reference } = await sold()
    const accepted = { approved_amount: "45000", accepted_at: new Date() }
    await shop.pg("payin_transaction").where({ reference }).update(accepted)
    const { id } = await captureOf(reference)
    await shop.pg("capture").where({ id }).update({ amount: "45000" })
    const { totals, mismatches } = await report(on())
    expect(mismatches).toEqual([])
    expect(totals).toMatchObject([
      { approved: { amount: "45000" }, rounding: "0", unexplained: "0" },
    ])
  })

  it("compares the ordered amounts of payouts with the amounts that the service paid", async () => {
    const desk = await PayoutDesk.open(shop)
    const [whole, short] = [await desk.sent({ amount: "90000" }), await desk.sent()]
    shop.sandbox.approvePayout(String(whole.reference))
    shop.sandbox.approvePayout(String(short.reference), { amount: 140_000 })
    await desk.reaches(whole.id, "approved")
    await desk.reaches(short.id, "approved")
    const other = await desk.make({ amount: "7000" })
    await desk
      .post(`/${other.id}/paid-elsewhere`, { note: "Cash.", proof: "7" }, undefined, desk.checker)
      .expect(200)
    const { totals, payout_mismatches } = await report(on())
    expect(totals).toMatchObject([
      {
        payouts: {
          approved: { count: 2, amount: "240000" },
          paid: { count: 2, amount: "230000" },
          elsewhere: { count: 1, amount: "7000" },
          mismatches: { count: 1, amount: "-10000" },
          unexplained: "0",
        },
        open_anomalies: 1,
      },
    ])
    expect(payout_mismatches).toEqual([
      expect.objectContaining({
        kind: "paid_differently",
        payout_id: short.id,
        reference: short.reference,
        ordered_amount: "150000",
        paid_amount: "140000",
        amount: "-10000",
      }),
    ])
    const csv = await admin.get(`${ROUTE}?${on()}&format=csv`).expect(200)
    const lines = csvRows(csv.text).map((cells) => cells.slice(0, 6))
    expect(lines).toContainEqual(["paid_differently", "co", "COP", "", "-10000", short.reference])
    expect((await report(`${on()}&account=pe`)).totals).toEqual([])
  })

  it("lists a Medusa refund that no payout pays", async () => {
    const { id: transaction_id, reference, order_id } = await sold()
    const { payment_id } = await shop
      .pg("capture")
      .where(await captureOf(reference))
      .first("payment_id")
    const refund = { id: generateEntityId(undefined, "ref"), payment_id, amount: "20000.4" }
    await shop.pg("refund").insert({ ...refund, raw_amount: { value: "20000.4", precision: 20 } })
    const before = await report(on())
    expect(before.payout_mismatches).toEqual([
      expect.objectContaining({
        kind: "refund_without_payout",
        reference,
        order_id,
        payment_id,
        ordered_amount: "20000.4",
        paid_amount: "0",
        amount: "-20000.4",
      }),
    ])
    expect(before.totals).toMatchObject([
      {
        refunded: { count: 1, amount: "20000.4" },
        payouts: { refunds_without_payout: { count: 1, amount: "20000.4" } },
      },
    ])
    // What the wire cannot carry is no difference.
    const desk = await PayoutDesk.open(shop)
    const { id } = await desk.make({ amount: "20000" })
    const payout = shop.pg("payin_payout").where({ id })
    const mismatches = async () => (await report(on())).payout_mismatches
    await payout.clone().update({ transaction_id })
    expect(await mismatches()).toEqual([])
    await payout.clone().update({ status: "canceled", submit_after: null })
    expect(await mismatches()).toHaveLength(1)
    // Canceled, and the service says now that it paid it.
    await payout.clone().update({ reason: "contradiction" })
    expect(await mismatches()).toEqual([])
  })

  it("counts a day in the requested time zone", async () => {
    const { reference } = await sold()
    const at = new Date("2026-03-10T03:00:00Z")
    await shop.pg("payin_transaction").where({ reference }).update({ status_changed_at: at })
    const { id } = await captureOf(reference)
    await shop.pg("capture").where({ id }).update({ created_at: at })
    const bogota = await report("date=2026-03-09&time_zone=America/Bogota")
    expect(bogota).toMatchObject({
      from: "2026-03-09T05:00:00.000Z",
      until: "2026-03-10T05:00:00.000Z",
      complete: true,
      totals: [{ approved: { count: 1 }, captured: { count: 1 }, unexplained: "0" }],
    })
    expect(await report("date=2026-03-09")).toMatchObject({
      time_zone: "UTC",
      from: "2026-03-09T00:00:00.000Z",
      until: "2026-03-10T00:00:00.000Z",
      totals: [],
    })
    expect((await report("date=2026-03-10")).totals).toHaveLength(1)
  })

  it("is exported as CSV that no spreadsheet runs", async () => {
    const { reference } = await shop.checkout("co")
    shop.sandbox.settle(reference, { status: "APPROVED", amount: 20_000 })
    await shop.digested(reference)
    await shop.pg("payin_transaction").where({ reference }).update({ ticket: '=cmd|"1",A' })
    const answer = await admin.get(`${ROUTE}?${on()}&format=csv`).expect(200)
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8")
    const lines = csvRows(answer.text)
    expect(lines[0].join()).toMatch(/^line,account,currency,count,amount,reference,/)
    expect(lines.slice(1, 14).map((line) => line.slice(0, 5).join())).toEqual([
      "approved,co,COP,1,20000",
      "captured,co,COP,0,0",
      "rounding,co,COP,,0",
      "mismatches,co,COP,1,20000",
      "unexplained,co,COP,,0",
      "refunded,co,COP,0,0",
      "payouts_approved,co,COP,0,0",
      "payouts_paid,co,COP,0,0",
      "payouts_elsewhere,co,COP,0,0",
      "payouts_mismatches,co,COP,0,0",
      "payouts_unexplained,co,COP,,0",
      "refunds_without_payout,co,COP,0,0",
      "open_anomalies,co,COP,1,",
    ])
    expect(lines[14].slice(0, 7)).toEqual([
      ...["approved_not_captured", "co", "COP", "", "20000", reference, `'=cmd|"1",A`],
    ])
    expect(lines).toHaveLength(15)
  })

  it("names the wrong field, and answers 401 without a signed-in operator", async () => {
    const wrong: [query: string, field: string][] = [
      ["", "date"],
      ["date=2026-02-30", "date"],
      ["date=yesterday", "date"],
      ["date=0001-01-01", "date"],
      ["date=2026-01-01&date=2026-01-02", "date"],
      ["date=2026-01-01&time_zone=Mars/Olympus", "time_zone"],
      ["date=2026-01-01&time_zone=%2B05:00", "time_zone"],
      ["date=2026-01-01&account=%27", "account"],
      ["date=2026-01-01&format=xls", "format"],
      ["date=2026-01-01&day=1", "day"],
    ]
    for (const [query, field] of wrong) {
      const { body } = await admin.get(`${ROUTE}?${query}`).expect(400)
      expect(body).toMatchObject({ type: "invalid_data", field })
    }
    await request(shop.url).get(`${ROUTE}?date=2026-01-01`).expect(401)
  })
})
