import request from "supertest"
import { type FaultInput } from "../index"
import { create, headers, lookup, ticketOf } from "./support/shop"
import { servedSandbox } from "./support/served"

const sandbox = servedSandbox()

const known = (reference: string) => sandbox.transaction(reference) !== null

/** Goes away once the sandbox has begun to let a call wait; it was not answered. */
async function expectUnanswered(call: request.Test): Promise<void> {
  const outcome = call.then(
    () => "answered",
    () => "unanswered"
  )
  while (sandbox.faults().length > 0) await new Promise(setImmediate)
  call.abort()
  expect(await outcome).toBe("unanswered")
}

describe("a fault before acceptance", () => {
  it("leaves no transaction after a time-out", async () => {
    sandbox.injectFault({ operation: "create", kind: "timeout_before" })
    await expectUnanswered(create(sandbox, { reference: "b-1" }))
    expect(known("b-1")).toBe(false)
  })

  it("cuts the connection at the end of a time-out", async () => {
    sandbox.injectFault({ operation: "create", kind: "timeout_before", ms: 50 })
    await expect(create(sandbox)).rejects.toThrow(/hang up|ECONNRESET/)
  })

  it("leaves no transaction after a reset", async () => {
    sandbox.injectFault({ operation: "create", kind: "reset_before" })
    await expect(create(sandbox, { reference: "b-2" })).rejects.toThrow(/ECONNRESET|hang up/)
    expect(known("b-2")).toBe(false)
  })

  it.each([500, 502, 503, 504])("leaves no transaction after HTTP %d", async (status) => {
    sandbox.injectFault({ operation: "create", kind: "error_before", status })
    const answer = await create(sandbox, { reference: `b-${status}` })
    expect(answer.status).toBe(status)
    expect(known(`b-${status}`)).toBe(false)
  })

  it("leaves no transaction after HTTP 429 with Retry-After", async () => {
    sandbox.injectFault({ operation: "create", kind: "rate_limited", retryAfterSeconds: 7 })
    const answer = await create(sandbox, { reference: "b-429" })
    expect(answer.status).toBe(429)
    expect(answer.headers["retry-after"]).toBe("7")
    expect(known("b-429")).toBe(false)
  })

  it.each([200, 404, 502])(
    "leaves no transaction after a proxy's page under HTTP %d",
    async (status) => {
      sandbox.injectFault({ operation: "create", kind: "page_before", status })
      const answer = await create(sandbox, { reference: `p-${status}` })
      expect(answer.status).toBe(status)
      expect(answer.headers["content-type"]).toContain("text/html")
      expect(known(`p-${status}`)).toBe(false)
    }
  )

  it("leaves no transaction after code 00 that is no refusal", async () => {
    sandbox.injectFault({ operation: "create", kind: "unclear_before" })
    const answer = await create(sandbox, { reference: "b-00" })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ code: "00", error: "PROCESSING_ERROR" })
    expect(known("b-00")).toBe(false)
  })
})

describe("a fault after acceptance", () => {
  it("keeps the transaction after a time-out", async () => {
    sandbox.injectFault({ operation: "create", kind: "timeout_after" })
    await expectUnanswered(create(sandbox, { reference: "a-1" }))
    expect((await lookup(sandbox, "a-1")).body.data.status).toBe("PENDING")
  })

  it("keeps the transaction after a reset", async () => {
    sandbox.injectFault({ operation: "create", kind: "reset_after" })
    await expect(create(sandbox, { reference: "a-2" })).rejects.toThrow(/ECONNRESET|hang up/)
    expect(known("a-2")).toBe(true)
  })

  it("keeps the transaction after HTTP 500", async () => {
    sandbox.injectFault({ operation: "create", kind: "error_after" })
    expect((await create(sandbox, { reference: "a-3" })).status).toBe(500)
    expect(known("a-3")).toBe(true)
  })

  it("keeps the transaction after code 00", async () => {
    sandbox.injectFault({ operation: "create", kind: "unclear_after", error: "TIMEOUT" })
    expect((await create(sandbox, { reference: "a-4" })).body.error).toBe("TIMEOUT")
    expect(known("a-4")).toBe(true)
  })

  it("keeps the transaction after a proxy's page", async () => {
    sandbox.injectFault({ operation: "create", kind: "page_after", status: 404 })
    expect((await create(sandbox, { reference: "a-page" })).text).toContain("<h1>")
    expect(known("a-page")).toBe(true)
  })

  it("keeps the transaction after malformed JSON", async () => {
    sandbox.injectFault({ operation: "create", kind: "malformed" })
    const answer = await create(sandbox, { reference: "a-5" })
      .buffer(true)
      .parse((response, done) => {
        let text = ""
        response.on("data", (part: Buffer) => (text += part.toString()))
        response.on("end", () => done(null, text))
      })
    expect(answer.status).toBe(200)
    expect(() => JSON.parse(String(answer.body))).toThrow(SyntaxError)
    expect(known("a-5")).toBe(true)
  })

  it("only delays the answer when its kind is slow", async () => {
    sandbox.injectFault({ operation: "create", kind: "slow", ms: 120 })
    const started = performance.now()
    expect((await create(sandbox)).status).toBe(200)
    expect(performance.now() - started).toBeGreaterThanOrEqual(115)
  })

  it("names another reference in the echo and keeps the transaction", async () => {
    sandbox.injectFault({ operation: "create", kind: "wrong_reference" })
    const answer = await create(sandbox, { reference: "a-6" })
    expect(answer.body.data.transaction.reference).toBe("a-6-x")
    expect(known("a-6")).toBe(true)
  })

  it.each([
    [{}, { amount: 50_001, currency: "COP" }],
    [{ amount: 5_000_000 }, { amount: 5_000_000, currency: "COP" }],
    [{ currency: "PEN" }, { amount: 50_000, currency: "PEN" }],
  ])(
    "names another amount or currency in the echo and keeps what was asked: %j",
    async (named, said) => {
      sandbox.injectFault({ operation: "create", kind: "wrong_amount", ...named })
      const answer = await create(sandbox, { reference: "a-9", amount: 50_000 })
      expect(answer.body.data.transaction).toMatchObject(said)
      sandbox.injectFault({ operation: "lookup", kind: "wrong_amount", ...named })
      expect((await lookup(sandbox, "a-9")).body.data).toMatchObject(said)
      const asked = { amount: 50_000, currency: "COP" }
      expect((await lookup(sandbox, "a-9")).body.data).toMatchObject(asked)
    }
  )

  it("hides the transaction from lookups for a while", async () => {
    sandbox.injectFault({ operation: "create", kind: "late_visibility", ms: 60_000 })
    const ticket = await ticketOf(sandbox, { reference: "a-7" })
    expect((await lookup(sandbox, "a-7")).status).toBe(404)
    expect((await lookup(sandbox, ticket)).status).toBe(404)
    await sandbox.advanceClock(60_000)
    expect((await lookup(sandbox, "a-7")).body.data.ticket).toBe(ticket)
  })
})

describe("faults of the other operations", () => {
  it("make a lookup name another reference or miss an existing transaction", async () => {
    const ticket = await ticketOf(sandbox, { reference: "l-1" })
    sandbox.injectFault({ operation: "lookup", kind: "wrong_reference" })
    expect((await lookup(sandbox, ticket)).body.data.reference).toBe("l-1-x")
    sandbox.injectFault({ operation: "lookup", kind: "late_visibility" })
    expect((await lookup(sandbox, ticket)).status).toBe(404)
    expect((await lookup(sandbox, ticket)).body.data.reference).toBe("l-1")
  })

  it("make the merchant profile fail", async () => {
    sandbox.injectFault({ operation: "merchant", kind: "error_before", status: 503 })
    const profile = () => request(sandbox.url).get("/api/v1/merchant/me").set(headers())
    expect((await profile()).status).toBe(503)
    expect((await profile()).status).toBe(200)
  })
})

describe("an injected fault", () => {
  const statuses = async (count: number) => {
    const seen: number[] = []
    for (let call = 0; call < count; call++) seen.push((await create(sandbox)).status)
    return seen
  }

  it("strikes the next N calls, then no more", async () => {
    sandbox.injectFault({ operation: "create", kind: "error_before", times: 2 })
    expect(await statuses(4)).toEqual([500, 500, 200, 200])
    expect(sandbox.faults()).toEqual([])
  })

  it("strikes every call until it is cleared", async () => {
    const { id } = sandbox.injectFault({
      operation: "create",
      kind: "error_before",
      times: "always",
    })
    expect(await statuses(3)).toEqual([500, 500, 500])
    expect(sandbox.clearFaults(id)).toBe(1)
    expect(await statuses(1)).toEqual([200])
  })

  it("strikes with a probability that the same seed repeats", async () => {
    const fault: FaultInput = {
      operation: "create",
      kind: "error_before",
      times: "always",
      probability: 0.5,
      seed: 42,
    }
    sandbox.injectFault(fault)
    const first = await statuses(20)
    sandbox.clearFaults()
    sandbox.injectFault(fault)
    expect(await statuses(20)).toEqual(first)
    expect(new Set(first)).toEqual(new Set([200, 500]))
  })

  it("strikes only calls that name its reference", async () => {
    sandbox.injectFault({ operation: "create", kind: "error_after", reference: "only-me" })
    expect((await create(sandbox, { reference: "not-me" })).status).toBe(200)
    expect((await create(sandbox, { reference: "only-me" })).status).toBe(500)
  })

  it("strikes before a fault that was injected later", async () => {
    sandbox.injectFault({ operation: "create", kind: "error_before", status: 502 })
    sandbox.injectFault({ operation: "create", kind: "error_before", status: 503 })
    expect(await statuses(3)).toEqual([502, 503, 200])
  })

  it("is refused by name when its kind does not exist", () => {
    const wrong = JSON.parse('{"operation":"create","kind":"fire"}')
    expect(() => sandbox.injectFault(wrong)).toThrow(/setting "kind"/)
  })

  it("has a status below 500 only as a page", () => {
    const fault = { operation: "lookup", kind: "error_before", status: 404 } as const
    expect(() => sandbox.injectFault(fault)).toThrow(/setting "status"/)
  })
})
