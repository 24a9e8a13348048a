import { once } from "node:events"
import http, { type Server } from "node:http"
import net, { type AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { EventStream } from "../event-stream"

const NEVER = 60_000

/** A server whose every answer is a stream. */
async function streaming(
  times: { beatMs: number; lifeMs: number },
  begin: (stream: EventStream) => void
): Promise<{ server: Server; ask: (method?: string) => Promise<http.IncomingMessage> }> {
  const server = http.createServer((req, res) => begin(new EventStream(req, res, times)))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const { port }: Pick<AddressInfo, "port"> =
    typeof address === "object" && address !== null ? address : { port: 0 }
  const ask = (method = "GET") =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      const request = http.request({ port, host: "127.0.0.1", method, agent: false }, resolve)
      request.on("error", reject).end()
    })
  return { server, ask }
}

describe("a stream of events", () => {
  let server: Server | null = null
  const open = async (...[times, begin]: Parameters<typeof streaming>) => {
    const opened = await streaming(times, begin)
    server = opened.server
    return opened
  }

  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
    server = null
  })

  it("is sent as it is said, and neither kept nor pressed together on its way", async () => {
    const { ask } = await open({ beatMs: NEVER, lifeMs: NEVER }, (stream) => {
      stream.send("status", { status: "pending", message: "a\nb" })
      stream.send("status", { status: "approved" })
      stream.end()
      stream.send("status", { status: "late" })
    })
    const answer = await ask()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    })
    expect(await text(answer)).toBe(
      'event: status\ndata: {"status":"pending","message":"a\\nb"}\n\n' +
        'event: status\ndata: {"status":"approved"}\n\n'
    )
  })

  it("shows that it lives, and ends by itself", async () => {
    const { ask } = await open({ beatMs: 20, lifeMs: 200 }, (stream) => stream.send("status", {}))
    const said = await text(await ask())
    expect(said).toMatch(/^event: status\ndata: \{\}\n\n(:\n\n)+$/)
  })

  it("ends when its server listens no more, so that a process can leave", async () => {
    const { ask } = await open({ beatMs: 20, lifeMs: NEVER }, (stream) => stream.send("status", {}))
    const answer = await ask()
    const closed = once(server ?? http.createServer(), "close")
    server?.close()
    await text(answer)
    await closed
  })

  it("tells when its reader is gone, and says nothing more", async () => {
    const gone: EventStream[] = []
    const { ask } = await open({ beatMs: 20, lifeMs: NEVER }, (stream) => {
      stream.onClose(() => gone.push(stream))
      stream.send("status", {})
    })
    const answer = await ask()
    answer.destroy()
    while (gone.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(gone.map(({ isClosed }) => isClosed)).toEqual([true])
    gone[0].send("status", {})
    gone[0].end()
  })

  it("leaves nothing behind of requests that came at once on one connection", async () => {
    const streams: EventStream[] = []
    let gone = 0
    await open({ beatMs: 20, lifeMs: NEVER }, (stream) => {
      streams.push(stream)
      stream.onClose(() => (gone += 1))
      stream.send("status", {})
      // The second one ends while the answer before it goes on.
      if (streams.length === 2) stream.end()
    })
    const address = server?.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const socket = net.connect(port, "127.0.0.1")
    const uncaught = jest.fn()
    process.on("uncaughtException", uncaught)
    socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n".repeat(3))
    while (streams.length < 3) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(gone).toBe(1)
    socket.destroy()
    while (gone < 3) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
    process.off("uncaughtException", uncaught)
    expect([gone, uncaught.mock.calls]).toEqual([3, []])
  })

  it("is only its head where only the head was asked for", async () => {
    const { ask } = await open({ beatMs: 20, lifeMs: NEVER }, (stream) => stream.send("status", {}))
    const answer = await ask("HEAD")
    expect([answer.statusCode, await text(answer)]).toEqual([200, ""])
  })
})
