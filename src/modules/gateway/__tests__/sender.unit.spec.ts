import { setTimeout as sleep } from "node:timers/promises"
import { resolveOptions } from "../../../domain/options/options"
import type { PayInRawOptions } from "../../../domain/options/options"
import type { LookupCause } from "../call-slots"
import { createLog } from "../log"
import { lookupCalls } from "../lookup"
import { PACING } from "../pacing"
import type { PacingPolicy } from "../pacing"
import { payInCalls } from "../pay-in"
import { Sender } from "../sender"
import type { Line, ServiceDouble } from "./service-double"
import {
  created,
  errorOf,
  inTurn,
  json,
  looked,
  memoryLogger,
  payInRequest,
  raw,
  rawOptions,
  reset,
  noAnswer,
  startService,
  warmUp,
} from "./service-double"

let service: ServiceDouble
const open: Sender[] = []

beforeEach(async () => {
  service = await startService()
})
afterEach(async () => {
  open.splice(0).forEach((sender) => sender.close())
  await service.close()
})

const FAST: PacingPolicy = { ...PACING, backoffMs: 10, leastMs: 20 }

function start(more: Partial<PayInRawOptions> = {}, pacing: Partial<PacingPolicy> = {}) {
  const options = resolveOptions(rawOptions(service.url, more), { production: false })
  const account = options.accounts[0]
  if (account === undefined) throw new Error("no account")
  const { lines, logger } = memoryLogger()
  const policy = { ...FAST, ...pacing }
  const sender = new Sender(account, options, createLog(logger), policy)
  open.push(sender)
  const ask = (cause?: LookupCause) =>
    lookupCalls(options, () => sender).lookup("co", "pin_1", "pin_1", cause)
  const lookup = () => ask()
  return {
    sender,
    policy,
    lines,
    warm: () => warmUp(service, lookup),
    create: (request = payInRequest()) => payInCalls(options, () => sender).create("co", request),
    lookup,
    poll: () => ask("poll"),
    notified: () => ask("notification"),
  }
}

const timed = async (promise: Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await promise.catch(() => undefined)
  return performance.now() - started
}

describe("retries", () => {
  it.each([
    ["a time-out", noAnswer],
    ["a reset", reset],
    ["a 5xx", json(503, {})],
    ["a 429", json(429, {})],
  ])("a lookup is repeated after %s", async (_name, fault) => {
    const { lookup, warm } = start({ timeouts: { requestMs: 400 } })
    await warm()
    service.reply(inTurn(fault, json(200, looked())))
    expect((await lookup()).kind).toBe("found")
    expect(service.seen).toHaveLength(2)
  })

  it("a lookup is tried as often as the option says, then fails with the last error", async () => {
    service.reply(json(500, {}))
    const { lookup } = start({ retries: { attempts: 3 } })
    expect(await errorOf(lookup())).toMatchObject({ reason: "server_error" })
    expect(service.seen).toHaveLength(3)
  })

  it.each([
    ["a refusal", json(403, {})],
    ["a malformed answer", json(200, {})],
    ["a redirect", json(302, {}, { location: "/x" })],
  ])("a lookup is not repeated after %s", async (_name, fault) => {
    service.reply(inTurn(fault, json(200, looked())))
    await errorOf(start().lookup())
    expect(service.seen).toHaveLength(1)
  })

  it.each([
    ["a time-out", noAnswer],
    ["a reset", reset],
    ["a 5xx", json(503, {})],
    ["a 429", json(429, {}, { "retry-after": "0" })],
  ])("a create is never sent again after %s", async (_name, fault) => {
    const { create, warm } = start({ retries: { attempts: 5 }, timeouts: { requestMs: 400 } })
    await warm()
    service.reply(inTurn(fault, json(200, created("x"))))
    await errorOf(create())
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(service.seen).toHaveLength(1)
  })

  it("a create is tried again when no connection was made", async () => {
    await service.close()
    const { create, lines } = start({ retries: { attempts: 3 } })
    expect(await errorOf(create())).toMatchObject({ name: "UnreachableError" })
    expect(lines.filter(({ text }) => text.includes("no_connection"))).toHaveLength(3)
  })
})

describe("Retry-After", () => {
  it("delays the repeat of a lookup", async () => {
    service.reply(inTurn(json(429, {}, { "retry-after": "0.3" }), json(200, looked())))
    expect(await timed(start().lookup())).toBeGreaterThanOrEqual(300)
    expect(service.seen).toHaveLength(2)
  })

  it("is obeyed as a date too", async () => {
    const soon = new Date(Date.now() + 2_000).toUTCString()
    service.reply(inTurn(json(503, {}, { "retry-after": soon }), json(200, looked())))
    expect(await timed(start().lookup())).toBeGreaterThan(500)
    expect(service.seen).toHaveLength(2)
  })

  it("that is too long to wait for goes to the caller, and other lookups are not sent meanwhile", async () => {
    service.reply(json(429, {}, { "retry-after": "30" }))
    const { lookup } = start({ retries: { attempts: 5 } })
    const wait = { name: "RateLimitedError", retry_after_ms: 30_000, safeToRepeat: true }
    expect(await errorOf(lookup())).toMatchObject(wait)
    expect(await errorOf(lookup())).toMatchObject({ name: "RateLimitedError", httpStatus: null })
    expect(service.seen).toHaveLength(1)
  })

  it("is capped at one minute", async () => {
    service.reply(json(429, {}, { "retry-after": "86400" }))
    expect(await errorOf(start().lookup())).toMatchObject({ retry_after_ms: 60_000 })
  })

  it("of a lookup does not hold back the creation of a pay-in", async () => {
    service.reply(json(429, {}, { "retry-after": "30" }))
    const { lookup, create } = start()
    await errorOf(lookup())
    await errorOf(create())
    expect(service.seen.map(({ path }) => path)).toContain("/api/v1/payin")
  })
})

describe("the deadline of a call", () => {
  it("includes all retries", async () => {
    service.reply(noAnswer)
    const { lookup } = start(
      { retries: { attempts: 5 }, timeouts: { requestMs: 1_000 }, breaker: { failures: 100 } },
      { deadlineMs: 1_500 }
    )
    expect(await timed(lookup())).toBeGreaterThan(1_200)
    expect(service.seen.length).toBeLessThan(5)
  })

  it("also ends a call that waits in the queue, and that call is not sent", async () => {
    service.reply(noAnswer)
    const once = { retries: { attempts: 1 }, timeouts: { requestMs: 2_000 } }
    const { create, lookup, policy } = start({ gatewayConcurrency: 1, ...once })
    const first = errorOf(lookup())
    while (service.seen.length === 0) await sleep(5)
    // The first call has the only slot for longer than the second one may wait.
    policy.deadlineMs = 300
    expect(await errorOf(create())).toMatchObject({
      name: "UnreachableError",
      reason: "too_busy",
      mayHaveHappened: false,
    })
    await first
    expect(service.seen).toHaveLength(1)
  })

  it("is twenty seconds by default", () => {
    expect(PACING.deadlineMs).toBe(20_000)
  })
})

describe("the calls of an account", () => {
  it("are limited in number at once, and the rest wait in the queue", async () => {
    let under_way = 0
    let most = 0
    service.reply((response) => {
      most = Math.max(most, ++under_way)
      setTimeout(() => {
        under_way--
        json(200, looked())(response, { method: "", path: "", headers: {}, text: "" })
      }, 30)
    })
    const { lookup, poll } = start({ gatewayConcurrency: 4 })
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, lookup),
      ...Array.from({ length: 4 }, poll),
    ])
    expect(answers.every(({ kind }) => kind === "found")).toBe(true)
    // The fourth is kept for calls that make something.
    expect(most).toBe(3)
  })

  it("leave a create and a lookup of the plugin's own to go at once beside 600 polls", async () => {
    service.reply(noAnswer)
    const { create, lookup, poll, notified, lines } = start(
      { retries: { attempts: 1 }, timeouts: { requestMs: 1_500 } },
      { queue: 100 }
    )
    const polls = [...Array.from({ length: 600 }, poll), ...Array.from({ length: 50 }, notified)]
    const others = Promise.allSettled(polls.map(errorOf))
    while (service.seen.length < 4) await new Promise(setImmediate)
    service.reply((response, seen) => {
      const answer = seen.path.endsWith("/payin")
        ? { code: "00", error: "VALIDATION_ERROR" }
        : looked()
      json(seen.path.endsWith("/payin") ? 400 : 200, answer)(response, seen)
    })
    expect(await errorOf(create())).toMatchObject({ reason: "validation" })
    expect((await lookup()).kind).toBe("found")
    expect(service.seen).toHaveLength(6)
    await others
    const warned = lines.filter(({ level, text }) => level === "warn" && text.includes("too_busy"))
    expect(warned).toEqual([])
  })

  it("beyond the queue fail as too busy and are safe to repeat", async () => {
    service.reply(noAnswer)
    const { lookup, sender } = start(
      { gatewayConcurrency: 1, retries: { attempts: 1 }, timeouts: { requestMs: 500 } },
      { queue: 1 }
    )
    const waiting = [errorOf(lookup()), errorOf(lookup())]
    expect(sender.diagnostics()).toMatchObject({ in_flight: 1, waiting: 1 })
    expect(await errorOf(lookup())).toMatchObject({ reason: "too_busy", safeToRepeat: true })
    await Promise.all(waiting)
  })

  it("reuse a kept connection instead of opening new ones", async () => {
    service.reply(json(200, looked()))
    const { lookup } = start()
    for (let i = 0; i < 10; i++) await lookup()
    expect(service.seen).toHaveLength(10)
    expect(service.connections()).toBe(1)
  })
})

describe("the circuit breaker", () => {
  const options = {
    retries: { attempts: 1 },
    breaker: { failures: 3, openMs: 60_000 },
    timeouts: { requestMs: 500 },
  }
  const brief = { ...options, breaker: { failures: 3, openMs: 100 } }
  const calls = () => service.seen.map(({ method, path }) => `${method} ${path}`)
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  it.each([
    ["time-outs", noAnswer],
    ["5xx", json(500, {})],
    ["lost connections", reset],
  ])("opens after %s, and no further call is sent", async (_name, fault) => {
    service.reply(fault)
    const { lookup, create, sender } = start(options)
    for (let i = 0; i < 3; i++) await errorOf(lookup())
    expect(sender.diagnostics().breaker).toBe("open")
    expect(await errorOf(create())).toMatchObject({
      name: "BreakerOpenError",
      reason: "breaker_open",
      mayHaveHappened: false,
      safeToRepeat: true,
    })
    expect(service.seen).toHaveLength(3)
  })

  it("opens when no connection can be made", async () => {
    await service.close()
    const { lookup } = start(options)
    for (let i = 0; i < 3; i++) await errorOf(lookup())
    expect(await errorOf(lookup())).toMatchObject({ name: "BreakerOpenError" })
  })

  it.each([
    ["refusals", json(400, { code: "00", error: "VALIDATION_ERROR" })],
    ["refused credentials", json(401, {})],
    ["not found", json(404, {})],
    ["rate limits", json(429, {})],
    ["rate limits of a proxy", raw(429, "<h1>slow down</h1>")],
    ["malformed answers", json(200, {})],
    ["other errors under 00", json(200, { code: "00" })],
  ])("does not count %s", async (_name, answer) => {
    service.reply(answer)
    const { create, sender } = start(options)
    for (let i = 0; i < 10; i++) await errorOf(create())
    expect(service.seen).toHaveLength(10)
    expect(sender.diagnostics().breaker).toBe("closed")
  })

  it.each([400, 403, 404])("counts a proxy's page under HTTP %i", async (status) => {
    service.reply(raw(status, "<h1>no</h1>"))
    const { create, sender } = start(options)
    for (let i = 0; i < 3; i++) await errorOf(create())
    expect(await errorOf(create())).toMatchObject({ name: "BreakerOpenError" })
    expect(sender.diagnostics().breaker).toBe("open")
  })

  it("is closed by a read of its own that nobody waits for, and every other call fails at once", async () => {
    service.reply(json(500, {}))
    const { create, lookup, sender, lines } = start({ ...brief, timeouts: { requestMs: 4_000 } })
    for (let i = 0; i < 3; i++) await errorOf(lookup())
    let finish = (): void => undefined
    service.reply((response, seen) => {
      finish = () => json(200, {})(response, seen)
    })
    await until(() => service.seen.length === 4)
    expect(calls().at(-1)).toBe("GET /api/v1/merchant/me")
    expect(sender.diagnostics().breaker).toBe("half_open")
    for (const call of [create, lookup]) {
      expect(await timed(call())).toBeLessThan(100)
      expect(await errorOf(call())).toMatchObject({ name: "BreakerOpenError" })
    }
    finish()
    await until(() => sender.diagnostics().breaker === "closed")
    expect(service.seen).toHaveLength(4)
    service.reply(json(200, looked()))
    expect((await lookup()).kind).toBe("found")
    const events = lines.map(({ text }) => /breaker_\w+/.exec(text)?.[0]).filter(Boolean)
    expect([...new Set(events)]).toEqual(["breaker_opened", "breaker_open", "breaker_closed"])
  })

  it("never tries by a write, however many wait and however long the service fails", async () => {
    service.reply(json(503, {}))
    const { create, sender } = start(brief)
    for (let i = 0; i < 3; i++) await errorOf(create())
    while (service.seen.length < 6) {
      expect(await errorOf(create())).toMatchObject({ name: "BreakerOpenError" })
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(sender.diagnostics().breaker).not.toBe("closed")
    expect(new Set(calls().slice(3))).toEqual(new Set(["GET /api/v1/merchant/me"]))
  })

  it.each([
    ["credentials are refused", json(401, {})],
    ["there is no such address", json(404, {})],
    ["there are too many calls", json(429, {})],
  ])("closes when the trial hears that %s, because the service answers", async (_name, answer) => {
    service.reply(json(500, {}))
    const { lookup, sender } = start(brief)
    for (let i = 0; i < 3; i++) await errorOf(lookup())
    service.reply(answer)
    await until(() => sender.diagnostics().breaker === "closed")
  })

  it("makes no trial any more once its process ends", async () => {
    service.reply(json(500, {}))
    const { lookup, sender } = start(brief)
    for (let i = 0; i < 3; i++) await errorOf(lookup())
    sender.close()
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(service.seen).toHaveLength(3)
  })

  it("fails queued calls at once when it opens", async () => {
    service.reply(noAnswer)
    const { lookup } = start({ ...options, gatewayConcurrency: 3 })
    const took = await timed(Promise.allSettled(Array.from({ length: 60 }, lookup)))
    expect(took).toBeLessThan(4_000)
    // A place that is free before the third failure is still given away.
    expect(service.seen.length).toBeLessThanOrEqual(5)
  })
})

describe("the background work of an account", () => {
  const options = { retries: { attempts: 1 }, breaker: { failures: 3, openMs: 60_000 } }

  it("waits while the circuit breaker is not closed", async () => {
    service.reply(json(500, {}))
    const { lookup, sender } = start(options)
    expect(sender.background.enter("payouts")).toMatchObject({ alone: false })
    for (let i = 0; i < 3; i++) await errorOf(lookup())
    expect(sender.background.enter("payouts")).toBeNull()
  })

  it.each([
    ["429", "the 50 seconds it asks for", { "retry-after": "50" }, [-49, -51]],
    ["429", "five minutes of a day", { "retry-after": "86400" }, [-299, -301]],
    ["429", "five seconds where it names no time", {}, [-4, -6]],
    ["503", "the 50 seconds it asks for", { "retry-after": "50" }, [-49, -51]],
  ])("waits after HTTP %s of a write for %s", async (status, _wait, headers, [still, over]) => {
    service.reply(json(Number(status), {}, headers))
    const { create, sender } = start(options)
    await errorOf(create())
    const now = performance.now()
    const clock = jest.spyOn(performance, "now")
    clock.mockReturnValue(now - (still ?? 0) * 1000)
    expect(sender.background.places("payouts")).toBe("none")
    clock.mockReturnValue(now - (over ?? 0) * 1000)
    expect(sender.background.places("payouts")).not.toBe("none")
    clock.mockRestore()
  })

  it("waits for nothing that a lookup was told", async () => {
    service.reply(json(429, {}, { "retry-after": "50" }))
    const { lookup, sender } = start(options)
    await errorOf(lookup())
    expect(sender.background.places("payouts")).toBe("any")
  })

  it("goes on one call at a time after a write without an answer, until one is answered", async () => {
    const { sender } = start(options)
    const { background } = sender
    const now = performance.now()
    const clock = jest.spyOn(performance, "now")
    background.failed("payout.create", { began: now, ended: now })
    background.failed("payin.create", { began: now, ended: now })
    expect(background.enter("payouts")).toBeNull()
    clock.mockReturnValue(now + 6_000)
    const permit = background.enter("payouts")
    expect(permit).toMatchObject({ alone: true })
    expect(background.enter("payouts")).toBeNull()
    permit?.leave()
    background.answered("payin.create")
    expect(background.enter("payouts")).toMatchObject({ alone: true })
    background.answered("payout.create")
    expect(background.enter("payouts")).toMatchObject({ alone: false })
    clock.mockRestore()
  })

  it("counts all tries of one write as one", async () => {
    await service.close()
    const { create, sender } = start({ ...options, retries: { attempts: 3 } })
    const failed = jest.spyOn(sender.background, "failed")
    await errorOf(create())
    const began = failed.mock.calls.map(([, write]) => write.began)
    expect(began).toHaveLength(3)
    expect(new Set(began).size).toBe(1)
  })
})

describe("a refusal that concerns the account", () => {
  const alarms = (lines: readonly Line[]) =>
    lines.filter(({ level }) => level === "error").map(({ text }) => text)

  it("is shown until a call works, and is logged once at error when it begins", async () => {
    const { sender, lines, lookup, create } = start({ breaker: { failures: 100, openMs: 100 } })
    service.reply(json(401, {}))
    await errorOf(create())
    await errorOf(lookup())
    await errorOf(create())
    const [{ since, ...refused }] = sender.diagnostics().refused
    expect(sender.diagnostics().refused).toHaveLength(1)
    expect(refused).toEqual({ reason: "credentials", operation: "payin.create", http_status: 401 })
    expect(Date.parse(since)).not.toBeNaN()
    expect(alarms(lines)).toEqual([
      expect.stringMatching(/"credentials_refused".*username, password/),
    ])

    service.reply(json(200, looked()))
    await lookup()
    expect(sender.diagnostics().refused).toEqual([])
    service.reply(json(401, {}))
    await errorOf(lookup())
    expect(alarms(lines)).toHaveLength(2)
  })

  it("to make one call stays while others work", async () => {
    const { sender, lines, lookup, create } = start()
    service.reply(json(403, {}))
    await errorOf(create())
    service.reply(json(200, looked()))
    await lookup()
    expect(sender.diagnostics().refused).toMatchObject([
      { reason: "forbidden", operation: "payin.create" },
    ])
    expect(alarms(lines)).toEqual([expect.stringContaining('"not_allowed"')])
    const request = payInRequest()
    service.reply(json(200, created(request.reference)))
    await create(request)
    expect(sender.diagnostics().refused).toEqual([])
  })
})
