import http from "node:http"

/**
 * The one public address of a store that several processes serve: each request goes to the next of
 * them, and to the one after that when nobody listens there.
 */
export class Balancer {
  private server: http.Server | null = null
  private turn = 0

  /** @param targets base addresses; may be changed while it runs */
  constructor(public targets: readonly string[] = []) {}

  get url(): string {
    const address = this.server?.address()
    if (typeof address !== "object" || !address) {
      throw new Error("the balancer was not started")
    }
    return `http://127.0.0.1:${address.port}`
  }

  async start(): Promise<void> {
    const server = http.createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => this.forward(request, Buffer.concat(chunks), response))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    this.server = server
  }

  async stop(): Promise<void> {
    const { server } = this
    this.server = null
    await new Promise((resolve) => {
      server?.close(resolve)
      server?.closeAllConnections()
    })
  }

  private forward(
    request: http.IncomingMessage,
    body: Buffer,
    response: http.ServerResponse,
    tries = 1
  ): void {
    const target = this.targets[this.turn++ % this.targets.length]
    const { method, headers, url = "/" } = request
    const onward = http.request(`${target}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" && tries < this.targets.length) {
        this.forward(request, body, response, tries + 1)
      } else if (response.headersSent) {
        response.destroy()
      } else {
        response.writeHead(502).end()
      }
    })
    onward.end(body)
  }
}
