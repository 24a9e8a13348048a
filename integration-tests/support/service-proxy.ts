import http from "node:http"
import express from "express"
import type { Sandbox } from "../../src/sandbox"

/** What a lookup says of a transaction (docs/service.md#lookup). */
export type Answer = Record<string, unknown>

/** What happens at the counter before a call is served. */
export type Meeting = (path: string, response: express.Response) => Promise<void> | void

/**
 * Hands on what the sandbox answers, and rewrites the answers of lookups as it is told: a service
 * that says what no service should say, or that is met at a moment of the test's choice.
 */
export class ServiceProxy {
  private rewrite: ((answer: Answer) => Answer) | null = null
  private meeting: Meeting | null = null
  private server: http.Server | null = null

  /** @param port 0: a free one, the same each time it is opened */
  constructor(
    private readonly sandbox: Sandbox,
    private port: number
  ) {}

  /** Where a store finds the service. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  lie(rewrite: (answer: Answer) => Answer): void {
    this.rewrite = rewrite
  }

  /** Runs before each call is served; one that it answers itself is not served. */
  meet(meeting: Meeting): void {
    this.meeting = meeting
  }

  tellTheTruth(): void {
    this.rewrite = null
    this.meeting = null
  }

  /** Nothing when the door is open. */
  async open(): Promise<void> {
    if (this.server !== null) {
      return
    }
    const desk = express()
    desk.use((request, response, next) => {
      Promise.resolve(this.meeting?.(request.originalUrl, response))
        .then(() => {
          if (!response.headersSent) {
            next()
          }
        })
        .catch(next)
    })
    desk.use((request, response, next) => {
      const send = response.json.bind(response)
      response.json = (body: unknown) =>
        send(request.originalUrl.includes("/transaction/") ? this.rewritten(body) : body)
      next()
    })
    desk.use(this.sandbox.app)
    const server = http.createServer(desk)
    this.server = server
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve))
    const address = server.address()
    if (typeof address === "object" && address !== null) {
      this.port = address.port
    }
  }

  /** Whoever calls finds nobody until it is opened again. */
  async close(): Promise<void> {
    const { server } = this
    this.server = null
    if (server !== null) {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
    }
  }

  private rewritten(body: unknown): unknown {
    const found = typeof body === "object" && body !== null && "data" in body ? body : null
    if (this.rewrite === null || found === null || typeof found.data !== "object") {
      return body
    }
    return { ...found, data: this.rewrite({ ...found.data }) }
  }
}
