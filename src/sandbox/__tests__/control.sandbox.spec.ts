import request from "supertest"
import { createSandbox, SettingsError, UnknownTransactionError } from "../index"
import { Receiver } from "./support/receiver"
import { create, lookup, payInBody, ticketOf } from "./support/shop"
import { servedSandbox } from "./support/served"

const receiver = new Receiver()
const sandbox = servedSandbox(receiver)

const get = (path: string) => request(sandbox.controlUrl).get(path)
const post = (path: string, body: object = {}) => request(sandbox.controlUrl).post(path).send(body)

describe("the control API", () => {
  it("lists its own routes by method and path", async () => {
    const { body } = await get("")
    const named = body.routes.map((route: { method: string; path: string }) => {
      return `${route.method} ${route.path}`
    })
    expect(named).toEqual(
      expect.arrayContaining([
        "GET /_sandbox/transactions",
        "POST /_sandbox/transactions/:id/settle",
        "POST /_sandbox/transactions/:id/notify",
        "POST /_sandbox/settings",
        "POST /_sandbox/faults",
        "POST /_sandbox/clock/advance",
        "POST /_sandbox/reset",
      ])
    )
  })

  it("settles by reference with another amount, and notifies", async () => {
    await create(sandbox, { reference: "c-1", ipn_url: receiver.url })
    const answer = await post("/transactions/c-1/settle", { status: "APPROVED", amount: 1_234 })
    expect(answer.body.transaction).toMatchObject({ status: "APPROVED", paid_amount: 1_234 })
    await post("/idle")
    expect(receiver.received[0].body).toMatchObject({ top_status: "APPROVED", top_amount: 1_234 })
  })

  it("settles without a notification", async () => {
    const ticket = await ticketOf(sandbox, { ipn_url: receiver.url })
    await post(`/transactions/${ticket}/settle`, { status: "DECLINED", notify: false })
    expect((await lookup(sandbox, ticket)).body.data.status).toBe("DECLINED")
    expect((await get("/notifications")).body.notifications).toEqual([])
  })

  it("sends forged and duplicated notifications, and lists them with the answers they got", async () => {
    const ticket = await ticketOf(sandbox, { ipn_url: receiver.url })
    await post(`/transactions/${ticket}/notify`, { forge: "status", copies: 2 })
    await post("/idle")
    const { notifications } = (await get(`/notifications?ticket=${ticket}&limit=1`)).body
    expect(notifications).toHaveLength(1)
    expect(notifications[0]).toMatchObject({
      forged: "status",
      state: "accepted",
      attempts: [{ status: 202 }],
    })
    expect(receiver.received).toHaveLength(2)
  })

  it("sends a notification of the present status when the body is empty", async () => {
    const ticket = await ticketOf(sandbox, { ipn_url: receiver.url })
    await request(sandbox.controlUrl).post(`/transactions/${ticket}/notify`)
    await post("/idle")
    expect(receiver.received[0].body.top_status).toBe("PENDING")
  })

  it("holds notifications, releases them in a chosen order, and drops them", async () => {
    await post("/notifications/hold")
    for (const reference of ["h-1", "h-2"]) {
      await create(sandbox, { reference, ipn_url: receiver.url })
      await post(`/transactions/${reference}/settle`, { status: "APPROVED" })
    }
    await post("/notifications/release", { order: "reversed" })
    expect(receiver.received.map(({ body }) => body.top_reference)).toEqual(["h-2", "h-1"])
    await post("/notifications/hold")
    await post("/transactions/h-1/notify")
    expect((await post("/notifications/drop")).body.notifications).toHaveLength(1)
  })

  it("injects and clears faults", async () => {
    const { fault } = (
      await post("/faults", { operation: "create", kind: "error_before", times: "always" })
    ).body
    expect((await create(sandbox)).status).toBe(500)
    expect((await get("/faults")).body.faults).toHaveLength(1)
    await request(sandbox.controlUrl).delete(`/faults/${fault.id}`)
    expect((await create(sandbox)).status).toBe(200)
    await post("/faults", { operation: "create", kind: "slow" })
    expect((await request(sandbox.controlUrl).delete("/faults")).body).toEqual({ ended: 1 })
  })

  it("changes settings key by key", async () => {
    const { settings } = (await post("/settings", { amounts: { wallet: "major" } })).body
    expect(settings.amounts).toEqual({ lookup: "wire", wallet: "major" })
    expect((await get("/settings")).body.settings).toEqual(settings)
  })

  it("lists received requests with the secrets hidden", async () => {
    const body = payInBody({ reference: "r-1" })
    await create(sandbox, { ...body, customer: {} })
    await lookup(sandbox, "r-1")
    await lookup(sandbox, "nobody")
    const { requests } = (await get("/requests?reference=r-1")).body
    expect(requests).toHaveLength(2)
    expect(requests[0]).toMatchObject({
      operation: "create",
      method: "POST",
      path: "/api/v1/payin",
      status: 200,
      fault: null,
      body: { reference: "r-1", amount: 50_000 },
      answer: { code: "01" },
      ticket: expect.any(String),
      duration_ms: expect.any(Number),
    })
    expect(JSON.stringify(requests)).not.toContain("sandbox-co-token")
    expect(requests[0].headers.authorization).toBe("[hidden]")
    expect((await get("/requests?operation=lookup&limit=1")).body.requests[0].status).toBe(404)
  })

  it("counts requests, refusals and transactions", async () => {
    const ticket = await ticketOf(sandbox)
    await create(sandbox, { amount: 1 })
    await lookup(sandbox, ticket)
    expect((await get("/counters")).body).toMatchObject({
      create: 2,
      lookup: 1,
      merchant: 0,
      refused: 1,
      transactions: { total: 1, PENDING: 1 },
    })
  })

  it("advances the clock, by which a link expires", async () => {
    const ticket = await ticketOf(sandbox, { expiration_time: 1 })
    const before = Date.parse((await get("/clock")).body.now)
    const after = Date.parse((await post("/clock/advance", { ms: 61_000 })).body.now)
    expect(after - before).toBeGreaterThanOrEqual(61_000)
    expect((await get(`/transactions/${ticket}`)).body.transaction.status).toBe("EXPIRED")
  })

  it("lists transactions, the newest first, by status", async () => {
    await create(sandbox, { reference: "t-1" })
    await create(sandbox, { reference: "t-2" })
    await post("/transactions/t-1/settle", { status: "APPROVED", notify: false })
    const all = (await get("/transactions")).body.transactions
    expect(all.map((one: { reference: string }) => one.reference)).toEqual(["t-2", "t-1"])
    const approved = (await get("/transactions?status=APPROVED")).body.transactions
    expect(approved.map((one: { reference: string }) => one.reference)).toEqual(["t-1"])
  })

  it("sets a wallet", async () => {
    expect((await post("/wallets/sandbox-co", { amount: 777 })).body).toEqual({ amount: 777 })
    expect((await get("/wallets/sandbox-co")).body).toEqual({ amount: 777 })
    expect((await post("/wallets/nobody", { amount: 1 })).status).toBe(400)
  })

  it("starts anew: transactions, wallets, faults, settings, clock", async () => {
    await ticketOf(sandbox)
    await post("/wallets/sandbox-co", { amount: 777 })
    await post("/faults", { operation: "create", kind: "error_before" })
    await post("/settings", { form: "flat" })
    await post("/clock/advance", { ms: 3_600_000 })
    await post("/reset")
    expect(sandbox.transactions()).toEqual([])
    expect(sandbox.wallet("sandbox-co")).toBe(0)
    expect(sandbox.faults()).toEqual([])
    expect(sandbox.behaviour().form).toBe("envelope")
    expect(Math.abs(sandbox.now() - Date.now())).toBeLessThan(600_000)
    expect(sandbox.counters().create).toBe(0)
  })

  it.each<[string, string, object, number, RegExp]>([
    ["an unknown transaction", "/transactions/none/settle", { status: "APPROVED" }, 404, /"none"/],
    ["an unknown status", "/transactions/x/settle", { status: "PAID" }, 400, /status/],
    ["an unknown setting", "/settings", { colour: "red" }, 400, /colour/],
    ["a wrong setting", "/settings", { form: "square" }, 400, /"form"/],
    ["an unknown fault", "/faults", { operation: "create", kind: "fire" }, 400, /"kind"/],
    ["a clock that runs back", "/clock/advance", { ms: -1 }, 400, /"ms"/],
    ["an unknown route", "/nothing", {}, 404, /GET \/_sandbox/],
  ])("refuses %s and says why", async (_title, path, body, status, message) => {
    const answer = await post(path, body)
    expect(answer.status).toBe(status)
    expect(answer.body.message).toMatch(message)
  })

  it("refuses a form body, which a page of another site could send", async () => {
    const answer = await request(sandbox.controlUrl).post("/reset").type("form").send({ a: "b" })
    expect(answer.status).toBe(415)
  })
})

describe("createSandbox", () => {
  it.each<[string, object, RegExp]>([
    ["a host that is not loopback", { host: "0.0.0.0" }, /setting "host".*loopback/],
    ["a typo", { prot: 1 }, /prot/],
    ["no merchant", { merchants: [] }, /setting "merchants"/],
    ["a public address with a path", { publicUrl: "https://a.example/b" }, /"publicUrl".*path/],
    ["a port out of range", { port: 70_000 }, /setting "port"/],
  ])("refuses %s in one line", (_title, settings, message) => {
    let text = ""
    try {
      createSandbox(settings)
    } catch (error) {
      if (error instanceof SettingsError) text = error.message
    }
    expect(text).toMatch(message)
    expect(text).not.toContain("\n")
  })

  it("refuses two merchants with one token", () => {
    const merchant = { username: "a", password: "b", token: "t", merchantId: "m" }
    expect(() =>
      createSandbox({ merchants: [merchant, { ...merchant, merchantId: "n" }] })
    ).toThrow(/share a token/)
  })

  it("serves the merchants it is given, one without a country in every country", async () => {
    const own = createSandbox({
      merchants: [{ username: "u", password: "p", token: "t", merchantId: "m", wallet: 5 }],
    })
    await own.start()
    const credentials = { authorization: `Basic ${btoa("u:p")}`, "token-top": "t" }
    for (const country of ["CO", "PE"] as const) {
      const answer = await request(own.url)
        .post("/api/v1/payin")
        .set(credentials)
        .send(payInBody({ country }))
      expect(answer.status).toBe(200)
    }
    const profile = await request(own.url).get("/api/v1/merchant/me").set(credentials)
    expect(profile.body.data).toMatchObject({ currency: "COP", wallet: 5 })
    await own.stop()
  })

  it("throws when an unknown transaction is settled, and returns null for it", () => {
    expect(() => sandbox.settle("ghost", { status: "APPROVED" })).toThrow(UnknownTransactionError)
    expect(sandbox.transaction("ghost")).toBeNull()
  })

  it("puts the public address into the links it gives out", async () => {
    const tunnelled = createSandbox({ publicUrl: "https://sandbox.example/" })
    await tunnelled.start()
    const answer = await create(tunnelled)
    const { ticket, payment_url } = answer.body.data
    expect(payment_url).toBe(`https://sandbox.example/pay/${ticket}`)
    await tunnelled.stop()
  })

  it("can be stopped and started again, and throws when asked for its address before the start", async () => {
    const own = createSandbox()
    expect(() => own.url).toThrow(/start/)
    await own.start()
    await own.start()
    const ticket = await ticketOf(own)
    await own.stop()
    await own.stop()
    await own.start()
    expect((await lookup(own, ticket)).status).toBe(200)
    await own.stop()
  })

  it("fails with EADDRINUSE when the port is in use", async () => {
    const port = Number(new URL(sandbox.url).port)
    await expect(createSandbox({ port }).start()).rejects.toMatchObject({ code: "EADDRINUSE" })
  })

  it("keeps the newest requests only, as many as set", async () => {
    const own = createSandbox({ journalSize: 2 })
    await own.start()
    for (const reference of ["j-1", "j-2", "j-3"]) await create(own, { reference })
    expect(own.requests().map(({ reference }) => reference)).toEqual(["j-2", "j-3"])
    await own.stop()
  })
})
