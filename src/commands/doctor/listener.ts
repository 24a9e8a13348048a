import { randomBytes } from "node:crypto"
import http from "node:http"

const MAX_BYTES = 64 * 1024

/** A notification as it came. */
export interface Arrived {
  headers: http.IncomingHttpHeaders
  raw: Buffer
}

/**
 * Listens for notifications at an address that nobody can guess, and answers each at once. On
 * loopback: what leads here from outside ends on this machine.
 */
export class Listener {
  private readonly key = randomBytes(16).toString("hex")
  private readonly arrived: Arrived[] = []
  private readonly server = http.createServer((request, response) => this.take(request, response))
  private woken: () => void = () => undefined

  constructor(
    private readonly publicUrl: string,
    private readonly port: number
  ) {}

  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once("error", reject)
      this.server.listen(this.port, "127.0.0.1", resolve)
    })
  }

  stop(): void {
    this.server.close()
    this.server.closeAllConnections()
  }

  /** `ipn_url` of one reference. */
  addressOf(reference: string): string {
    return `${this.publicUrl}/ipn/${reference}/${this.key}`
  }

  /** The first notification; null when none came in time. */
  async first(seconds: number): Promise<Arrived | null> {
    const here = new Promise<void>((resolve) => (this.woken = resolve))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, seconds * 1000)))
    if (this.arrived.length === 0) {
      await Promise.race([here, late])
    }
    clearTimeout(timer)
    return this.arrived[0] ?? null
  }

  private take(request: http.IncomingMessage, response: http.ServerResponse): void {
    if (!request.url?.endsWith(`/${this.key}`)) {
      response.writeHead(404).end()
      return
    }
    const parts: Buffer[] = []
    let bytes = 0
    request.on("data", (part: Buffer) => {
      bytes += part.length
      if (bytes <= MAX_BYTES) {
        parts.push(part)
      }
    })
    request.on("end", () => {
      this.arrived.push({ headers: request.headers, raw: Buffer.concat(parts) })
      response.writeHead(202).end()
      this.woken()
    })
  }
}
