import { spawnSync } from "node:child_process"
import path from "node:path"
import { createSandbox } from "../../../sandbox"

const ROOT = path.resolve(__dirname, "../../../..")
const COMMAND = path.join(ROOT, "src/commands/payin-doctor.ts")
const { PATH = "" } = process.env

function run(args: string[], env: Record<string, string> = {}) {
  const command = ["--import", "tsx", COMMAND, ...args]
  return spawnSync(process.execPath, command, {
    cwd: ROOT,
    env: { PATH, ...env },
    encoding: "utf8",
  })
}

describe("the command payin-doctor", () => {
  it("explains itself, and what is missing", () => {
    expect(run(["--help"]).stdout).toContain("npx payin-doctor --base-url")
    const without = run(["--base-url", "https://api.example"])
    expect([without.status, without.stderr]).toEqual([
      1,
      expect.stringContaining("PAYIN_USERNAME is missing"),
    ])
    const plain = run(["--base-url", "http://api.example"])
    expect(plain.stderr).toContain("--base-url plain http is refused")
  }, 60_000)

  it("sends nothing at all when the payout it was allowed cannot be read", async () => {
    const sandbox = createSandbox({})
    await sandbox.start()
    const env = { PAYIN_USERNAME: "u", PAYIN_PASSWORD: "p", PAYIN_TOKEN: "t" }
    const args = ["--base-url", sandbox.url, "--allow-payout", "no-such-file.json"]
    const { status, stderr } = run(args, env)
    expect([status, stderr]).toEqual([1, expect.stringContaining("cannot be read")])
    expect(sandbox.requests()).toEqual([])
    await sandbox.stop()
  }, 60_000)
})
