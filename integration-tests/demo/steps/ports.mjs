import net from "node:net"
import { busy } from "./settings.mjs"

// Both addresses that "localhost" may mean: whoever holds one of them would get half of the calls.
const LOOPBACK = ["127.0.0.1", "::1"]

/** Rejects with the one line that a person needs, for the first port that somebody else holds. */
export async function requireFree(...ports) {
  for (const port of ports) {
    for (const host of LOOPBACK) {
      if ((await isTaken(port.number, host)) === true) throw busy(port)
    }
  }
}

function isTaken(port, host) {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once("error", ({ code }) => resolve(code === "EADDRINUSE" || code === "EACCES"))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(false)))
  })
}
