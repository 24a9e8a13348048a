import { inspect } from "node:util"
import axios from "axios"
import gatewayModule, { PAYIN_GATEWAY } from "../index"
import { PayInGatewayService } from "../service"
import type { ServiceDouble } from "./service-double"
import {
  SECRETS,
  created,
  errorOf,
  inTurn,
  json,
  looked,
  memoryLogger,
  payInRequest,
  rawOptions,
  reset,
  noAnswer,
  startService,
} from "./service-double"

let service: ServiceDouble
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const basic = (user: string, password: string) =>
  Buffer.from(`${user}:${password}`, "utf8").toString("base64")
const ALL_SECRETS = [...Object.values(SECRETS), basic(SECRETS.username, SECRETS.password)]
const PERSONAL = ["1020304050", "3001112233", "shopper@example.com", "Ana Pruebas"]

function expectClean(text: string): void {
  for (const secret of [...ALL_SECRETS, ...PERSONAL]) expect(text).not.toContain(secret)
}

it("is a Medusa module under its own key", () => {
  expect(PAYIN_GATEWAY).toBe("payinGateway")
  expect(gatewayModule.service).toBe(PayInGatewayService)
})

describe("credentials", () => {
  it("are sent with every call, the lookup and the profile included", async () => {
    service.reply(json(200, looked()))
    const gateway = new PayInGatewayService({}, rawOptions(service.url))
    await gateway.transactions.lookup("co", "pin_1")
    await gateway.merchant.profile("co")
    await errorOf(gateway.payIn.create("co", payInRequest()))
    expect(service.seen).toHaveLength(3)
    for (const { headers } of service.seen) {
      expect(headers.authorization).toBe(`Basic ${basic(SECRETS.username, SECRETS.password)}`)
      expect(headers["token-top"]).toBe(SECRETS.token)
    }
  })

  it("are separate for each account, as is the address", async () => {
    const peru = await startService()
    const pe = { username: "contraseña", password: "clave:ñ", token: "tok_pe" }
    const gateway = new PayInGatewayService(
      {},
      rawOptions(service.url, {
        accounts: [
          { id: "co", country: "CO" },
          { id: "pe", country: "PE", ...pe, baseUrl: `${peru.url}/sandbox/` },
        ],
      })
    )
    await gateway.merchant.profile("co").catch(() => undefined)
    await gateway.merchant.profile("pe").catch(() => undefined)
    expect(service.seen).toHaveLength(1)
    expect(peru.seen[0]).toMatchObject({
      path: "/sandbox/api/v1/merchant/me",
      headers: {
        authorization: `Basic ${basic(pe.username, pe.password)}`,
        "token-top": pe.token,
      },
    })
    expect(gateway.account("pe")).toMatchObject({ currency: "PEN", token: "tok_pe" })
    await peru.close()
  })

  it("do not exist for an unknown account, and the error names the known accounts", async () => {
    const gateway = new PayInGatewayService({}, rawOptions(service.url))
    const told = /no account "mx".*"co", "pe"/
    expect(() => gateway.account("mx")).toThrow(told)
    expect(() => gateway.verifyIpnSignature("mx", "x", "T", "r")).toThrow(told)
    await expect(gateway.merchant.profile("mx")).rejects.toThrow(told)
    await expect(gateway.transactions.lookup("__proto__", "x")).rejects.toThrow(/no account/)
    await expect(gateway.payIn.create("mx", payInRequest())).rejects.toThrow(told)
    expect(service.seen).toHaveLength(0)
  })
})

it("a dead account does not stop the other", async () => {
  const peru = await startService()
  peru.reply(json(200, { code: "01", data: { name: "Tienda" } }))
  service.reply(json(500, {}))
  const gateway = new PayInGatewayService(
    {},
    rawOptions(service.url, {
      accounts: [
        { id: "co", country: "CO" },
        { id: "pe", country: "PE", baseUrl: peru.url },
      ],
      breaker: { failures: 1, openMs: 60_000 },
    })
  )
  await errorOf(gateway.merchant.profile("co"))
  expect((await gateway.merchant.profile("pe")).name).toBe("Tienda")
  expect(gateway.diagnostics()).toMatchObject([
    { account: "co", breaker: "open", last_success_at: null, last_error: { http_status: null } },
    { account: "pe", breaker: "closed", last_error: null, last_success_at: expect.any(String) },
  ])
  await peru.close()
})

it("wrong options stop the boot with one line", () => {
  const rest = { ...rawOptions(service.url), baseUrl: undefined }
  expect(() => new PayInGatewayService({}, rest)).toThrow(/^[^\n]*"baseUrl"[^\n]*$/)
})

it("takes the options as Medusa hands them over, with its database among them", () => {
  const options = { ...rawOptions(service.url), database: { clientUrl: "postgres://x" } }
  expect(new PayInGatewayService({}, options).options.accounts).toHaveLength(2)
})

it("settings that a store makes for its own axios do not reach the service", async () => {
  const before = { ...axios.defaults }
  Object.assign(axios.defaults, { auth: { username: "store", password: "own" }, timeout: 1 })
  const gateway = new PayInGatewayService({}, rawOptions(service.url))
  Object.assign(axios.defaults, { auth: undefined, timeout: before.timeout })
  service.reply((response, seen) => setTimeout(() => json(200, looked())(response, seen), 50))
  expect((await gateway.transactions.lookup("co", "pin_1")).kind).toBe("found")
  expect(service.seen).toHaveLength(1)
  expect(service.seen[0]?.headers.authorization).toBe(
    `Basic ${basic(SECRETS.username, SECRETS.password)}`
  )
})

describe("secrets and personal data", () => {
  const told = {
    code: "00",
    status: "ERROR",
    error: "VALIDATION_ERROR",
    message: `Basic ${basic(SECRETS.username, SECRETS.password)} of ${SECRETS.username}/${SECRETS.password} with ${SECRETS.token}: shopper@example.com, 1020304050`,
  }

  it("appear in no error, be it inspected, serialized or printed", async () => {
    const gateway = new PayInGatewayService(
      {},
      rawOptions(service.url, { timeouts: { requestMs: 300 }, breaker: { failures: 100 } })
    )
    const replies = [
      noAnswer,
      reset,
      json(500, told),
      json(400, told),
      json(200, told),
      json(401, { ...told, error: SECRETS.token }),
      json(429, told),
      json(302, told, { location: "/" }),
    ]
    for (const reply of replies) {
      service.reply(reply)
      for (const call of [
        () => gateway.payIn.create("co", payInRequest()),
        () => gateway.transactions.lookup("co", "pin_1"),
        () => gateway.merchant.profile("co"),
      ]) {
        const error = await errorOf(call())
        expectClean(inspect(error, { depth: 20, showHidden: true, getters: true }))
        expectClean(JSON.stringify(error))
        expectClean(String(error))
      }
    }
    expectClean(JSON.stringify(gateway.diagnostics()))
  })

  it("are in no inspected or serialised service", () => {
    const gateway = new PayInGatewayService({}, rawOptions(service.url))
    expectClean(inspect(gateway, { depth: 20 }))
    expectClean(inspect({ gateway }, { depth: 20, customInspect: false }))
    expectClean(JSON.stringify(gateway))
    expectClean(JSON.stringify(Object.fromEntries(Object.entries(gateway))))
  })

  it("leave in a serialized error the fields that a caller needs to decide", async () => {
    service.reply(json(400, told))
    const gateway = new PayInGatewayService({}, rawOptions(service.url))
    const request = payInRequest()
    const error = await errorOf(gateway.payIn.create("co", request))
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      name: "RefusedError",
      message: expect.stringContaining("VALIDATION_ERROR"),
      reason: "validation",
      mayHaveHappened: false,
      safeToRepeat: false,
      operation: "payin.create",
      account: "co",
      httpStatus: 400,
      correlation: request.reference,
      service_error: "VALIDATION_ERROR",
    })
  })
})

describe("the log", () => {
  it("has one line for each try, with the reference and without secrets or personal data", async () => {
    const { lines, logger } = memoryLogger()
    const gateway = new PayInGatewayService({ logger }, rawOptions(service.url))
    const request = payInRequest()
    service.reply(json(200, created(request.reference)))
    await gateway.payIn.create("co", request)
    service.reply(inTurn(json(500, {}), json(200, looked({ reference: request.reference }))))
    await gateway.transactions.lookup("co", request.reference)
    expect(lines.map(({ level }) => level)).toEqual(["info", "warn", "debug"])
    for (const { text } of lines) {
      expect(text).not.toContain("\n")
      expect(JSON.parse(text.slice(text.indexOf("{")))).toMatchObject({
        account: "co",
        reference: request.reference,
        attempt: expect.any(Number),
        ms: expect.any(Number),
      })
      expectClean(text)
    }
    expect(lines[1]?.text).toContain('"retry_in_ms"')
  })

  it("replaces lookup text that is no reference, so that no line can be forged", async () => {
    const { lines, logger } = memoryLogger()
    const gateway = new PayInGatewayService({ logger }, rawOptions(service.url))
    service.reply(json(404, { code: "00" }))
    await gateway.transactions.lookup("co", 'x\n{"event":"forged"} shopper@example.com')
    expect(lines).toHaveLength(1)
    expect(lines[0]?.text).toContain("[not a reference]")
    expectClean(lines[0]?.text ?? "")
  })

  it("may be missing", async () => {
    service.reply(json(200, looked()))
    const gateway = new PayInGatewayService({ logger: undefined }, rawOptions(service.url))
    expect((await gateway.transactions.lookup("co", "pin_1")).kind).toBe("found")
  })

  it("of a lookup by ticket can carry the reference", async () => {
    const { lines, logger } = memoryLogger()
    const gateway = new PayInGatewayService({ logger }, rawOptions(service.url))
    service.reply(json(200, looked()))
    await gateway.transactions.lookup("co", "T-1000", "pin_1")
    expect(lines[0]?.text).toContain('"reference":"pin_1"')
  })
})

it("reports a notification's signature as missing or wrong", () => {
  const gateway = new PayInGatewayService({}, rawOptions(service.url))
  expect(gateway.verifyIpnSignature("co", undefined, "T", "r")).toBe("missing")
  expect(gateway.verifyIpnSignature("co", "x", "T", "r")).toBe("wrong")
})

it("a wrong set-up is one line at error for each mistake when the application starts", async () => {
  const { lines, logger } = memoryLogger()
  const accounts = [
    { id: "co", country: "CO" as const },
    { id: "second", country: "CO" as const },
  ]
  const options = rawOptions(service.url, { accounts })
  await new PayInGatewayService({ logger }, options).__hooks.onApplicationStart()
  const told = lines.filter(({ level }) => level === "error").map(({ text }) => text)
  expect(told).toEqual([expect.stringMatching(/^payin: country_twice: .*co, second/)])
})

it("a stopping instance closes its idle connections", async () => {
  service.reply(json(200, looked()))
  const gateway = new PayInGatewayService({}, rawOptions(service.url))
  await gateway.transactions.lookup("co", "pin_1")
  await gateway.__hooks.onApplicationShutdown()
  await gateway.transactions.lookup("co", "pin_1")
  expect(service.connections()).toBe(2)
})

it("reads an answer that is written in ISO-8859-1", async () => {
  service.reply((response) => {
    response.writeHead(200, { "Content-Type": "application/json" })
    response.end(Buffer.from('{"code":"01","data":{"name":"Tienda de Núñez"}}', "latin1"))
  })
  const gateway = new PayInGatewayService({}, rawOptions(service.url))
  expect((await gateway.merchant.profile("co")).name).toBe("Tienda de Núñez")
})
