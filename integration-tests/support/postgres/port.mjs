import net from "node:net"

const LOOPBACK = ["127.0.0.1", "::1"]

/** Whether nobody listens on the port, on either of the addresses that "localhost" may mean. */
export async function isFreePort(port) {
  for (const host of LOOPBACK) {
    const outcome = await tryListen(port, host)
    if (outcome.code === "EADDRINUSE" || outcome.code === "EACCES") return false
  }
  return true
}

/** A port that is free right now on both loopback addresses. */
export async function freePort() {
  for (let attempt = 0; attempt < 50; attempt++) {
    const { port } = await tryListen(0, LOOPBACK[0])
    if (port && (await isFreePort(port))) return port
  }
  throw new Error("no free TCP port was found on localhost")
}

// A machine without IPv6 answers EADDRNOTAVAIL for ::1: then there is nobody to be in the way.
function tryListen(port, host) {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once("error", (error) => resolve({ code: error.code }))
    probe.listen({ port, host, exclusive: true }, () => {
      const taken = probe.address().port
      probe.close(() => resolve({ port: taken }))
    })
  })
}
