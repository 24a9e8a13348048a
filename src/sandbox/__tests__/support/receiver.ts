import * as http from "node:http"

export interface Received {
  path: string
  signature: string | undefined
  contentType: string | undefined
  body: Record<string, unknown>
}

/** Stands where a merchant's `ipn_url` points: keeps what arrives, answers what the spec says. */
export class Receiver {
  readonly received: Received[] = []
  /** Statuses to answer with, in turn; 202 when there are none left. */
  answers: number[] = []
  /** Takes the notification and never answers. */
  silent = false
  private server: http.Server | null = null

  async start(): Promise<void> {
    const server = http.createServer((request, response) => {
      let text = ""
      request.on("data", (part: Buffer) => (text += part.toString()))
      request.on("end", () => {
        const signature = request.headers["x-trx-signature"]
        this.received.push({
          path: request.url ?? "",
          signature: typeof signature === "string" ? signature : undefined,
          contentType: request.headers["content-type"],
          body: JSON.parse(text),
        })
        if (this.silent) return
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
    return `http://127.0.0.1:${address.port}/hooks/payin/ipn/ref/0123456789abcdef`
  }

  clear(): void {
    this.received.length = 0
    this.answers = []
    this.silent = false
  }

  async stop(): Promise<void> {
    const { server } = this
    this.server = null
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  }
}
