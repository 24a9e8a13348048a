import { spawn } from "node:child_process"
import path from "node:path"
import type { Shop } from "./shop"

const CLI = path.join(path.dirname(require.resolve("@medusajs/cli/package.json")), "cli.js")
/** Enough for a busy machine; a store that boots after all is stopped then. */
const BOOT_MS = 10 * 60_000

export interface Boot {
  /** Exit code; null when it had to be stopped because it ran. */
  code: number | null
  output: string
}

/**
 * Starts a second Medusa on the store's own database, with other settings, and waits for its end.
 */
export async function boot(shop: Shop, settings: Record<string, string>): Promise<Boot> {
  const {
    DB_HOST,
    DB_PORT,
    DB_USERNAME = "",
    DB_PASSWORD = "",
    NODE_OPTIONS: _,
    ...env
  } = process.env
  const found: { rows: { name: string }[] } = await shop.pg.raw("select current_database() as name")
  const user = `${encodeURIComponent(DB_USERNAME)}:${encodeURIComponent(DB_PASSWORD)}`
  const child = spawn(process.execPath, [CLI, "start", "--port", "0"], {
    cwd: path.resolve(__dirname, "../.."),
    env: {
      ...env,
      DATABASE_URL: `postgres://${user}@${DB_HOST}:${DB_PORT}/${found.rows[0].name}`,
      TS_NODE_TRANSPILE_ONLY: "true",
      DISABLE_MEDUSA_ADMIN: "true",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const timer = setTimeout(() => child.kill("SIGKILL"), BOOT_MS)
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve))
  clearTimeout(timer)
  return { code, output }
}
