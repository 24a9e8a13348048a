import { spawn } from "node:child_process"
import path from "node:path"

const program = (name: string) =>
  `${name}() { node "${path.join(__dirname, "shell", name)}.mjs" "$@"; }`
const PRELUDE = ["set -eo pipefail", program("curl"), program("jq"), ""].join("\n")

/**
 * Runs a shell block of the guides with bash, and answers what it printed.
 *
 * @throws Error with that, when a command of it failed or an answer was no success
 */
export function runShell(
  code: string,
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> }
): Promise<string> {
  const child = spawn("bash", ["-c", PRELUDE + code], {
    cwd,
    env: { ...process.env, NODE_OPTIONS: "", ...env },
  })
  let said = ""
  child.stdout.on("data", (part: Buffer) => (said += part.toString()))
  child.stderr.on("data", (part: Buffer) => (said += part.toString()))
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => {
      if (code === 0) resolve(said)
      else reject(new Error(`it ended with ${code}: ${said}`))
    })
  })
}
