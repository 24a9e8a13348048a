import { createServer, type Socket } from "node:net"

const http = () => import("../http.mjs")

const ANSWER = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}"

/** Answers the first request of each connection, and resets the connection at the second. */
async function impatient() {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.once("data", () => {
      socket.write(ANSWER)
      socket.once("data", () => socket.resetAndDestroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  return {
    url: `http://127.0.0.1:${address.port}/`,
    connections: () => sockets.length,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

describe("a request on a connection that the server closed meanwhile", () => {
  afterEach(async () => (await http()).closeConnections())

  it("goes out once more as a GET", async () => {
    const server = await impatient()
    const { send, closeConnections } = await http()
    expect(await send("GET", server.url)).toMatchObject({ status: 200 })
    expect(await send("GET", server.url)).toMatchObject({ status: 200 })
    expect(server.connections()).toBe(2)
    closeConnections()
    await server.close()
  })

  it("fails as a POST, which may have done something", async () => {
    const server = await impatient()
    const { send, closeConnections } = await http()
    await send("GET", server.url)
    await expect(send("POST", server.url, { body: {} })).rejects.toThrow("ECONNRESET")
    expect(server.connections()).toBe(1)
    closeConnections()
    await server.close()
  })
})
