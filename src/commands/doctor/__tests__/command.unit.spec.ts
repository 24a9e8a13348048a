import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { resolveOptions } from "../../../domain/options/options"
import { createSandbox, type Sandbox } from "../../../sandbox"
import { subscribed } from "../../../sandbox/cards/__tests__/support/card-shop"
import { DESTINATION } from "./support/look"
import { environmentOf, pasted } from "./support/pasted"

const ROOT = path.resolve(__dirname, "../../../..")
const COMMAND = path.join(ROOT, "src/commands/payin-doctor.ts")
const { PATH = "" } = process.env

interface Ended {
  status: number
  stdout: string
  stderr: string
}

/** Not in step with it: the sandbox that it asks answers from this process. */
function run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const command = ["--import", "tsx", COMMAND, ...args]
  return new Promise((resolve) => {
    execFile(
      ...([process.execPath, command, { cwd: ROOT, env: { PATH, ...env } }] as const),
      (error, stdout, stderr) => resolve({ status: error === null ? 0 : 1, stdout, stderr })
    )
  })
}

describe("the command payin-doctor", () => {
  let sandbox: Sandbox
  const folder = mkdtempSync(path.join(tmpdir(), "payin-doctor-"))
  beforeAll(async () => {
    sandbox = createSandbox({})
    await sandbox.start()
  })
  beforeEach(() => sandbox.reset())
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await sandbox.stop()
  })

  function file(name: string, content: unknown): string {
    const where = path.join(folder, name)
    writeFileSync(where, JSON.stringify(content))
    return where
  }

  it("prints its usage with --help, and names a missing or refused option", async () => {
    expect((await run(["--help"])).stdout).toContain(
      "npx -p medusa-plugin-payin payin-doctor --base-url"
    )
    const without = await run(["--base-url", "https://api.example"])
    expect([without.status, without.stderr]).toEqual([
      1,
      expect.stringContaining("PAYIN_USERNAME is missing"),
    ])
    const plain = await run(["--base-url", "http://api.example"])
    expect(plain.stderr).toContain("--base-url plain http is refused")
  }, 60_000)

  it("sends no request when the file of the allowed payout cannot be read", async () => {
    const env = environmentOf(sandbox, "CO")
    const { status, stderr } = await run(["--allow-payout", "no-such-file.json"], env)
    expect([status, stderr]).toEqual([1, expect.stringContaining("cannot be read")])
    expect(sandbox.requests()).toEqual([])
  }, 60_000)

  it("exits with 0 and prints options that Medusa boots with, without a secret", async () => {
    sandbox.configure({
      ...{ depositLabel: "RETIRO EN CAJA", payouts: { label: "Giro saliente" } },
      webhooks: { signature: { encoding: "base64" } },
    })
    sandbox.setWallet("sandbox-co", 50_000)
    await subscribed(sandbox)
    const [webhook] = sandbox.cards.webhooks()
    const env = environmentOf(sandbox, "CO")
    const { status, stdout, stderr } = await run(
      [
        ...["--country", "CO", "--wait", "0"],
        ...["--webhook", file("webhook.json", { headers: webhook.headers, body: webhook.text })],
        ...["--allow-payout", file("payout.json", { amount: "1000", destination: DESTINATION })],
      ],
      env
    )
    expect([status, stderr]).toEqual([0, ""])
    const [made] = sandbox.transactions()
    expect(stdout).toContain(`look at ${made.payment_url} (nobody has to pay there)`)
    for (const name of ["PAYIN_PASSWORD", "PAYIN_TOKEN", "PAYIN_WEBHOOK_SECRET"]) {
      expect(stdout).not.toContain(env[name])
    }
    const options = resolveOptions(pasted(stdout, sandbox, "CO"), { production: false })
    expect(options.card?.signature.encoding).toBe("base64")
    expect(options.payOutTypes).toContain("GIRO SALIENTE")
    expect(options.payOutTypes).not.toContain("RETIRO")
  }, 60_000)

  it("exits with 1 when the plugin cannot work with the service", async () => {
    const env = { ...environmentOf(sandbox, "CO"), PAYIN_PASSWORD: "another" }
    const { status, stdout } = await run(["--country", "CO"], env)
    expect(status).toBe(1)
    expect(stdout).toContain("1 thing(s) are wrong: do not take money yet.")
  }, 60_000)
})
