import { randomBytes } from "node:crypto"
import http from "node:http"
import net from "node:net"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { MAX_DROPPED_BYTES } from "../../src/api/raw-body"
import { lookupsOf, quietCheckout } from "../support/lookups"
import { keptNotices, noticeOf } from "../support/notification"
import { withShop, type Shop } from "../support/shop"
import { snapshot } from "../support/snapshot"

const LIMIT = 64 * 1024
const MB = 1024 * 1024
const BODIES = 480
const NOTICES = 200
const AT_ONCE = 20
// 480 bodies hold 30 MB together, 200 hold 12: one in five, or all of them, kept would show.
const MAY_GROW = 6 * MB

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

/** Memory in use by objects and buffers, after the garbage is gone. */
function memory(): number {
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Posts `count` bodies to what `address` says, some at once; answers the statuses. */
async function flood(
  count: number,
  address: (n: number) => string,
  body: (n: number) => Buffer
): Promise<Set<number>> {
  // A kept connection is ended under a request that comes after a pause of five seconds.
  const agent = new http.Agent({ keepAlive: false, maxSockets: AT_ONCE })
  const statuses = new Set<number>()
  let next = 0
  const lane = async () => {
    for (let n = next++; n < count; n = next++) {
      statuses.add(await post(agent, address(n), body(n)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  agent.destroy()
  return statuses
}

function post(agent: http.Agent, url: string, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: "POST", agent }, (response) => {
      response.resume()
      response.once("end", () => resolve(response.statusCode ?? 0))
    })
    request.once("error", reject)
    request.end(body)
  })
}

/** A link that no sweep looks up meanwhile. */
async function quietLink(shop: Shop) {
  const { reference, asked } = await quietCheckout(shop)
  return { ...noticeOf(shop, reference, { top_status: "APPROVED" }), reference, asked }
}

// Hundreds of requests each: how long they take says how busy the machine is.
jest.setTimeout(15 * 60_000)

withShop("floods of notifications", {}, (shop) => {
  it(`of ${BODIES} bodies of 64 kB with wrong keys leave memory and tables as they were, without a lookup`, async () => {
    const { reference, asked } = await quietLink(shop)
    const address = (n: number) =>
      `${shop.url}/hooks/payin/ipn/${reference}/${n.toString(16).padStart(32, "0")}`
    await flood(100, address, () => randomBytes(LIMIT))
    const before = { rows: await snapshot(shop), memory: memory() }

    expect(await flood(BODIES, address, () => randomBytes(LIMIT))).toEqual(new Set([404]))

    expect(memory() - before.memory).toBeLessThan(MAY_GROW)
    expect(await snapshot(shop)).toEqual(before.rows)
    expect(lookupsOf(shop, reference)).toBe(asked)
  })

  it("of guessed references and keys get 404, change no table and cause no lookup", async () => {
    const { reference, body, asked } = await quietLink(shop)
    const guess = () => randomBytes(16).toString("hex")
    const before = await snapshot(shop)
    const words = Buffer.from(JSON.stringify(body))

    const guessed = await flood(
      200,
      (n) =>
        `${shop.url}/hooks/payin/ipn/${n % 2 === 0 ? reference : `pin_${guess().slice(6)}`}/${guess()}`,
      () => words
    )
    const unsigned = await flood(
      100,
      () => `${shop.url}/hooks/payment/payin_co`,
      () => words
    )

    expect(guessed).toEqual(new Set([404]))
    // Without a content type there is no body to read on Medusa's own address.
    expect(unsigned).toEqual(new Set([404]))
    expect(await snapshot(shop)).toEqual(before)
    expect(lookupsOf(shop, reference)).toBe(asked)
  })

  it(`of ${NOTICES} different bodies of 64 kB with the right key store less than 1 kB of each`, async () => {
    const { reference, path, body } = await quietLink(shop)
    const filler = "x".repeat(LIMIT - 1000)
    const large = (n: number) => Buffer.from(JSON.stringify({ ...body, n, filler }))
    await flood(20, () => shop.url + path, large)
    const before = memory()

    const statuses = await flood(
      NOTICES,
      () => shop.url + path,
      (n) => large(n + 20)
    )

    expect(statuses).toEqual(new Set([202]))
    expect(memory() - before).toBeLessThan(MAY_GROW)
    const kept = await keptNotices(shop, reference)
    expect(kept).toHaveLength(NOTICES + 20)
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThan((NOTICES + 20) * 1_000)
    // All of them were looked into: the next test is not to find them at work.
    expect(await shop.digested(reference)).toMatchObject({ status: "pending", settled_at: null })
  })

  it("of an endless body get 413, and the connection ends soon after", async () => {
    const { reference, path, asked } = await quietLink(shop)
    const { hostname, port } = new URL(shop.url)
    const chunk = Buffer.alloc(LIMIT, 32)
    const piece = Buffer.concat([Buffer.from("10000\r\n"), chunk, Buffer.from("\r\n")])
    const before = memory()

    const { heard, sent } = await new Promise<{ heard: string; sent: number }>((resolve) => {
      let [heard, sent] = ["", 0]
      const socket = net.connect(Number(port), hostname)
      const pump = () => {
        while (!socket.destroyed && socket.write(piece)) {
          sent += piece.length
        }
      }
      socket.on("drain", pump)
      socket.on("data", (bytes) => (heard += bytes.toString()))
      socket.on("error", () => undefined)
      socket.on("close", () => resolve({ heard, sent }))
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ntransfer-encoding: chunked\r\n\r\n`
      )
      pump()
    })

    expect(heard).toMatch(/^HTTP\/1\.1 413 /)
    // What the system's buffers between the two hold comes on top.
    expect(sent).toBeLessThan(MAX_DROPPED_BYTES + 16 * MB)
    expect(memory() - before).toBeLessThan(MAY_GROW)
    expect(lookupsOf(shop, reference)).toBe(asked)
  })
})
