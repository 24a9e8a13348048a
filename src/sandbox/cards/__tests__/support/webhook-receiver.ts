import * as http from "node:http"

export interface ReceivedWebhook {
  headers: http.IncomingHttpHeaders
  text: string
}

/** Stands where a merchant's webhook address points: keeps exactly what arrives. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = []
  /** Statuses to answer with, in turn; 202 when there are none left. */
  answers: number[] = []
  private server: http.Server | null = null

  async start(): Promise<void> {
    const server = http.createServer((request, response) => {
      const parts: Buffer[] = []
      request.on("data", (part: Buffer) => parts.push(part))
      request.on("end", () => {
        this.received.push({
          headers: request.headers,
          text: Buffer.concat(parts).toString("utf8"),
        })
        response.statusCode = this.answers.shift() ?? 202
        response.end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    this.server = server
  }

  get url(): string {
    const address = this.server?.address()
    if (typeof address !== "object" || address === null) throw new Error("not started")
    return `http://127.0.0.1:${address.port}/hooks/payin/card`
  }

  get events(): unknown[] {
    return this.received.map(({ headers }) => headers["x-webhook-event"])
  }

  get bodies() {
    return this.received.map(({ text }) => JSON.parse(text))
  }

  clear(): void {
    this.received.length = 0
    this.answers = []
  }

  async stop(): Promise<void> {
    const { server } = this
    this.server = null
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  }
}
