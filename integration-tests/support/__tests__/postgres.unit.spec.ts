import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import net from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"

import type { PostgresOptions, PostgresServer } from "../postgres/index.mjs" with {
  "resolution-mode": "import",
}

jest.setTimeout(60_000)

let dataDir: string
const running: PostgresServer[] = []

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "payin-postgres-spec-"))
  chmodSync(dataDir, 0o711)
})

afterEach(async () => {
  const folders = [dataDir, ...running.map((server) => server.dataDir)]
  for (const server of running.splice(0)) await server.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function start(options: Partial<PostgresOptions> = {}): Promise<PostgresServer> {
  const { startPostgres } = await import("../postgres/index.mjs")
  const server = await startPostgres({ dataDir, durable: false, ...options })
  running.push(server)
  return server
}

async function query(server: PostgresServer, database: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: server.url(database) })
  client.on("error", () => undefined) // the server is killed under it on purpose
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows
  } finally {
    await client.end()
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe("the embedded PostgreSQL", () => {
  it("creates a database once and stores text beyond ASCII in it", async () => {
    const server = await start()

    expect(await server.createDatabase("shop")).toBe(true)
    expect(await server.createDatabase("shop")).toBe(false)
    await query(server, "shop", "create table told (what text)")
    await query(server, "shop", "insert into told values ('ñandú')")

    expect(await query(server, "shop", "select upper(what) as what from told")).toEqual([
      { what: "ÑANDÚ" },
    ])
  })

  it("keeps its data over a restart", async () => {
    const first = await start({ durable: true })
    await first.createDatabase("shop")
    await query(first, "shop", "create table kept as select 42 as answer")
    await first.stop()
    const second = await start({ durable: true })

    expect(second.reused).toBe(false)
    expect(await query(second, "shop", "select answer from kept")).toEqual([{ answer: 42 }])
  })

  it("finds its data again in a folder that only its owner may enter", async () => {
    chmodSync(dataDir, 0o700)
    const first = await start({ durable: true })
    await first.createDatabase("shop")
    await first.stop()
    const second = await start({ durable: true })

    expect(second.dataDir).toBe(first.dataDir)
    expect(await second.createDatabase("shop")).toBe(false)
  })

  it("recovers committed data after its server was killed", async () => {
    const first = await start({ durable: true })
    await first.createDatabase("shop")
    await query(first, "shop", "create table kept as select 42 as answer")
    process.kill(first.pid, "SIGKILL")
    const second = await start({ durable: true })

    expect(second.pid).not.toBe(first.pid)
    expect(await query(second, "shop", "select answer from kept")).toEqual([{ answer: 42 }])
  })

  it("reuses a server that still serves the folder", async () => {
    const first = await start()
    const second = await start()

    expect(second).toMatchObject({ reused: true, pid: first.pid, port: first.port })
    expect(await query(second, "postgres", "select 1 as one")).toEqual([{ one: 1 }])
  })

  it("starts although another process has the pid of its stopped server", async () => {
    const first = await start()
    await first.stop()
    const leftover = path.join(first.dataDir, "cluster", "postmaster.pid")
    const stranger = process.pid.toString()
    writeFileSync(leftover, [stranger, first.dataDir, "0", "5432", "", "", "", "ready"].join("\n"))
    const second = await start()

    expect(second.reused).toBe(false)
    expect(readFileSync(leftover, "utf8").split("\n")[0]).toBe(second.pid.toString())
  })

  it("leaves no process and no throwaway folder behind", async () => {
    const server = await start({ dataDir: undefined })
    await server.stop()

    // One that ended keeps its number until its parent, the system's first process, takes note of it.
    const end = Date.now() + 10_000
    while (isAlive(server.pid) && Date.now() < end) {
      await sleep(50)
    }
    expect(isAlive(server.pid)).toBe(false)
    expect(existsSync(server.dataDir)).toBe(false)
  })

  it("listens on loopback only and refuses a wrong password", async () => {
    const server = await start()
    for (const host of ["localhost", path.dirname(server.socket ?? "")]) {
      const { port, user } = server
      const stranger = new Client({ host, port, user, password: "wrong", database: "postgres" })
      await expect(stranger.connect()).rejects.toThrow("password authentication failed")
    }
    expect(await query(server, "postgres", "show listen_addresses")).toEqual([
      { listen_addresses: "localhost" },
    ])
  })

  it("reports that the wanted port is busy", async () => {
    const other = net.createServer()
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const address = other.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    try {
      await expect(start({ port })).rejects.toThrow(
        `port ${port} is busy: stop what listens on it, or choose another port`
      )
    } finally {
      other.close()
    }
  })

  it("listens on the wanted port", async () => {
    const { port } = await start().then(async (server) => {
      await server.stop()
      return server
    })
    const server = await start({ port })

    expect(server.port).toBe(port)
  })
})
