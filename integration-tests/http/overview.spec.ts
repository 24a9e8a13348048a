import type { Agent } from "supertest"
import { zoneAtNoon } from "../support/noon"
import { PayoutDesk } from "../support/payout-desk"
import { withShop } from "../support/shop"
import { plainSubscription } from "../support/subscriber"
import { PayoutDriver } from "../support/payout-driver"

const NOTHING = { today: "0", days_7: "0", days_30: "0" }
/** Rows that lie behind the last thirty days. */
const OLDER = 20_000

const today = () => new Date().toISOString().slice(0, 10)

withShop("the overview of the admin", {}, (shop) => {
  let admin: Agent
  beforeEach(async () => {
    admin = await shop.admin()
  })

  async function overview(query: Record<string, string> = {}) {
    return (await admin.get("/admin/payin/overview").query(query).expect(200)).body
  }

  /** A pay-in that arrived a while ago. */
  async function paid(market: "co" | "pe", ago: string): Promise<{ id: string; amount: number }> {
    const { cart, reference } = await shop.checkout(market)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    const { id, approved_amount } = await shop.digested(reference)
    const status_changed_at = shop.pg.raw("now() - cast(? as interval)", [ago])
    await shop.pg("payin_transaction").where({ id }).update({ status_changed_at })
    return { id, amount: Number(approved_amount) }
  }

  const account = (body: { accounts: { account: string }[] }, id: string) =>
    body.accounts.find((one) => one.account === id)

  it("shows an empty store its balances, zeros and thirty days", async () => {
    const asked = today()
    const body = await overview()
    const answered = today()
    expect(account(body, "co")).toMatchObject({
      currency: "COP",
      wallet: expect.stringMatching(/^\d+(\.\d+)?$/),
      wallet_error: null,
      in: NOTHING,
      out: NOTHING,
    })
    expect(body.waiting).toEqual({
      anomalies: 0,
      approvals: 0,
      destinations: 0,
      refunds_rejected: 0,
      dead_events: 0,
      past_due: 0,
      renewals_stuck: 0,
    })
    const days = body.series.filter(({ currency }: { currency: string }) => currency === "COP")
    expect(days).toHaveLength(30)
    expect([asked, answered]).toContain(days.at(-1).date)
    expect(days.at(-1)).toEqual({
      date: expect.any(String),
      currency: "COP",
      in: "0",
      out: "0",
    })
    expect(days.map(({ date }: { date: string }) => date)).toEqual(
      [...days.map(({ date }: { date: string }) => date)].sort()
    )
  })

  it("counts renewals that an error other than a refusal of the bank holds up for more than a day", async () => {
    const period = async (hours: number, more: Record<string, unknown> = {}) => {
      const { id } = await plainSubscription(shop, { order_id: `order_${hours}` })
      await shop.pg("payin_cycle").insert({
        id: `paycyc_${hours}`,
        ...{ payin_subscription_id: id, number: 1, day: "2026-01-31", status: "open" },
        status_changed_at: shop.pg.raw("now() - interval '1 hour' * ?", [hours]),
        last_error: "Some variant does not have the required inventory",
        ...more,
      })
    }
    await period(25)
    await period(26, { refusals: 1, next_try: "2026-02-03" })
    await period(27, { last_error: null })
    await period(2)
    expect((await overview()).waiting).toMatchObject({ past_due: 0, renewals_stuck: 1 })
  })

  it("counts rejected payouts of refunds and anomalies, not those of operators and rules", async () => {
    const payoutDriver = new PayoutDriver(shop)
    const ofSources = ["refund", "anomaly", "operator", "rule"] as const
    for (const source of ofSources) {
      const { id } = await payoutDriver.make(10_000, { source, source_id: `of_${source}` })
      await shop.pg("payin_payout").where({ id }).update({ status: "rejected" })
    }
    expect((await overview()).waiting).toMatchObject({ refunds_rejected: 2, destinations: 0 })
  })

  it("counts money in by arrival day, account and currency, over the last thirty days", async () => {
    const now = await paid("co", "0 seconds")
    const lastWeek = await paid("co", "5 days")
    const lastMonth = await paid("co", "20 days")
    await paid("co", "40 days")
    const { amount: soles } = await paid("pe", "5 days")

    const body = await overview({ time_zone: zoneAtNoon() })

    expect(account(body, "co")).toMatchObject({
      in: {
        today: String(now.amount),
        days_7: String(now.amount + lastWeek.amount),
        days_30: String(now.amount + lastWeek.amount + lastMonth.amount),
      },
      out: NOTHING,
    })
    expect(account(body, "pe")).toMatchObject({ in: { today: "0", days_7: String(soles) } })
    const total = body.series
      .filter(({ currency }: { currency: string }) => currency === "COP")
      .reduce((sum: number, day: { in: string }) => sum + Number(day.in), 0)
    expect(total).toBe(now.amount + lastWeek.amount + lastMonth.amount)
  })

  it("counts days in the requested time zone, and refuses an unknown one", async () => {
    const { id, amount } = await paid("co", "0 seconds")
    // The last second of yesterday in Bogotá, which is five hours behind.
    const zone = "America/Bogota"
    const [{ at }] = (
      await shop.pg.raw(
        `select (date_trunc('day', now() at time zone '${zone}') - interval '1 second')
           at time zone '${zone}' as at`
      )
    ).rows
    await shop.pg("payin_transaction").where({ id }).update({ status_changed_at: at })

    const bogota = account(await overview({ time_zone: zone }), "co")
    expect(bogota).toMatchObject({ in: { today: "0", days_7: String(amount) } })

    const refused = await admin.get("/admin/payin/overview").query({ time_zone: "Macondo" })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ type: "invalid_data", field: "time_zone" })
  })

  it("counts payouts as money out once paid, and payouts that wait for approval", async () => {
    const desk = await PayoutDesk.open(shop)
    const { id } = await desk.make()
    expect((await overview()).waiting).toMatchObject({ approvals: 1 })

    const status_changed_at = shop.pg.raw("now()")
    await shop.pg("payin_payout").where({ id }).update({ status: "approved", status_changed_at })

    const body = await overview({ time_zone: zoneAtNoon() })
    expect(account(body, "co")).toMatchObject({ out: { today: "150000", days_30: "150000" } })
    expect(body.waiting).toMatchObject({ approvals: 0 })
    const { date } = body.series.at(-1)
    expect(body.series).toContainEqual({ date, currency: "COP", in: "0", out: "150000" })
  })

  it("says why a balance is missing, and shows everything else", async () => {
    await shop.proxy.close()
    try {
      const body = await overview()
      expect(account(body, "co")).toMatchObject({
        wallet: null,
        wallet_error: expect.stringMatching(/^[a-z_]+$/),
        in: NOTHING,
      })
      expect(body.series).toHaveLength(60)
    } finally {
      await shop.proxy.open()
    }
  })

  it("reads the last thirty days by index, not the older rows", async () => {
    const { id } = await paid("co", "0 seconds")
    const row = await shop.pg("payin_transaction").where({ id }).first()
    const fresh: Record<string, string> = {
      id: "'payin_copy_' || n",
      reference: "'pin_copy_' || n",
      ticket: "'ticket_copy_' || n",
      status_changed_at: "now() - interval '60 days' - n * interval '1 second'",
    }
    const columns = Object.keys(row).map((column) => `"${column}"`)
    const values = Object.keys(row).map((column) => fresh[column] ?? `source."${column}"`)
    await shop.pg.raw(
      `insert into payin_transaction (${columns.join(", ")})
       select ${values.join(", ")} from payin_transaction source, generate_series(1, ?) n
       where source.id = ?`,
      [OLDER, id]
    )
    await shop.pg.raw("analyze payin_transaction")
    const scans = async () => {
      await shop.pg.raw("select pg_stat_force_next_flush()")
      const { rows } = await shop.pg.raw(
        "select seq_tup_read from pg_stat_user_tables where relname = 'payin_transaction'"
      )
      return Number(rows[0].seq_tup_read)
    }
    const plan = await shop.pg.raw(
      `explain select sum(cast(approved_amount as numeric)) from payin_transaction
       where status = 'approved' and deleted_at is null
         and status_changed_at >= now() - interval '30 days'`
    )
    expect(JSON.stringify(plan.rows)).toContain("IDX_payin_transaction_approved_at")
    // What jobs and others read of the table is counted as well: one look that read less is enough.
    await shop.until(async () => {
      const before = await scans()
      await overview()
      return (await scans()) - before < OLDER ? true : null
    })
  })
})
