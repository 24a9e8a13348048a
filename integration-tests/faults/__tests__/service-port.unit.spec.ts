import { once } from "node:events"
import http from "node:http"
import net from "node:net"
import { ServicePort } from "../service-port"

describe("the port of the service", () => {
  let service: http.Server
  let port: ServicePort

  beforeAll(async () => {
    service = http.createServer((request, response) => {
      if (request.url === "/cut") {
        response.socket?.resetAndDestroy()
        return
      }
      request.pipe(response)
    })
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve))
    port = new ServicePort(() => `http://127.0.0.1:${addressOf(service)}`)
    await port.open()
  })

  afterAll(async () => {
    await port.close()
    service.closeAllConnections()
    await new Promise((resolve) => service.close(resolve))
  })

  const send = (path = "/") => fetch(`${port.url}${path}`, { method: "POST", body: "ping" })

  it("hands on what is asked and answered", async () => {
    expect(await (await send()).text()).toBe("ping")
  })

  it("cuts what the service cuts", async () => {
    await expect(send("/cut")).rejects.toThrow("fetch failed")
  })

  it("refuses connections while it is closed, and is found at the same place again", async () => {
    const { url } = port
    await port.close()
    await expect(
      once(net.connect(Number(new URL(url).port), "127.0.0.1"), "connect")
    ).rejects.toThrow("ECONNREFUSED")
    await port.open()
    expect(port.url).toBe(url)
    expect(await (await send()).text()).toBe("ping")
  })
})

function addressOf(server: http.Server): number {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}
