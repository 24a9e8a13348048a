import type { Agent } from "supertest"
import { expectPaidOnce } from "../support/books"
import { keptNotices, noticeOf } from "../support/notification"
import { withShop } from "../support/shop"

withShop("the status of a running store", {}, (shop) => {
  let admin: Agent
  beforeEach(async () => {
    admin = await shop.admin()
  })

  async function status() {
    return (await admin.get("/admin/payin/status").expect(200)).body
  }

  /** As another process would have written it. */
  async function another(columns: Record<string, unknown>): Promise<void> {
    const now = shop.pg.raw("now()")
    await shop.pg("payin_instance").insert({
      id: `payinst_${Math.random()}`,
      host: "elsewhere",
      pid: 1,
      worker_mode: "shared",
      locking: "in-memory",
      event_bus: "local",
      version: "0.0.0",
      started_at: shop.pg.raw("now() - interval '1 minute'"),
      seen_at: now,
      ...columns,
    })
  }

  /** Refused notifications count since the process began, which other specs share. */
  async function problems() {
    const { problems: all } = await status()
    return all.filter(({ code }: { code: string }) => !code.startsWith("webhooks_refused"))
  }

  async function refusedCards(): Promise<{ count: number; last_at: string } | undefined> {
    const { webhooks } = await status()
    return webhooks.refused.find(
      (one: { source: string; reason: string }) =>
        one.source === "card" && one.reason === "signature"
    )
  }

  async function beating() {
    return shop.until(async () => {
      const { instances } = await status()
      return instances.find((one: { pid: number }) => one.pid === process.pid) ?? null
    })
  }

  it("shows this process, its locking and its last heartbeat", async () => {
    const instance = await beating()
    expect(instance).toMatchObject({
      worker_mode: "shared",
      locking: "in-memory",
      event_bus: "local",
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    })
    expect(Date.parse(instance.started_at)).toBeLessThan(Date.parse(instance.seen_at))
    expect(await problems()).toEqual([])
  })

  it("reports in-memory locking as a problem only while a second process lives", async () => {
    await beating()
    await another({})
    expect((await status()).instances).toHaveLength(2)
    expect(await problems()).toMatchObject([
      { code: "in_memory_locking", message: expect.stringContaining("Stop all but one") },
    ])
    await shop
      .pg("payin_instance")
      .where({ host: "elsewhere" })
      .update({ seen_at: shop.pg.raw("now() - interval '16 seconds'") })
    expect(await problems()).toEqual([])
  })

  it("reports a wrong unit of amounts while the link can be paid, until a create is answered rightly", async () => {
    const fault = { operation: "create", kind: "wrong_amount", amount: 6_000_000 } as const
    shop.sandbox.injectFault(fault)
    const { reference, session } = await shop.checkout("co")
    expect(session.data).toMatchObject({ status: "pending", payment_url: expect.any(String) })
    expect(await problems()).toEqual([
      {
        code: "unit_suspected",
        message: expect.stringContaining("6000000 COP where 60000 was asked"),
        values: {
          ...{ account: "co", currency: "COP", reference, asked: "60000", said: "6000000" },
          options: "decimals",
        },
      },
    ])
    await shop.checkout("co")
    expect(await problems()).toEqual([])
  })

  it("shows refused notifications, and that they are a problem", async () => {
    const before = (await refusedCards())?.count ?? 0
    await shop.http().post("/hooks/payin/card").send({ event: "transaction.captured" }).expect(401)
    const refused = await refusedCards()
    const count = before + 1
    expect(refused).toMatchObject({ source: "card", reason: "signature", count })
    expect(Date.now() - Date.parse(refused?.last_at ?? "")).toBeLessThan(60_000)
    expect((await status()).problems).toContainEqual(
      expect.objectContaining({ code: "webhooks_refused_signature" })
    )
  })

  it("shows how many lookups wait and for how long", async () => {
    await shop.checkout()
    shop.advanceClock(70_000)
    const { reconciliation } = await status()
    expect(reconciliation).toMatchObject({ due: 1, watched: 1 })
    expect(reconciliation.lag_seconds).toBeGreaterThanOrEqual(59)
  })

  it("counts captures whose event may have been lost, for a month", async () => {
    const { cart, reference } = await shop.checkout("co")
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    const { id } = await shop.digested(reference)
    const marked = async (before: string, settledAfter: string | null) => {
      const captured_event_at = shop.pg.raw("now() - cast(? as interval)", [before])
      const settled_at =
        settledAfter === null
          ? null
          : shop.pg.raw("now() - cast(? as interval) + cast(? as interval)", [before, settledAfter])
      // Left to nobody, so that no sweep settles it meanwhile.
      const change = { captured_event_at, settled_at, apply_after: null }
      await shop.pg("payin_transaction").where({ id }).update(change)
      return (await status()).queues.captured_events_unsure
    }
    expect(await marked("1 hour", "2 seconds")).toBe(0)
    expect(await marked("1 hour", "2 minutes")).toBe(1)
    expect(await marked("1 hour", null)).toBe(1)
    expect(await marked("5 seconds", null)).toBe(0)
    expect(await marked("31 days", null)).toBe(0)
  })

  it("names an account that was taken out of the options and what waits there, and keeps its notifications", async () => {
    const { cart, reference } = await shop.checkout("pe")
    const named = (account: string) =>
      shop.pg("payin_transaction").where({ reference }).update({ account })
    // The options name it otherwise by now.
    await named("lima")
    const { path, body } = noticeOf(shop, reference, { top_status: "APPROVED" })
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })

    await shop.http().post(path).send(body).expect(202)
    await shop.run("payin-sweep", "payin-reconcile")

    expect(await keptNotices(shop, reference)).toMatchObject([{ status: "received" }])
    expect(await shop.row(reference)).toMatchObject({ status: "pending", settled_at: null })
    const waiting = `${cart.total} PEN`
    expect(await problems()).toEqual([
      {
        code: "account_missing",
        message: expect.stringContaining(`Account "lima" has payments that are watched, 1 of them`),
        values: { account: "lima", count: 1, waiting },
      },
    ])

    await named("pe")
    await shop.workUntil(async () => (await shop.row(reference)).settled_at)
    await expectPaidOnce(shop, cart.id)
    expect(await problems()).toEqual([])
  })

  it("says that open links are of another merchant than an account's credentials, until that one knows them", async () => {
    const { cart, reference } = await shop.checkout("pe")
    await shop.pg("payin_transaction").where({ reference }).update({ sent_to: "another." })
    expect(await problems()).toEqual([
      {
        code: "merchant_changed",
        message: expect.stringContaining("Put the earlier credentials back"),
        values: { account: "pe", count: 1, waiting: `${cart.total} PEN` },
      },
    ])
    shop.sandbox.settle(reference, { status: "REJECTED" })
    await shop.digested(reference)
    expect(await problems()).toEqual([])
  })

  it("says that two accounts are for one country", async () => {
    const { options } = shop.gateway
    const { accounts } = options
    Object.assign(options, { accounts: [...accounts, { ...accounts[0], id: "again" }] })
    try {
      expect(await problems()).toEqual([
        {
          code: "country_twice",
          message: expect.stringContaining("Keep one in the options (accounts)"),
          values: { country: accounts[0].country, accounts: `${accounts[0].id}, again` },
        },
      ])
    } finally {
      Object.assign(options, { accounts })
    }
    expect(await problems()).toEqual([])
  })

  it("says in production that an address leads to this machine", async () => {
    const { NODE_ENV } = process.env
    process.env.NODE_ENV = "production"
    try {
      expect(await problems()).toEqual([
        {
          code: "localhost_address",
          message: expect.stringContaining("Set the public address."),
          values: { options: "callbackUrl, returnUrl, baseUrl, cardUrl" },
        },
      ])
      Object.assign(shop.gateway.options, {
        callbackUrl: "https://api.shop.example",
        returnUrl: "https://shop.example/return",
      })
      expect(await problems()).toMatchObject([{ values: { options: "baseUrl, cardUrl" } }])
    } finally {
      process.env.NODE_ENV = NODE_ENV
    }
    expect(await problems()).toEqual([])
  })
})
