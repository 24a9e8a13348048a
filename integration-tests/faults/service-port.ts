import net from "node:net"

/**
 * Where the store finds the service: hands every byte on, or is closed, so that nothing listens there. The service
 * itself lives on behind it: its banks go on, and it still sends notifications.
 */
export class ServicePort {
  private server: net.Server | null = null
  private readonly sockets = new Set<net.Socket>()
  private port = 0

  /** @param target address of the service */
  constructor(private readonly target: () => string) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Nothing when it is open. */
  async open(): Promise<void> {
    if (this.server !== null) {
      return
    }
    const server = net.createServer((socket) => this.relay(socket))
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject)
      server.listen(this.port, "127.0.0.1", resolve)
    })
    const address = server.address()
    this.port = typeof address === "object" && address !== null ? address.port : this.port
    this.server = server
  }

  /** From now on connections are refused, and those that were made are cut. */
  async close(): Promise<void> {
    const { server } = this
    this.server = null
    await new Promise<void>((resolve) => {
      if (server === null) {
        resolve()
        return
      }
      server.close(() => resolve())
      this.sockets.forEach((socket) => socket.destroy())
    })
  }

  private relay(socket: net.Socket): void {
    const { hostname, port } = new URL(this.target())
    const onward = net.connect(Number(port), hostname)
    const ways = [
      [socket, onward],
      [onward, socket],
    ] as const
    for (const [from, to] of ways) {
      this.sockets.add(from)
      from.setNoDelay(true)
      from.pipe(to)
      // What is cut on one side is cut on the other: a reset is to stay one.
      from.on("error", () => to.resetAndDestroy())
      from.on("close", () => {
        this.sockets.delete(from)
        to.destroySoon()
      })
    }
  }
}
