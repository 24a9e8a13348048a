import { spawn } from "node:child_process"
import path from "node:path"
import type { Shop } from "./shop"
import { serverOfTests } from "./store-database"

const ROOT = path.resolve(__dirname, "../..")

export interface Ran {
  code: number | null
  output: string
  errors: string
}

/**
 * Runs one of the plugin's commands as a person does, in the folder of this repository's own store.
 */
export function runCommand(
  name: string,
  args: string[],
  environment: Record<string, string> = {}
): Promise<Ran> {
  const file = path.join(ROOT, "src/commands", `${name}.ts`)
  const child = spawn(process.execPath, ["--import", "tsx", file, ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: "", ...environment },
  })
  const ran: Ran = { code: null, output: "", errors: "" }
  child.stdout.on("data", (part: Buffer) => (ran.output += part.toString()))
  child.stderr.on("data", (part: Buffer) => (ran.errors += part.toString()))
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => resolve({ ...ran, code }))
  })
}

/** The environment of one more process of a store under test, on the same database. */
export async function besideStore(shop: Shop): Promise<Record<string, string>> {
  const { rows } = await shop.pg.raw("select current_database() as name")
  return {
    DATABASE_URL: serverOfTests().url(rows[0].name),
    NODE_ENV: "integration",
    TS_NODE_TRANSPILE_ONLY: "true",
    DISABLE_MEDUSA_ADMIN: "true",
    MEDUSA_DISABLE_TELEMETRY: "true",
  }
}
