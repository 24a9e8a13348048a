import { Server, type IncomingMessage, type ServerResponse } from "node:http"

/** An answer that goes on: server-sent events, with comments between them that show it lives. */
export class EventStream {
  #beat: NodeJS.Timeout | null = null
  #life: NodeJS.Timeout | null = null
  #works: (() => void)[] = []
  #isOver = false
  readonly #over = () => this.over()

  /**
   * @param beatMs between two comments
   * @param lifeMs after which the stream ends by itself
   */
  constructor(
    private readonly req: IncomingMessage,
    private readonly res: ServerResponse,
    private readonly times: { beatMs: number; lifeMs: number }
  ) {
    res.once("close", this.#over)
    // An answer to a pipelined request waits for those before it, and hears of no close until its turn.
    req.socket.once("close", this.#over)
  }

  /** Nobody reads any more, or nothing can be said any more. */
  get isClosed(): boolean {
    return this.#isOver || this.res.destroyed || this.res.writableEnded
  }

  /** Once, when nobody reads any more, whoever ended it; at once if that is so already. */
  onClose(work: () => void): void {
    if (this.isClosed) {
      work()
    } else {
      this.#works.push(work)
    }
  }

  /** Says it to whoever reads. The first time it begins the answer. */
  send(event: string, data: object): void {
    if (!this.isClosed && !this.res.headersSent) {
      this.begin()
    }
    if (!this.isClosed) {
      this.res.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    }
  }

  end(): void {
    if (!this.isClosed) {
      this.res.end()
    }
    this.over()
  }

  private over(): void {
    this.#isOver = true
    clearInterval(this.#beat ?? undefined)
    clearTimeout(this.#life ?? undefined)
    this.res.off("close", this.#over)
    this.req.socket.off("close", this.#over)
    this.#works.splice(0).forEach((work) => work())
  }

  private begin(): void {
    const { req, res } = this
    res.setHeader("Content-Type", "text/event-stream; charset=utf-8")
    // Medusa's compression, and that of proxies, would hold back what is said: `no-transform` keeps both away.
    res.setHeader("Cache-Control", "no-store, no-transform")
    // nginx collects an answer before it passes it on.
    res.setHeader("X-Accel-Buffering", "no")
    res.flushHeaders()
    if (req.method === "HEAD") {
      this.end()
      return
    }
    this.#beat = setInterval(() => this.beat(), this.times.beatMs).unref()
    this.#life = setTimeout(() => this.end(), this.times.lifeMs).unref()
  }

  private beat(): void {
    if (this.isClosed || isLeaving(this.req)) {
      this.end()
    } else {
      this.res.write(":\n\n")
    }
  }
}

/** Medusa shuts down when every answer has ended. Its server listens no more from then on. */
function isLeaving({ socket }: IncomingMessage): boolean {
  const server: unknown = Reflect.get(socket, "server")
  return server instanceof Server && !server.listening
}
