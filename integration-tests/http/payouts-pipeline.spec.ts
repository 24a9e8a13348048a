import { setTimeout as sleep } from "node:timers/promises"
import { releasePayouts } from "../../src/workflows/payout"
import { withShop } from "../support/shop"
import { NO_LIMIT } from "../support/shop-settings"
import { DESTINATION, MAKER, Treasury } from "../support/treasury"

withShop("the payout pipeline", NO_LIMIT, (shop) => {
  const treasury = new Treasury(shop)
  beforeEach(() => {
    treasury.fill(1_000_000)
  })
  afterEach(() => {
    Object.assign(shop.gateway.options.payouts, { enabled: true })
  })

  /** Queued, and why; nothing of it was sent, and it can be given up. */
  async function expectWaiting(id: string, reason: string) {
    await shop.until(async () => ((await treasury.payout(id)).reason === reason ? true : null))
    expect(await treasury.payout(id)).toMatchObject({ status: "queued", reason })
    expect(treasury.taken(id)).toEqual([])
    expect(shop.sandbox.counters().payouts).toMatchObject({ total: 0 })
  }

  it("sends a queued payout, asks about it and believes the service's own word", async () => {
    const approved = shop.listen("payin.payout_approved")
    const { id, status } = await treasury.make(40_000)
    expect(status).toBe("queued")

    await treasury.run()
    const pending = await treasury.reaches(id, "pending")
    const [taken] = treasury.taken(id)
    expect(pending).toMatchObject({ ticket: taken.ticket, reference: taken.reference })
    expect(taken).toMatchObject({
      amount: 40_000,
      currency: "COP",
      bank: "BANCOLOMBIA",
      account_number: DESTINATION.account_number,
      metadata: { source: "medusa", payout_id: id },
    })

    shop.sandbox.approvePayout(taken.reference, { notify: false })
    await treasury.runIn(11)
    expect(await treasury.reaches(id, "approved")).toMatchObject({ status_cause: "service" })
    await shop.until(async () => approved.data.at(0) ?? null)
    await treasury.runIn(3600)
    expect(approved.data).toEqual([{ id, status: "approved", order_id: null, refund_id: null }])
    expect(treasury.taken(id)).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([])
  })

  it("lets a payout go though hundreds before it wait for payments that never come", async () => {
    const { id } = await treasury.make(40_000, { hold: { reason: "refund_young", seconds: 3600 } })
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
       from payin_payout, generate_series(1, 300) n where id = ?`,
      [id]
    )
    await shop.pg.raw(
      `insert into fulfillment (id, location_id, provider_id, shipping_option_id)
       select 'ful_of_' || n, 'sloc_any', null, null from generate_series(1, 300) n`
    )

    shop.advanceClock(3_601_000)
    // One look at all of them, however long that takes here.
    await releasePayouts(shop.container, 100_000)
    await treasury.run()
    expect(await treasury.payout(id)).toMatchObject({ status: "pending" })
    expect(await treasury.payout("payout_waits_300")).toMatchObject({
      ...{ status: "held", reason: "payment_not_captured" },
    })
  })

  it("sends a payout when the store's job runs", async () => {
    const { id } = await treasury.make(40_000)
    await shop.run("payin-payouts")
    await treasury.reaches(id, "pending")
    expect(treasury.taken(id)).toHaveLength(1)
  })

  it("lets a payout that the balance does not cover wait, smaller ones pass, and sends it after a top-up", async () => {
    treasury.fill(100_000)
    const first = await treasury.make(80_000)
    const big = await treasury.make(50_000)
    const small = await treasury.make(15_000)
    await treasury.run()

    await treasury.reaches(first.id, "pending")
    await treasury.reaches(small.id, "pending")
    const waiting = await treasury.payout(big.id)
    expect(waiting).toMatchObject({
      status: "queued",
      reason: "low_balance",
      reason_facts: { balance: "100000", needed: "130000" },
    })
    await treasury.runIn(61)
    expect(await treasury.payout(big.id)).toMatchObject({ status: "queued", reason: "low_balance" })

    treasury.fill(50_000)
    await treasury.runIn(61)
    expect(await treasury.reaches(big.id, "pending")).toMatchObject({ reason: null })
    expect(treasury.taken(big.id)).toHaveLength(1)
  })

  it("takes a balance that somebody else spent meanwhile for low, and nothing for rejected", async () => {
    shop.clerk.meet((url) => {
      if (url.includes("/payout")) {
        treasury.fill(10_000)
      }
    })
    const { id } = await treasury.make(40_000)
    await treasury.run()
    await expectWaiting(id, "low_balance")
    shop.clerk.tellTheTruth()
    treasury.fill(40_000)
    await treasury.runIn(61)
    await treasury.reaches(id, "pending")
    expect(treasury.taken(id)).toHaveLength(1)
  })

  it.each([
    { path: "/merchant", what: "asked for the balance" },
    { path: "/payout", what: "told to pay" },
  ])(
    "leaves payouts queued and cancelable when credentials are refused to who is $what",
    async ({ path }) => {
      shop.clerk.meet((url, response) => {
        if (url.includes(path)) {
          response.status(401).json({ code: "00", status: "error", error: "UNAUTHORIZED" })
        }
      })
      const [one, other] = [await treasury.make(40_000), await treasury.make(30_000)]
      await treasury.run()
      await expectWaiting(one.id, "credentials")
      await expectWaiting(other.id, "credentials")
      const canceled = await treasury.payouts.decisions.cancel(other.id, MAKER, "not now")
      expect(canceled).toMatchObject({ outcome: "done", payout: { status: "canceled" } })

      shop.clerk.tellTheTruth()
      await treasury.runIn(61)
      await treasury.reaches(one.id, "pending")
      expect(treasury.taken(one.id)).toHaveLength(1)
      expect(treasury.taken(other.id)).toEqual([])
    }
  )

  it("leaves payouts queued and cancelable while the service is dead, and keeps the reference that never left", async () => {
    shop.clerk.meet((url, response) => {
      if (url.includes("/merchant")) {
        response.on("finish", () => void shop.clerk.close())
      }
    })
    const [one, other] = [await treasury.make(40_000), await treasury.make(30_000)]
    await treasury.run()
    await expectWaiting(one.id, "service_down")
    await treasury.runIn(31)
    await expectWaiting(other.id, "service_down")
    const [ready] = await treasury.attempts(one.id)
    expect(ready).toMatchObject({ status: "ready", sends: 0 })
    await treasury.payouts.decisions.cancel(other.id, MAKER, null)

    shop.clerk.tellTheTruth()
    await shop.clerk.open()
    // The breaker of the gateway lets a call through after a while of its own clock.
    await shop.until(async () => {
      await treasury.runIn(31)
      return (await treasury.payout(one.id)).status === "pending" ? true : null
    })
    expect(treasury.taken(one.id)).toMatchObject([{ reference: ready.reference }])
    expect(await treasury.attempts(one.id)).toMatchObject([{ status: "pending", sends: 1 }])
    expect(treasury.taken(other.id)).toEqual([])
  })

  it("gives up a reference that never left when the money is to go elsewhere", async () => {
    shop.clerk.meet((url, response) => {
      if (url.includes("/merchant")) {
        response.on("finish", () => void shop.clerk.close())
      }
    })
    const { id } = await treasury.make(40_000)
    await treasury.run()
    await expectWaiting(id, "service_down")
    shop.clerk.tellTheTruth()
    await shop.clerk.open()
    const destination = { ...DESTINATION, bank: "NEQUI" }
    await treasury.payouts.decisions.giveDestination(
      id,
      { destination, payment_method: "BANK_TRANSFER" },
      MAKER
    )
    await shop.until(async () => {
      await treasury.runIn(31)
      return (await treasury.payout(id)).status === "pending" ? true : null
    })
    expect(treasury.taken(id)).toMatchObject([{ bank: "NEQUI" }])
    const attempts = await treasury.attempts(id)
    expect(attempts.map(({ status }) => status)).toEqual(["void", "pending"])
  })

  it("sends nothing while payouts are off, and goes on asking about what was sent", async () => {
    const before = await treasury.make(20_000)
    await treasury.run()
    const { reference } = await treasury.reaches(before.id, "pending")
    Object.assign(shop.gateway.options.payouts, { enabled: false })
    const { id } = await treasury.make(40_000)
    shop.sandbox.approvePayout(String(reference), { notify: false })
    await treasury.runIn(11)

    await treasury.reaches(before.id, "approved")
    expect(await treasury.payout(id)).toMatchObject({ status: "queued", reason: "payouts_off" })
    expect(treasury.taken(id)).toEqual([])
    Object.assign(shop.gateway.options.payouts, { enabled: true })
    await treasury.runIn(61)
    await treasury.reaches(id, "pending")
  })

  it("says why a payout waits whose account is no longer in the options", async () => {
    const { id } = await treasury.make(40_000, { account: "gone" })
    await treasury.run()
    await expectWaiting(id, "no_account")
  })

  it("says of payouts on their way that nobody can ask about them once their account is gone", async () => {
    const { id } = await treasury.make(40_000)
    await treasury.run()
    await treasury.reaches(id, "pending")
    await shop.pg("payin_payout_attempt").where({ payout_id: id }).update({ account: "gone" })
    const status = await (await shop.admin()).get("/admin/payin/status").expect(200)
    expect(status.body.problems).toMatchObject([
      { code: "account_gone", message: expect.stringContaining('"gone"') },
    ])
  })

  it.each(["canceled", "changed"])(
    "obeys when a claimed payout is %s before it is sent",
    async (how) => {
      const { id } = await treasury.make(40_000)
      const { decisions } = treasury.payouts
      shop.clerk.meet(async (url) => {
        if (url.includes("/merchant")) {
          await (how === "canceled"
            ? decisions.cancel(id, MAKER, null)
            : decisions.giveDestination(
                id,
                {
                  destination: { ...DESTINATION, bank: "NEQUI" },
                  payment_method: "BANK_TRANSFER",
                },
                MAKER
              ))
        }
      })
      await treasury.run()
      shop.clerk.tellTheTruth()
      await treasury.runIn(151)
      if (how === "canceled") {
        expect(await treasury.payout(id)).toMatchObject({ status: "canceled" })
        expect(shop.sandbox.counters().payout).toBe(0)
      } else {
        await treasury.reaches(id, "pending")
        expect(treasury.taken(id)).toMatchObject([{ bank: "NEQUI" }])
      }
    }
  )

  it("sends fifty payouts at once, each once, and never more side by side than its half of the line", async () => {
    const payouts = await Promise.all(Array.from({ length: 50 }, () => treasury.make(1_000)))
    let inside = 0
    let most = 0
    shop.clerk.meet(async (url, response) => {
      if (url.includes("/payout")) {
        most = Math.max(most, ++inside)
        response.on("finish", () => inside--)
        await sleep(20)
      }
    })
    const { gatewayConcurrency } = shop.gateway.options
    await treasury.run()
    for (const { id } of payouts) {
      await treasury.reaches(id, "pending")
      expect(treasury.taken(id)).toHaveLength(1)
    }
    expect(most).toBeLessThanOrEqual(Math.floor(gatewayConcurrency / 2))
  })
})
