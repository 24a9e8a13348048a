import net from "node:net"
import { gzipSync } from "node:zlib"
import { GatewayError } from "../errors"
import { PayInGatewayService } from "../service"
import type { Reply, ServiceDouble } from "./service-double"
import {
  created,
  errorOf,
  json,
  looked,
  payInRequest,
  portOf,
  raw,
  rawOptions,
  reset,
  noAnswer,
  startService,
  warmUp,
} from "./service-double"

let service: ServiceDouble
let gateway: PayInGatewayService

const once = { retries: { attempts: 1 } }
const impatient = { ...once, timeouts: { requestMs: 400 } }

beforeEach(async () => {
  service = await startService()
  gateway = new PayInGatewayService({}, rawOptions(service.url, once))
})
afterEach(() => service.close())

const slowBody: Reply = (response) => {
  response.writeHead(200, { "content-type": "application/json" }).write('{"code":"01",')
}
const cutBody: Reply = (response) => {
  response.writeHead(200, { "content-length": "1000" }).write('{"code":"01",', () => {
    response.socket?.destroy()
  })
}
const bomb: Reply = (response) => {
  const packed = gzipSync(JSON.stringify(looked({ padding: " ".repeat(3_000_000) })))
  response.writeHead(200, { "content-encoding": "gzip" }).end(packed)
}
const huge: Reply = raw(200, JSON.stringify(looked({ padding: "x".repeat(3_000_000) })))
const falseGzip: Reply = raw(200, '{"code":"01"}', { "content-encoding": "gzip" })

const FAULTS: [string, Reply, string][] = [
  ["no answer in time", noAnswer, "timeout"],
  ["an answer that begins and never ends", slowBody, "timeout"],
  ["a connection reset before the answer", reset, "connection_lost"],
  ["a connection cut inside the answer", cutBody, "connection_lost"],
  ["HTTP 500", json(500, { code: "00" }), "server_error"],
  ["HTTP 502 with HTML", raw(502, "<html>Bad gateway</html>"), "server_error"],
  ["malformed JSON", raw(200, '{"code":"01","status":'), "malformed"],
  ["HTML under HTTP 200", raw(200, "<html>maintenance</html>"), "malformed"],
  ["an empty body", raw(200, ""), "malformed"],
  ["HTTP 204", raw(204, ""), "malformed"],
  ["a JSON text that is no object", raw(200, '"01"'), "malformed"],
  ["a gzip header on plain text", falseGzip, "malformed"],
  ["a huge answer", huge, "too_large"],
  ["an answer that becomes huge when decompressed", bomb, "too_large"],
]

describe.each(FAULTS)("%s", (_name, reply, reason) => {
  beforeEach(async () => {
    const options = rawOptions(service.url, reason === "timeout" ? impatient : once)
    gateway = new PayInGatewayService({}, options)
    await warmUp(service, () => gateway.transactions.lookup("co", "pin_1"))
  })

  it("leaves open whether a create happened, and the create is sent once", async () => {
    service.reply(reply)
    expect(await errorOf(gateway.payIn.create("co", payInRequest()))).toMatchObject({
      name: "UnclearError",
      reason,
      mayHaveHappened: true,
      safeToRepeat: false,
      operation: "payin.create",
      account: "co",
    })
    expect(service.seen).toHaveLength(1)
  })

  it("leaves a lookup unclear and safe to repeat", async () => {
    service.reply(reply)
    expect(await errorOf(gateway.transactions.lookup("co", "pin_1"))).toMatchObject({
      name: "UnclearError",
      reason,
      mayHaveHappened: false,
      safeToRepeat: true,
    })
  })
})

it("a redirect is never followed and takes no credentials anywhere", async () => {
  const elsewhere = await startService()
  for (const status of [301, 302, 307, 308]) {
    service.reply(raw(status, "", { location: `${elsewhere.url}/api/v1/payin` }))
    expect(await errorOf(gateway.payIn.create("co", payInRequest()))).toMatchObject({
      reason: "redirect",
      httpStatus: status,
      mayHaveHappened: true,
    })
  }
  expect(elsewhere.seen).toHaveLength(0)
  await elsewhere.close()
})

it("an answer in gzip is read", async () => {
  const request = payInRequest()
  const packed = gzipSync(JSON.stringify(created(request.reference)))
  service.reply((response) => response.writeHead(200, { "content-encoding": "gzip" }).end(packed))
  expect((await gateway.payIn.create("co", request)).ticket).toBe("T-1000")
})

describe("a failed connection", () => {
  const unsent = { mayHaveHappened: false, safeToRepeat: true, httpStatus: null }

  async function withServer(
    onSocket: (socket: net.Socket) => void,
    test: (port: number) => Promise<void>
  ): Promise<void> {
    const sockets = new Set<net.Socket>()
    const server = net.createServer((socket) => {
      sockets.add(socket)
      socket.on("error", () => undefined)
      onSocket(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    await test(portOf(server.address()))
    sockets.forEach((socket) => socket.destroy())
    await new Promise((resolve) => server.close(resolve))
  }

  it("to a closed port means that a create did not happen and may be sent again", async () => {
    await service.close()
    expect(await errorOf(gateway.payIn.create("co", payInRequest()))).toMatchObject({
      name: "UnreachableError",
      reason: "no_connection",
      message: expect.stringContaining("ECONNREFUSED"),
      ...unsent,
    })
  })

  it("with an endless TLS handshake sends no byte of the request", async () => {
    const received: Buffer[] = []
    await withServer(
      (socket) => socket.on("data", (part) => received.push(part)),
      async (port) => {
        const timeouts = { connectMs: 80, requestMs: 5_000 }
        const options = rawOptions(`https://127.0.0.1:${port}`, { ...once, timeouts })
        const other = new PayInGatewayService({}, options)
        const error = await errorOf(other.payIn.create("co", payInRequest()))
        expect(error).toMatchObject({
          name: "UnreachableError",
          reason: "connect_timeout",
          ...unsent,
        })
      }
    )
    // Nothing but the greeting of TLS arrived, or not even that yet.
    const [first = 0x16] = Buffer.concat(received)
    expect(first).toBe(0x16)
    expect(Buffer.concat(received).toString("latin1")).not.toContain("payin")
  })

  it("to a server without TLS sends no request and is safe to repeat", async () => {
    const options = rawOptions(service.url.replace("http:", "https:"), once)
    const other = new PayInGatewayService({}, options)
    expect(await errorOf(other.payIn.create("co", payInRequest()))).toMatchObject({
      name: "UnreachableError",
      reason: "no_connection",
      ...unsent,
    })
    expect(service.seen).toHaveLength(0)
  })

  it("differs from a reset on a kept connection, after which a create may have happened", async () => {
    const request = payInRequest()
    service.reply(json(200, created(request.reference)))
    await gateway.payIn.create("co", request)
    service.reply(reset)
    expect(await errorOf(gateway.payIn.create("co", payInRequest()))).toMatchObject({
      name: "UnclearError",
      reason: "connection_lost",
      mayHaveHappened: true,
    })
    expect(service.connections()).toBe(1)
  })
})

it("every fault is a GatewayError that holds nothing of the HTTP client", async () => {
  const replies = [...FAULTS.map(([, reply]) => reply), json(400, {}), json(429, {})]
  for (const reply of replies) {
    service.reply(reply)
    // A client of its own each time: the breaker must not answer in place of the service.
    const fresh = new PayInGatewayService({}, rawOptions(service.url, impatient))
    const error = await errorOf(fresh.merchant.profile("co"))
    expect(error).toBeInstanceOf(GatewayError)
    expect(error).not.toHaveProperty("cause")
    expect(error).not.toHaveProperty("config")
  }
})
