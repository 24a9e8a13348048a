import { execFile, spawn } from "node:child_process"
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"

const run = promisify(execFile)
/** Only ends what hangs. */
const START_WITHIN_MS = 5 * 60_000

function findOnPath(program: string): string | null {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean)
  const found = folders.map((folder) => path.join(folder, program)).find(isExecutable)
  return found ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Why there is no Redis to test with; null when there is one. */
export function redisMissing(): string | null {
  const missing = ["redis-server", "redis-cli"].filter((program) => findOnPath(program) === null)
  return missing.length === 0 ? null : `${missing.join(" and ")} is not installed`
}

export interface Redis {
  url: string
  /** Runs a command of Redis and answers its output. */
  cli(...args: string[]): Promise<string>
  stop(): Promise<void>
}

/** The system's Redis on a free loopback port; what it keeps is gone when it stops. */
export async function startRedis(): Promise<Redis> {
  const missing = redisMissing()
  if (missing !== null) throw new Error(`${missing} (apt-get install redis-server)`)
  const { freePort } = await import("./postgres/port.mjs")
  const port = String(await freePort())
  const folder = mkdtempSync(path.join(tmpdir(), "payin-redis-"))
  // prettier-ignore
  const settings = [
    "--port", port, "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no",
    // Medusa's queues must never lose a key to memory pressure.
    "--maxmemory-policy", "noeviction",
  ]
  const server = spawn("redis-server", settings, { stdio: "ignore" })
  const ended = new Promise<void>((resolve) => {
    server.once("exit", () => resolve())
    server.once("error", () => resolve())
  })
  const killWithUs = () => server.kill("SIGKILL")
  process.once("exit", killWithUs)
  const cli = async (...args: string[]) =>
    (await run("redis-cli", ["-h", "127.0.0.1", "-p", port, ...args])).stdout.trim()

  const deadline = Date.now() + START_WITHIN_MS
  while ((await cli("ping").catch(() => "")) !== "PONG") {
    if (Date.now() > deadline) {
      killWithUs()
      throw new Error(`redis-server did not answer on port ${port}`)
    }
    await sleep(50)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    cli,
    async stop() {
      process.off("exit", killWithUs)
      server.kill("SIGTERM")
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
