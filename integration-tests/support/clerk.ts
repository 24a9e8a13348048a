import http from "node:http"
import express from "express"
import type { Sandbox } from "../../src/sandbox"

/** What a lookup says of a transaction (interface.md 2.7). */
export type Answer = Record<string, unknown>

/**
 * Hands on what the sandbox answers, and rewrites the answers of lookups as it is told: a service that
 * says what no service should say.
 */
export class Clerk {
  private rewrite: ((answer: Answer) => Answer) | null = null
  private server: http.Server | null = null

  lie(rewrite: (answer: Answer) => Answer): void {
    this.rewrite = rewrite
  }

  tellTheTruth(): void {
    this.rewrite = null
  }

  async start(sandbox: Sandbox, port: number): Promise<void> {
    const desk = express()
    desk.use((request, response, next) => {
      const send = response.json.bind(response)
      response.json = (body: unknown) =>
        send(request.originalUrl.includes("/transaction/") ? this.rewritten(body) : body)
      next()
    })
    desk.use(sandbox.app)
    const server = http.createServer(desk)
    this.server = server
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  }

  async stop(): Promise<void> {
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
